internal import DiaryServer
internal import Glibc
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import UnixSignals

/// One run of the program: it listens, says where, and answers until it is told to end.
struct Run {
    /// At so many connections others wait until one ends; each costs a descriptor, of which a process has 1,024.
    static let mostConnections = 512
    /// Threads on which lists and searches are read. More would not be quicker: they share the machine's cores.
    static let readers = 4
    /// How long what is under way may take once the program was told to end.
    static let lastAnswers = Duration.milliseconds(700)

    let folder: String
    let options: Options
    let token: Token
    let place: Place
    let language: Language

    /// Returns when a signal asked for the end; throws what kept the program from beginning.
    func untilTold(_ environment: Environment) async throws(Problem) {
        let opening = Opening()
        let readers = NIOThreadPool(numberOfThreads: Self.readers)
        readers.start()
        let silent = Logger(label: "diarylog-web") { _ in SwiftLogNoOpLogHandler() }
        let patience = TimeAmount.seconds(Int64(options.patience))
        // A socket is made with the rights that this leaves: its owner's alone.
        let usual = umask(0o177)
        let application = Application(
            responder: Answers(opening: opening, readers: readers),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [SlowClients(patience: patience)], idleTimeout: patience,
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
            configuration: .init(
                address: place.bound, serverName: nil, backlog: 256, reuseAddress: true,
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: silent)),
            onServerRunning: { channel in
                umask(usual)
                await begin(at: channel, opening, environment)
            },
            logger: silent)
        let group = ServiceGroup(
            configuration: .init(
                services: [application, LastAnswers(place: place, opening: opening)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: silent))
        do {
            try await group.run()
        } catch {
            if opening.problem == nil { throw .address(place.spelled, reason: Words.reason(error, language)) }
        }
        opening.end(place)
        if let problem = opening.problem { throw problem }
    }

    /// Opens the diary and says where the page is; ends the run if the diary cannot be opened.
    private func begin(at channel: any Channel, _ opening: Opening, _ environment: Environment) async {
        let port = channel.localAddress?.port ?? 0
        var server = ServerOptions(token: token.text, hosts: place.hosts(port: port, names: options.name))
        server.isReadOnly = options.readOnly
        server.isBehindTLS = options.iKnow
        guard opening.open(folder, server) else {
            try? await channel.close()
            return
        }
        let address = place.address(port: port, token: token)
        Terminal.say(address, to: 1)
        guard options.open else { return }
        let folders = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment.get($0) } + ["/tmp"]
        let page = BrowserPage(to: address, in: folders)
        opening.keep(page)
        if page?.show() != true { Terminal.say(Words.notOpened(language), to: 2) }
    }
}

/// Ends the program soon after it was told to, whatever is still under way: what was kept is kept, and whoever had no
/// answer asks again.
private struct LastAnswers: Service {
    let place: Place
    let opening: Opening

    func run() async throws {
        try await gracefulShutdown()
        opening.server?.stop()
        Task.detached {
            try await Task.sleep(for: Run.lastAnswers)
            opening.end(place)
            _exit(0)
        }
    }
}
