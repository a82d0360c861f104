internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost

// Staying: an exchange on every change, here or there.

struct SyncWatch: DiaryCommand {
    static let about = CommandWords(
        "sync watch", abstract: Sentence("Stay, and exchange on every change.", "남아서 바뀔 때마다 주고받습니다."))

    @Flag("all", against: ["--diary"], help: .allSynced)
    var all = false

    @Option("metrics", value: "file", with: "--all", help: .metrics, completion: .files)
    var metrics: String?

    func carryOut(in session: Session) throws {
        if all { try watchAll(session) } else { try watch(session) }
    }

    /// Exchanges on every commit, on every change of the folder, else by the clock; ends when it is interrupted.
    ///
    /// A remote that does not answer ends nothing: it is said once, and asked again.
    private func watch(_ session: Session) throws {
        let place = try SyncPlace(of: session)
        let turn = try place.turn()
        let change = Semaphore()
        try listen(to: place.diary, change)
        if let folder = place.address.folder { listen(to: folder, change) }
        session.notify(.watching(place.address.text))
        var pace = WatchPace(isFolder: place.address.folder != nil)
        var trouble: Problem?
        while true {
            do {
                var report: ExchangeReport?
                _ = try turn.take { report = try place.exchange(session) }
                if let report {
                    pace.note(sent: report.sent, received: report.received, at: WallClock.now())
                    if report.sent + report.received + report.files > 0 || trouble != nil {
                        try report.write(of: place, session)
                    }
                }
                trouble = nil
            } catch {
                let problem = Problem(error)
                guard [.unreachable, .damaged, .busy].contains(problem.status) else { throw error }
                if problem != trouble {
                    ErrorOutput.write(problem, language: session.language, asJSON: session.isJSON)
                }
                trouble = problem
            }
            try session.flush()
            if change.wait(milliseconds: Int64(pace.pause(at: WallClock.now())) * 1000) {
                // What comes together is exchanged together.
                WallClock.pause(nanoseconds: 50_000_000)
                while change.wait(milliseconds: 0) {}
            }
        }
    }

    /// Signals each commit, by whatever process.
    private func listen(to diary: Diary, _ change: Semaphore) throws {
        let head = try diary.resolve(.head)
        _ = Threads.detach {
            var seen = head
            while true {
                if let next = try? diary.waitForChange(since: seen) {
                    seen = next.head
                    change.signal()
                } else {
                    WallClock.pause(nanoseconds: 1_000_000_000)
                }
            }
        }
    }

    /// Signals each file that comes into a remote's folder. Where nothing can be watched, the clock is left.
    ///
    /// Each wait has a watch of its own, made before the change is signalled: what comes between two is seen by the
    /// exchange that follows, and a folder that was unplugged or made anew is watched again.
    private func listen(to folder: String, _ change: Semaphore) {
        for path in [folder, folder + "/events", folder + "/files"] {
            _ = Threads.detach {
                while true {
                    if let watch = try? FileWatch(path, for: .arrivals) {
                        change.signal()
                        _ = watch.wait(milliseconds: -1)
                    } else {
                        WallClock.pause(nanoseconds: 1_000_000_000)
                    }
                }
            }
        }
    }
}
