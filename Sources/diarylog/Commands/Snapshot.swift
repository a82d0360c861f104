internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Shows, takes and removes snapshots of the list.
struct Snapshot: DiaryCommand {
    enum Action: String, Choice {
        case list, take, prune
    }

    static let about = CommandWords(
        "engine snapshot",
        abstract: HelpText("Show, take or remove snapshots of the list.", "목록의 스냅숏을 보거나, 뜨거나, 없앱니다."),
        discussion: HelpText(
            """
            They are what a list falls back on while its rows are not there, and where replay --from begins. One is taken \
            by itself in 65,536 events, and the newest two stay. Without them every answer is the same.
            """,
            """
            목록의 행이 없을 때 대신 쓰고, replay --from이 시작하는 곳입니다. 변경 65,536개마다 저절로 하나를 뜨고, 가장 새로운 둘만 남깁니다. 없어도 답은 같습니다.
            """))

    @Argument("action", help: HelpText("list, take or prune.", "list, take, prune 가운데 하나."))
    var action: Action = .list

    @Flag("all", help: HelpText("prune: remove all of them.", "prune: 모두 없앱니다."))
    var all = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        if all, action != .prune { throw Problem.against("--all", action.rawValue) }
        let diary = try session.open()
        switch action {
        case .list:
            let snapshots = try diary.snapshots()
            try show(snapshots, session)
            let damaged = snapshots.filter { !$0.isSound }.count
            if damaged > 0 { throw Problem.damagedSnapshots(damaged) }
        case .take:
            let taken = try diary.takeSnapshot()
            if session.isJSON { return try session.write(["snapshot": taken.map(Self.json) ?? .null]) }
            guard let taken else { return session.notify(.snapshotThere) }
            try show([taken], session)
        case .prune:
            let count = try diary.pruneSnapshots(all: all)
            if session.isJSON { return try session.write(["removed": .number(count)]) }
            session.notify(.snapshotsRemoved(count))
        }
    }

    private func show(_ snapshots: [SnapshotStatus], _ session: Session) throws {
        if session.isJSON { return try session.write(["snapshots": .array(snapshots.map(Self.json))]) }
        for snapshot in snapshots {
            let word = session.text(snapshot.isSound ? Sentence.sound : .damaged)
            try session.write("e\(snapshot.sequence)\t\(snapshot.name)\t\(snapshot.length)\t\(word)\n")
        }
    }

    private static func json(_ snapshot: SnapshotStatus) -> JSONValue {
        [
            "name": .text(snapshot.name), "version": .number(UInt64(snapshot.version)),
            "seq": .number(snapshot.sequence.rawValue), "bytes": .number(snapshot.length),
            "sound": .bool(snapshot.isSound),
        ]
    }
}
