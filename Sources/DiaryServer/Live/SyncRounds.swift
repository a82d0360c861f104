internal import DiaryEngine
internal import EventStore
internal import Interchange

/// Exchanges the diary with its other devices as long as the server runs, by the program `diarylog`: at the start, when
/// something comes into the remote's folder, two seconds after a change here, each minute while a page is open, each
/// quarter of an hour else, and when it is asked to.
///
/// One exchange runs at a time. The server opens no socket for it and has no key; a diary without a remote is looked at
/// as often, and costs a process that ends at once.
actor SyncRounds {
    /// How long after something an exchange is due.
    private enum Pause {
        static let afterArrival = Duration.milliseconds(50)
        static let afterChange = Duration.seconds(2)
        static let withPage = Duration.seconds(60)
        static let alone = Duration.seconds(15 * 60)
    }

    private let diary: Diary
    private let run: ServerOptions.Program
    private let path: String
    /// Whether it exchanges only when it is asked to; where it stands is looked at as often.
    private let isWhenAsked: Bool
    private let hub: Hub
    private let arrivals: ServerOptions.Arrivals?

    private var running: Task<Void, Never>?
    private var timer: (due: ContinuousClock.Instant, task: Task<Void, Never>)?
    private var watch: Task<Void, Never>?
    /// The remote that is listened to.
    private var ear: (remote: String, task: Task<Void, Never>)?
    private var hasArrival = false
    /// When the last round ended, the newest event that was there after its exchange, and how many were unsent then.
    private var ended: ContinuousClock.Instant?
    private var settled = SequenceNumber(0)
    private var left: Int64 = 0
    /// The newest event that was heard of.
    private var seen = SequenceNumber(0)
    private var isStopped = false
    /// What `diarylog sync status --json` said last; nil where the diary takes no part.
    private var standing: [JSONMember]?

    init(_ diary: Diary, at path: String, _ options: ServerOptions, by run: @escaping ServerOptions.Program, _ hub: Hub)
    {
        // A word without a slash would be the name of a diary.
        self.path = path.hasPrefix("/") ? path : "./" + path
        (self.diary, self.run, self.hub) = (diary, run, hub)
        arrivals = options.arrivals
        isWhenAsked = options.isReadOnly || options.syncsWhenAsked
    }

    deinit {
        watch?.cancel()
        ear?.task.cancel()
        timer?.task.cancel()
    }

    /// Begins with an exchange.
    func start() async {
        guard let head = try? await diary.onThread({ try $0.resolve(.head) }) else { return }
        (settled, seen) = (head, head)
        // Where the diary cannot be read any more, is locked say, whoever asks for something is told: until it can.
        watch = Task { [weak self, diary] in
            while !Task.isCancelled {
                do { for try await change in diary.changes(since: head) { await self?.changed(change.head) } } catch {}
                try? await Task.sleep(for: .seconds(1))
            }
        }
        begin(exchanging: !isWhenAsked)
    }

    /// Ends all of it. What `diarylog` is doing it does to its end.
    func stop() {
        isStopped = true
        watch?.cancel()
        ear?.task.cancel()
        timer?.task.cancel()
    }

    /// A page was opened: it shows what was there at most a minute ago.
    func pageOpened() {
        let since = ended.map { ContinuousClock.now - $0 }
        if running == nil { plan(max(.zero, Pause.withPage - (since ?? Pause.withPage))) }
    }

    /// Exchanges now, after what is under way, and returns where the diary stands then.
    func exchange() async -> JSONValue {
        await running?.value
        // Whoever else waited for that may have begun the next one already.
        if running == nil { begin(exchanging: true) }
        await running?.value
        return said
    }

    /// Where the diary stands with its other devices, as people read it.
    func words(_ language: Language) async -> String {
        let output = await run(["sync", "status", "--lang", language.rawValue, "--diary", path])
        return output.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func changed(_ head: SequenceNumber) {
        seen = head
        guard running == nil, seen > settled, plan(Pause.afterChange), standing != nil else { return }
        // Until then it is shown that something waits.
        Task {
            await look()
            tell()
        }
    }

    private func arrived() {
        hasArrival = true
        if running == nil { plan(Pause.afterArrival) }
    }

    /// Listens to the remote as it is now.
    private func listen() {
        guard let remote, !isWhenAsked, ear?.remote != remote, let arrivals = arrivals?(remote) else { return }
        ear?.task.cancel()
        let task = Task { [weak self] in
            for await _ in arrivals { await self?.arrived() }
        }
        ear = (remote, task)
    }

    /// Has a round begin after so long, unless one is due before, or all is ended; whether it does.
    @discardableResult
    private func plan(_ pause: Duration) -> Bool {
        let due = ContinuousClock.now + pause
        if isStopped { return false }
        if let timer {
            if timer.due <= due { return false }
            timer.task.cancel()
        }
        let task = Task { [weak self] in
            guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
            await self?.isDue()
        }
        timer = (due, task)
        return true
    }

    private func isDue() {
        timer = nil
        if running == nil { begin(exchanging: !isWhenAsked) }
    }

    private func begin(exchanging: Bool) {
        timer?.task.cancel()
        timer = nil
        hasArrival = false
        running = Task {
            await round(exchanging)
            running = nil
            ended = .now
            tell()
            listen()
            // What was written in the middle of the exchange is unsent; what stays so from round to round can wait.
            let isBehind = seen > settled || unsent > 0 && unsent != left
            left = unsent
            if hasArrival { plan(Pause.afterArrival) }
            plan(isBehind ? Pause.afterChange : hub.count > 0 ? Pause.withPage : Pause.alone)
        }
    }

    private func round(_ exchanging: Bool) async {
        if standing == nil { await look() }
        guard standing != nil, exchanging else { return await look() }
        tell()
        _ = await run(["sync", "--quiet", "--diary", path])
        settled = (try? await diary.onThread { try $0.resolve(.head) }) ?? settled
        await look()
    }

    private func look() async {
        let output = await run(["sync", "status", "--json", "--diary", path])
        var reader = try? JSONReader(output ?? [])
        if case .object(let members)? = try? reader?.value() { standing = members } else { standing = nil }
    }

    private var unsent: Int64 {
        standing?.first { $0.name == "unsent" }?.value.saidNumber ?? 0
    }

    private var remote: String? {
        standing?.first { $0.name == "remote" }?.value.saidText
    }

    /// What pages are told; null where the diary takes no part.
    private var said: JSONValue {
        guard let standing else { return .null }
        return .object(standing + [JSONMember("isRunning", .bool(running != nil))])
    }

    private func tell() { hub.announceSync(said) }
}

extension DiaryServer {
    /// Where the diary stands with its other devices, as `diarylog sync status` says it.
    func syncWords(in language: Language) throws -> Change {
        guard let sync else { throw ServerProblem.notFound }
        return { _ in ["words": .text(await sync.words(language))] }
    }

    func syncNow() throws -> Change {
        guard let sync else { throw ServerProblem.notFound }
        return { _ in await sync.exchange() }
    }
}
