internal import NIOCore

/// Accepts so many connections at a time; the next ones wait in the system's queue until one ends.
final class ConnectionLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let most: Int
    private var open = 0
    /// Whether the listening socket would have accepted more.
    private var isHeldUp = false

    init(_ most: Int) { self.most = most }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            let (handler, context) = own.value
            handler.open -= 1
            guard handler.isHeldUp, handler.open < handler.most else { return }
            handler.isHeldUp = false
            context.read()
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if open < most { context.read() } else { isHeldUp = true }
    }
}
