internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Cuts off a client that takes too long to send a body, or to take an answer; one on each connection.
///
/// Hummingbird's own limit ends a connection that sends no whole head in time. A body gets as long, and a second more
/// for each 64 KiB of it. Whoever was refused in the middle of a body has a second to stop sending: a connection that
/// is closed over unread bytes can take the answer with it. A stream whose reader is gone is closed at once.
final class SlowClients: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    static let bytesPerSecond: Int64 = 64 << 10
    /// So much may be on its way when the answer goes out.
    static let mostUnread = 8 << 20

    private let patience: TimeAmount
    /// When the body should be there; nil while none is under way.
    private var bodyEnd: NIODeadline?
    private var isStream = false
    private var isLast = false
    /// Whether the answer went out before the body was there, and how much of the body came nevertheless.
    private var isAnswered = false
    private var unread = 0
    private var body: Scheduled<Void>?
    private var answer: Scheduled<Void>?

    init(patience: TimeAmount) { self.patience = patience }

    func handlerRemoved(context: ChannelHandlerContext) { forget() }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            let end = NIODeadline.now() + patience
            bodyEnd = end
            waitForBody(until: end, context)
        case .body(let bytes) where isAnswered:
            unread += bytes.readableBytes
            if unread > Self.mostUnread { context.close(promise: nil) }
        case .body(let bytes):
            bodyEnd = bodyEnd.map {
                $0 + .nanoseconds(Int64(bytes.readableBytes) * 1_000_000_000 / Self.bytesPerSecond)
            }
        case .end:
            // The answer may have been the last already.
            guard !isLast else { break }
            bodyEnd = nil
            body?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStream = head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true
            isAnswered = false
            isLast = head.headerFields[.connection] == "close"
        case .body: break
        case .end where isLast || bodyEnd != nil:
            let end = NIODeadline.now() + .seconds(1)
            bodyEnd = end
            isAnswered = true
            waitForBody(until: end, context)
        case .end: break
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answer?.cancel()
        if !context.channel.isWritable {
            answer = context.channel.closes(at: .now() + patience)
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Whoever sends no more may still read an answer; but a stream would go on for nobody.
        if isStream, let event = event as? ChannelEvent, event == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func forget() {
        body?.cancel()
        answer?.cancel()
    }

    /// Looks at the time when the body should be there; a body that came on in the meantime has more.
    private func waitForBody(until deadline: NIODeadline, _ context: ChannelHandlerContext) {
        body?.cancel()
        let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        body = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = own.value
            guard let end = handler.bodyEnd else { return }
            if end <= .now() {
                context.close(promise: nil)
            } else {
                handler.waitForBody(until: end, context)
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
