internal import NIOCore

/// Accepts so many connections at a time; for the next ones strangers make room. Where all have shown the key, they
/// wait in the system's queue until one ends.
final class ConnectionLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let most: Int
    private let strangers: Strangers
    private var open = 0
    /// Whether the listening socket would have accepted more.
    private var isHeldUp = false

    init(_ most: Int, _ strangers: Strangers) { (self.most, self.strangers) = (most, strangers) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let own = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let connection = unwrapInboundIn(data)
        strangers.come(connection)
        connection.closeFuture.hop(to: context.eventLoop).whenComplete { [strangers] _ in
            strangers.go(connection)
            let (handler, context) = own.value
            handler.open -= 1
            guard handler.isHeldUp, handler.open < handler.most else { return }
            handler.isHeldUp = false
            context.read()
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if open < most { return context.read() }
        isHeldUp = true
        strangers.makeRoom(at: context.channel.localAddress?.port ?? 0)
    }
}
