internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A socket that connections come in at, and what each of them goes through before it is a `Conversation`.
struct Listening {
    /// At so many, one has to end before another comes in; each costs a descriptor, of which a process has 1,024.
    static let mostConnections = 512

    let strangers: Strangers
    private let socket: NIOAsyncChannel<Conversation.Socket, Never>

    /// Listens at a place; nobody is let in yet. Throws what the system says.
    init(at listenAddress: ListenAddress, patience: TimeAmount) async throws {
        let strangers = Strangers()
        self.strangers = strangers
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ConnectionLimit(Self.mostConnections, strangers))
                }
            }
        let opened: @Sendable (any Channel) -> EventLoopFuture<Conversation.Socket> = { channel in
            channel.eventLoop.makeCompletedFuture { try Self.opened(channel, patience) }
        }
        switch listenAddress {
        case .port(let host, let port):
            socket = try await bootstrap.bind(host: host, port: Int(port ?? 0), childChannelInitializer: opened)
        case .socket(let path):
            socket = try await bootstrap.bind(
                unixDomainSocketPath: path, cleanupExistingSocketFile: true, childChannelInitializer: opened)
        }
    }

    /// Bytes become requests, whose heads have limits, and answers bytes. What cannot be read is an error in its place
    /// between them, which `Conversation` answers.
    private static func opened(_ channel: any Channel, _ patience: TimeAmount) throws -> Conversation.Socket {
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (16 << 10, 32 << 10, 100)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits)
        try pipeline.addHandler(SlowClients(patience: patience))
        return try NIOAsyncChannel(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    /// The port that was bound; 0 for a Unix socket.
    var port: Int { socket.channel.localAddress?.port ?? 0 }

    /// Lets connections in, each in a task of its own, until nothing listens any more.
    func letIn(_ hold: @escaping @Sendable (Conversation.Socket) async -> Void) async {
        try? await socket.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections { group.addTask { await hold(connection) } }
            }
        }
    }
}
