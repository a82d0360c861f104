internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost
internal import Interchange
internal import Synchronization

// Every diary that has a name and takes part, for whoever keeps many.

/// A diary that has a name and takes part in an exchange, and what became of its last one.
struct NamedExchange: Sendable {
    let name: String
    let path: String
    let address: RemoteAddress
    var report = ExchangeReport()
    var problem: Problem?

    /// How many are exchanged at once.
    private static let most = 4

    /// Those of a session, by their names.
    static func all(of session: Session) throws -> [NamedExchange] {
        try session.namedDiaries().compactMap { diary in
            SyncFolder(of: diary.path).address.map { NamedExchange(name: diary.name, path: diary.path, address: $0) }
        }
    }

    /// Exchanges some, a few at once; one that fails hinders no other.
    static func run(_ diaries: [NamedExchange], _ session: Session) -> [NamedExchange] {
        let work = Mutex((begun: 0, all: diaries))
        Threads.run(min(most, diaries.count)) { _ in
            while true {
                let index = work.withLock { work in
                    work.begun += 1
                    return work.begun - 1
                }
                if index >= diaries.count { return }
                let one = diaries[index].exchanged(session)
                work.withLock { $0.all[index] = one }
            }
        }
        return work.withLock { $0.all }
    }

    private func exchanged(_ session: Session) -> NamedExchange {
        var outcome = self
        do {
            let diary = try Session.diary(at: path)
            let place = SyncPlace(diary, SyncFolder(of: path), address)
            try place.turn().wait { outcome.report = try place.exchange(session) }
            outcome.problem = outcome.report.problem
        } catch {
            outcome.problem = Problem(error)
            // What nothing proven on the remote has, as far as this is known without asking it.
            let state = SyncState(at: SyncFolder(of: path).state)
            outcome.report.unsent = (try? state.unsent(of: Session.diary(at: path))) ?? 0
        }
        return outcome
    }

    /// Whether anything went, came, or went wrong.
    var isQuiet: Bool { problem == nil && report.sent + report.received + report.files == 0 }

    func write(_ session: Session) throws {
        if session.isJSON {
            let error: JSONValue =
                problem.map { problem in
                    let message = problem.message.text(session.language)
                    return ["code": .text(orNull: problem.code?.name), "message": .text(message)]
                } ?? .null
            let members = [
                JSONMember("diary", .text(name)), JSONMember("path", .text(path)),
                JSONMember("exit", .number(Int(problem?.status.rawValue ?? 0))), JSONMember("error", error),
            ]
            return try session.write(.object(members + report.members))
        }
        let said = problem?.message ?? report.outcome
        try session.write(OnScreen.safe(name) + session.column + OnScreen.safe(session.text(said)) + "\n")
    }
}

extension Sync {
    /// Exchanges all once; the exit code is the greatest of theirs.
    func exchangeAll(_ session: Session) throws {
        let done = NamedExchange.run(try NamedExchange.all(of: session), session)
        for one in done { try one.write(session) }
        if let metrics { try SyncMetrics(diaries: done).write(to: metrics) }
        let failed = done.filter { $0.problem != nil }
        guard let worst = failed.compactMap(\.problem).max(by: { $0.status.rawValue < $1.status.rawValue }) else {
            return
        }
        let list = failed.map(\.name).listed(5)
        throw Problem(
            .someNotExchanged, status: worst.status,
            "\(failed.count) of \(done.count) diaries were not exchanged as they should be: \(list)",
            "일기장 \(done.count)개 가운데 \(failed.count)개를 제대로 주고받지 못했습니다: \(list)",
            hint: "diarylog sync --diary NAME says more of one.", "diarylog sync --diary 이름으로 하나씩 알아볼 수 있습니다.")
    }
}

