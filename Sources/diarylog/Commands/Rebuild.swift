internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Makes everything anew that follows from the log.
struct Rebuild: DiaryCommand {
    static let about = CommandWords(
        "engine rebuild",
        abstract: HelpText("Make the tables and the search index anew.", "기록에서 표와 검색 색인을 다시 만듭니다."),
        discussion: HelpText(
            """
            The log and the drafts are copied into a new file as they are, and every table is made from the log; then \
            that file takes the place of the old one, as with compact. Reading and writing go on meanwhile, as far as \
            they can; stopped anywhere, the diary is as it was. Snapshots are gone. Events that cannot be followed are \
            listed, and exit is 5.
            """,
            """
            기록과 초안을 그대로 새 파일에 옮기고 표는 모두 기록에서 다시 만든 뒤, compact처럼 옛 파일을 대신합니다. 그동안에도 되는 데까지 읽고 쓸 수 있고, 어디서 멈추든 \
            일기장은 그대로입니다. 스냅숏은 없어집니다. 따라갈 수 없는 변경은 알려 주고 5로 끝납니다.
            """))

    @Flag("list", help: HelpText("Only show how the tables stand.", "표가 어떤 상태인지만 보입니다."))
    var list = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        var progress = ProgressReport(session)
        if !list {
            session.endForgetting(in: diary)
            _ = try diary.rebuild { done, total in progress.show(done, of: total) }
            progress.end()
            // What was met on the way is mended, or else named below.
            diary.forgetDamage()
        }
        let statuses = try diary.projections()
        try write(statuses, progress.seconds, session)
        let failures = statuses.flatMap(\.failures).map(\.sequence)
        if !failures.isEmpty { throw Problem.eventsLeftOut(Set(failures).sorted()) }
    }

    private func write(_ statuses: [ProjectionStatus], _ seconds: Double, _ session: Session) throws {
        if session.isJSON {
            return try session.write([
                "projections": .array(statuses.map(Self.json)), "seconds": list ? .null : .decimal(seconds),
            ])
        }
        for status in statuses {
            let checkpoint = status.checkpoint.map { "e\($0)" } ?? "-"
            try session.write("\(status.name)\t\(status.version)\t\(checkpoint)\t\(status.failures.count)\n")
        }
    }

    private static func json(_ status: ProjectionStatus) -> JSONValue {
        [
            "name": .text(status.name), "version": .number(UInt64(status.version)),
            "seq": status.checkpoint.map { .number($0.rawValue) } ?? .null,
            "failures": .array(
                status.failures.map { ["seq": .number($0.sequence.rawValue), "reason": .text($0.reason)] }),
        ]
    }
}
