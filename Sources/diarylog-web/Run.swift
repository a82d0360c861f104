internal import DiaryServer
internal import DiarylogHost
internal import DiarylogWords
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// One run of the program: it listens, says where, and answers until it is told to end.
struct Run {
    /// Threads on which lists and searches are read. More would not be quicker: they share the machine's cores.
    static let readers = 4
    /// How many milliseconds what is under way may take once the program was told to end.
    static let lastAnswers: Int64 = 700

    let folder: String
    let options: Options
    /// The token that the environment names, of this run alone.
    let chosenToken: PageToken?
    let listenAddress: ListenAddress
    let language: Language

    /// Returns when the end was told and nothing is under way any more; throws what kept the program from beginning.
    func answer(until end: EndRequest) async throws(Problem) {
        var kept = keptAddress()
        let listening = try await listen(&kept)
        let token = chosenToken ?? kept?.token ?? PageToken()
        let server: DiaryServer
        do throws(Problem) { server = try open(port: listening.port, token) } catch {
            leave(nil)
            throw error
        }
        let readers = NIOThreadPool(numberOfThreads: Self.readers)
        readers.start()
        let underWay = UnderWay()
        Task.detached {
            let conversation = Conversation(
                server: server, readers: readers, underWay: underWay, strangers: listening.strangers)
            await listening.letIn { await conversation.hold(over: $0) }
            // Nothing listens any more, and so there is nothing left to do.
            end.ask()
        }
        let page = announce(listenAddress.address(port: listening.port, token: token))
        let renewal = Task { [kept] in
            while true {
                try await Task.sleep(for: .seconds(86_400))
                try? kept?.renew()
            }
        }
        await end.isAsked()
        renewal.cancel()
        server.stop()
        leave(page)
        while !underWay.isNothing { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Removes what a run has in folders: the file for the browser, and the socket.
    private func leave(_ page: BrowserPage?) {
        page?.remove()
        if case .socket(let path) = listenAddress { try? FileSystem.removeFile(path) }
    }

    /// Opens the diary. The exact values of `Host` have the port in them, which with `--port 0` only the bound socket
    /// knows.
    private func open(port: Int, _ token: PageToken) throws(Problem) -> DiaryServer {
        var server = ServerOptions(token: token.text, hosts: listenAddress.hosts(port: port, names: options.name))
        server.isReadOnly = options.readOnly
        server.isBehindTLS = options.iKnow
        server.syncsWhenAsked = options.syncWhenAsked
        server.isMarkdown = !options.asWritten
        server.place = "\((try? FileSystem.canonicalPath(folder)) ?? folder)\n\(port)"
        server.allowsNetwork = ProcessEnvironment.value("DIARYLOG_NETWORK") == "allow"
        (server.diarylog, server.speaker, server.arrivals) = (Companion.run, Companion.say, Companion.arrivals)
        do {
            return try DiaryServer(diary: folder, server)
        } catch {
            if FolderEncryption.closed(at: folder) != nil {
                throw Problem(
                    7, "the diary is locked; diarylog unlock opens it", "일기장이 잠겨 있습니다. diarylog unlock으로 엽니다",
                    hint: "Then begin once more.", "연 뒤에 다시 시작하세요.")
            }
            throw Problem(
                3, "the diary cannot be opened: \(error)", "일기장을 열 수 없습니다: \(error)",
                hint: "diarylog verify --diary FOLDER says what is wrong with it.",
                "diarylog verify --diary 폴더가 무엇이 잘못되었는지 알려 줍니다.")
        }
    }

    /// Says where the page is, and opens it if that was asked for; the file that leads the browser there.
    private func announce(_ address: String) -> BrowserPage? {
        Terminal.say(address, to: .output)
        guard options.open else { return nil }
        // A browser that is a snap reads neither /run nor /tmp, and of its owner's home what is not hidden.
        let home = ProcessEnvironment.value("HOME") ?? ""
        let hasSnaps = !home.isEmpty && (try? FileSystem.kind(of: home + "/snap")) == .directory
        let usual = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { ProcessEnvironment.value($0) } + ["/tmp"]
        let folders = hasSnaps ? [home] + usual : usual
        let page = BrowserPage(to: address, in: folders)
        if page?.show() != true {
            language.warn(
                "The browser could not be opened.", "브라우저를 열 수 없습니다.",
                hint: "Open the address above yourself.", "위의 주소를 직접 여세요.")
        }
        return page
    }
}

/// Whether the program was told to end.
final class EndRequest: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func ask() { continuation.finish() }

    /// Returns once it was told.
    func isAsked() async { for await _ in stream {} }
}

/// How many requests are being answered.
final class UnderWay: Sendable {
    private let count = Atomic(0)

    var isNothing: Bool { count.load(ordering: .acquiring) == 0 }
    func begin() { count.add(1, ordering: .acquiringAndReleasing) }
    func end() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