extension SyncWatch {
    /// Stays, and exchanges each on a change here or in its folder, else by the clock, until it is interrupted.
    ///
    /// A thousand diaries have no thread and no open file each: once a second their files' times are looked at.
    func watchAll(_ session: Session) throws {
        var pace = Paces()
        var last: [String: NamedExchange] = [:]
        session.notify(.watching("--all"))
        while true {
            let due = pace.due(of: try NamedExchange.all(of: session), at: WallClock.now())
            let done = NamedExchange.run(due, session)
            for one in done {
                pace.note(one, at: WallClock.now())
                if !one.isQuiet && one.problem != last[one.name]?.problem || one.report.sent + one.report.received > 0 {
                    try one.write(session)
                }
                last[one.name] = one
            }
            if let metrics, !done.isEmpty {
                try SyncMetrics(diaries: last.values.sorted { $0.name < $1.name }).write(to: metrics)
            }
            try session.flush()
            WallClock.pause(nanoseconds: 1_000_000_000)
        }
    }
}

/// When each of many diaries is exchanged next.
private struct Paces {
    private var paces: [String: WatchPace] = [:]
    private var next: [String: Int64] = [:]
    private var seen: [String: [Int64]] = [:]

    /// Those whose files changed, or whose time has come.
    mutating func due(of diaries: [NamedExchange], at now: Int64) -> [NamedExchange] {
        diaries.filter { diary in
            // Noted before the exchange: what changes meanwhile is seen the next time.
            let times = Self.times(of: diary)
            let isDue = now >= next[diary.path] ?? 0 || times != seen[diary.path]
            seen[diary.path] = times
            return isDue
        }
    }

    mutating func note(_ diary: NamedExchange, at now: Int64) {
        var pace = paces[diary.path] ?? WatchPace(isFolder: diary.address.folder != nil)
        pace.note(sent: diary.report.sent, received: diary.report.received, at: now)
        paces[diary.path] = pace
        next[diary.path] = now + Int64(pace.pause(at: now)) * 1_000_000
    }

    /// When the diary's files and its folder were last written, as far as they are there.
    private static func times(of diary: NamedExchange) -> [Int64] {
        let names = ((try? FileSystem.contents(of: diary.path)) ?? []).filter { !$0.hasSuffix("lock") && $0 != "sync" }
        var paths = names.map { "\(diary.path)/\($0)" }
        if let folder = diary.address.folder { paths += [folder, folder + "/events", folder + "/files"] }
        return paths.map { (try? FileSystem.modificationTime(of: $0)) ?? 0 }
    }
}

/// Figures of many diaries' exchanges, in the text format of Prometheus.
///
/// The time of the last exchange stands there, and not how long ago it was: the file is read later than it is written.
struct SyncMetrics {
    let diaries: [NamedExchange]

    /// Writes the file, whole or not at all. A new one may be read by all, for another user reads it; it begins empty.
    func write(to path: String) throws {
        if try FileSystem.kind(of: path) == .missing {
            try FileSystem.write([UInt8]().span, to: path, mode: 0o644, exclusive: true, sync: false)
        }
        var file = try FileReplacement(of: path)
        try file.write(Array(text.utf8))
        try file.finish()
    }

    private var text: String {
        let states = diaries.map { SyncState(at: SyncFolder(of: $0.path).state) }
        var lines: [String] = []
        func gauge(_ name: String, _ help: String, _ value: (Int) -> Int64) {
            lines += ["# HELP diarylog_sync_\(name) \(help)", "# TYPE diarylog_sync_\(name) gauge"]
            for (index, diary) in diaries.enumerated() {
                lines.append("diarylog_sync_\(name){diary=\"\(Self.escaped(diary.name))\"} \(value(index))")
            }
        }
        gauge("sent_events", "Events sent by the last exchange.") { Int64(diaries[$0].report.sent) }
        gauge("received_events", "Events received by the last exchange.") { Int64(diaries[$0].report.received) }
        gauge("unsent_events", "Events that nothing proven on the remote has.") { Int64(diaries[$0].report.unsent) }
        gauge("waiting_objects", "Objects whose events wait for others.") { Int64(states[$0].waiting.count) }
        gauge("unreadable_objects", "Objects that cannot be used.") { Int64(states[$0].unreadable.count) }
        gauge("exit_code", "What the last exchange ended with, 0 for well.") {
            Int64(diaries[$0].problem?.status.rawValue ?? 0)
        }
        gauge("last_exchange_timestamp_seconds", "When an exchange last ended well, since 1970; 0 for never.") {
            (states[$0].exchangedAt ?? 0) / 1_000_000
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A value of a label, as the format wants it.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
