internal import NIOCore
internal import NIOHTTP1

/// Cuts off a client that takes too long to send a request, or to take an answer; one on each connection.
///
/// The head of a request must be there in time, however often a byte of it comes: the first within two seconds. A body
/// gets as long, and a second more for each 64 KiB of it. Whoever had the last answer, perhaps in the middle of a body,
/// has a second to stop sending: a connection that is closed over unread bytes can take the answer with it. A stream
/// whose reader is gone is closed at once.
final class SlowClients: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A browser that connects ahead and asks later connects again.
    static let firstHead = TimeAmount.seconds(2)
    static let bytesPerSecond: Int64 = 64 << 10
    /// So much may be on its way when the last answer goes out.
    static let mostUnread = 8 << 20

    private let patience: TimeAmount
    /// Requests whose answers have not ended.
    private var unanswered = 0
    private var isBodyOpen = false
    /// Of the answer that is going out.
    private var isStream = false
    private var isLast = false
    /// Whether the client sends no more. It may still read an answer; but a stream would go on for nobody.
    private var isSilent = false
    /// Whether the last answer went out, and how much came nevertheless.
    private var isLeaving = false
    private var unread = 0
    /// When the client must have sent what is waited for; nil while it waits for us.
    private var deadline: NIODeadline?
    private var timer: Scheduled<Void>?
    private var answer: Scheduled<Void>?

    init(patience: TimeAmount) { self.patience = patience }

    func handlerRemoved(context: ChannelHandlerContext) { forget() }

    func channelActive(context: ChannelHandlerContext) {
        wait(until: .now() + min(patience, Self.firstHead), context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .body(let bytes) where isLeaving:
            unread += bytes.readableBytes
            if unread > Self.mostUnread { context.close(promise: nil) }
        case _ where isLeaving: break
        case .head:
            unanswered += 1
            isBodyOpen = true
            wait(until: .now() + patience, context)
        case .body(let bytes):
            deadline = deadline.map {
                $0 + .nanoseconds(Int64(bytes.readableBytes) * 1_000_000_000 / Self.bytesPerSecond)
            }
        case .end:
            isBodyOpen = false
            wait(until: nil, context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStream = head.headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true
            isLast = head.headers.first(name: "connection") == "close"
        case .body: break
        case .end:
            unanswered = max(0, unanswered - 1)
            if isLast || (isBodyOpen && unanswered == 0) {
                isLeaving = true
                wait(until: .now() + .seconds(1), context)
            } else if unanswered == 0 {
                wait(until: .now() + patience, context)
            }
        }
        context.write(data, promise: promise)
        if isStream, isSilent { context.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answer?.cancel()
        if !context.channel.isWritable {
            answer = context.channel.closes(at: .now() + patience)
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { isSilent = true }
        if isStream, isSilent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func forget() {
        timer?.cancel()
        answer?.cancel()
    }

    /// Waits for the client until a moment; nil waits for nothing.
    private func wait(until end: NIODeadline?, _ context: ChannelHandlerContext) {
        deadline = end
        timer?.cancel()
        timer = nil
        if let end { look(at: end, context) }
    }

    /// Looks at the moment when something should be there; a body that came on in the meantime has more time.
    private func look(at moment: NIODeadline, _ context: ChannelHandlerContext) {
        let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: moment) {
            let (handler, context) = own.value
            guard let end = handler.deadline else { return }
            if end <= .now() {
                context.close(promise: nil)
            } else {
                handler.look(at: end, context)
            }
        }
    }
}

extension Channel {
    /// Closes the channel at a moment, unless that is called off.
    fileprivate func closes(at deadline: NIODeadline) -> Scheduled<Void> {
        eventLoop.scheduleTask(deadline: deadline) { self.close(promise: nil) }
    }
}
