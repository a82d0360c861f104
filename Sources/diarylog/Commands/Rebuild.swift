internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Builds the projections again from the log.
struct Rebuild: DiaryCommand {
    static let about = CommandWords(
        "rebuild",
        abstract: HelpText("Build what follows from the log anew, beside the old.", "기록에서 나온 것을 옛것 옆에 새로 만듭니다."),
        discussion: HelpText(
            """
            The old rows serve until the new ones take their place. Reading goes on meanwhile, and so does writing, \
            but for streams, the entries themselves; stopped anywhere, the next rebuild goes on. Events that cannot \
            be followed are listed, and exit is 5.
            """,
            """
            새 행이 자리를 잡을 때까지 옛 행을 씁니다. 그동안 읽을 수 있고, 일기 자체인 streams만 빼면 쓸 수도 있습니다. 어디서 멈춰도 다음 rebuild가 이어 갑니다. 따라갈 \
            수 없는 사건은 알려 주고 5로 끝납니다.
            """))

    @Argument(
        "name", help: HelpText("One of those that --list names; all of them without.", "--list에 나오는 것 가운데 하나. 없으면 모두."))
    var name: String?

    @Flag("list", help: HelpText("Only show how they stand.", "어떤 상태인지만 보입니다."))
    var list = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        let diary = try session.open()
        var statuses = try diary.projections()
        if let name {
            statuses.removeAll { $0.name != name }
            if statuses.isEmpty { throw Problem.unknownProjection(name) }
        }
        var progress = ProgressReport(session)
        if !list {
            for status in statuses {
                try diary.catchUp(status.name, anew: true) { step in
                    progress.show(step.done, of: step.total)
                    return true
                }
            }
            progress.end()
            // What was met on the way is mended, or else named below.
            diary.forgetDamage()
            let names = statuses.map(\.name)
            statuses = try diary.projections()
            statuses.removeAll { !names.contains($0.name) }
        }
        try write(statuses, progress.seconds, session)
        let failures = statuses.flatMap(\.failures).map(\.sequence)
        if !failures.isEmpty { throw Problem.eventsLeftOut(failures) }
    }

    private func write(_ statuses: [ProjectionStatus], _ seconds: Double, _ session: Session) throws {
        if session.isJSON {
            return try session.write([
                "projections": .array(statuses.map(Self.json)), "seconds": list ? .null : .decimal(seconds),
            ])
        }
        for status in statuses {
            let checkpoint = status.checkpoint.map { "e\($0)" } ?? "-"
            let building = status.building.map { "e\($0)" } ?? "-"
            try session.write(
                "\(status.name)\t\(status.version)\t\(checkpoint)\t\(building)\t\(status.failures.count)\n")
        }
    }

    private static func json(_ status: ProjectionStatus) -> JSONValue {
        [
            "name": .text(status.name), "version": .number(UInt64(status.version)),
            "seq": status.checkpoint.map { .number($0.rawValue) } ?? .null,
            "building": status.building.map { .number($0.rawValue) } ?? .null,
            "failures": .array(
                status.failures.map { ["seq": .number($0.sequence.rawValue), "reason": .text($0.reason)] }),
        ]
    }
}
