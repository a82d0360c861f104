internal import DiaryEngine
internal import DiarylogArguments
internal import Interchange

/// Folds the log from its first event, or from a snapshot, and reports the result.
struct Replay: ReadingCommand {
    static let about = CommandWords(
        "replay", abstract: Sentence("Compute the diary from its log, and compare.", "기록을 처음부터 다시 계산해 견줍니다."),
        discussion: Sentence(
            """
            With --check the tables in use and the search index are compared with it, with --verify every hash is \
            computed; exit 5 if something differs. --from begins with the newest snapshot up to then, if it can be \
            believed.
            """,
            """
            --check는 지금 쓰는 표와 검색 색인을 견주고, --verify는 해시를 모두 계산하며, 다른 것이 있으면 종료 코드는 5입니다. --from은 그때까지의 가장 새로운 스냅숏을 믿을 \
            수 있으면 거기서 시작합니다.
            """))

    @Option("to", value: "when", against: ["--at"], help: Sentence("Stop there.", "여기서 멈춥니다."), completion: .moments)
    var to: String?

    @Option("from", value: "when", against: ["--check"], help: Sentence("Begin with a snapshot.", "스냅숏에서 시작합니다."))
    var from: String?

    @Flag("check", help: Sentence("Compare with the tables in use.", "지금 쓰는 표와 견줍니다."))
    var check = false

    @Flag("verify", help: Sentence("Compute all hashes, on all cores.", "모든 코어로 해시를 모두 계산합니다."))
    var verify = false

    func carryOut(in session: Session) throws {
        let point: DiaryPoint
        if let to { point = try session.point(to) } else { point = try session.point() }
        var wanted = ReplayOptions()
        wanted.start = try from.map { text in try session.point(text) }
        (wanted.isCheck, wanted.isVerification) = (check, verify)
        let diary = try session.open()
        let progress = ProgressReport(session)
        let report = try diary.replay(to: point, wanted) { progress.show($0, of: $1) }
        let seconds = progress.end()
        if session.isJSON {
            try session.write(json(report, seconds))
        } else {
            let rate = Int(Double(report.events - report.start.rawValue) / max(seconds, 1e-6))
            session.notify(
                "\(report.events, "event gives", "events give") \(report.entries, "entry", "entries") (\(report.start.rawValue == 0 ? "" : "from e\(report.start.rawValue), ")\(seconds) s, \(rate) a second)",
                "변경 \(report.events)건에서 일기 \(report.entries)편이 나옵니다 (\(report.start.rawValue == 0 ? "" : "e\(report.start.rawValue)부터, ")\(seconds)초, 초당 \(rate)개)"
            )
            if report.notUnderstood > 0 {
                session.notify(
                    "of these \(report.notUnderstood, "entry was", "entries were") written by a newer diarylog, and cannot be read here",
                    "그 가운데 \(report.notUnderstood)편은 더 새로운 diarylog가 쓴 것이라 읽을 수 없습니다")
            }
            try session.write(report.stateHash.hexadecimal + "\n")
        }
        if let unproven = report.unproven {
            guard unproven.isEmpty else {
                let found = unproven.map { "e\($0.sequence): \($0.reason)" }
                throw Problem(
                    .unproven,
                    "\(found.count, "event is not what its hash says", "events are not what their hashes say"):\n"
                        + found.prefix(20).joined(separator: "\n"),
                    "증명되지 않는 변경이 \(found.count)건 있습니다:\n" + found.prefix(20).joined(separator: "\n"),
                    hint: "The others are served as before.", "나머지는 그대로 볼 수 있습니다.")
            }
            session.notify("every hash holds", "모든 해시가 맞습니다")
        }
        if report.search == .missing {
            session.notify(
                "there is no search index, so it was not compared; diarylog engine rebuild makes it",
                "검색 색인이 없어 견주지 않았습니다. diarylog engine rebuild로 만드세요")
        }
        if let differences = report.differences {
            guard differences.isEmpty else {
                throw Problem(
                    .differs, "the tables are not what the log says: \(differences.joined(separator: "; "))",
                    "표가 기록과 다릅니다: \(differences.joined(separator: "; "))")
            }
            session.notify("the tables are what the log says", "표가 기록과 같습니다")
        }
        if !report.damaged.isEmpty { throw Problem.eventsLeftOut(report.damaged) }
    }

    private func json(_ report: ReplayReport, _ seconds: Double) -> JSONValue {
        [
            "events": .number(report.events), "from": .number(report.start.rawValue),
            "entries": .number(report.entries),
            "notUnderstood": .number(report.notUnderstood),
            "stateHash": .text(report.stateHash.hexadecimal), "seconds": .decimal(seconds),
            "damaged": .array(report.damaged.map { .number($0.rawValue) }),
            "differences": report.differences.map { .array($0.map { .text($0) }) } ?? .null,
            "searchIndex": report.search.map { .text($0.name) } ?? .null,
            "unproven": report.unproven.map {
                .array($0.map { ["seq": .number($0.sequence.rawValue), "reason": .text($0.reason)] })
            } ?? .null,
        ]
    }
}
