internal import Arguments
internal import DiaryEngine
internal import EventStore
internal import Interchange

/// Shows, takes and removes snapshots of the list.
struct Snapshot: DiaryCommand {
    enum Action: String, Choice {
        case list, take, prune
    }

    static let about = CommandWords(
        "snapshot", abstract: "Show, take or remove snapshots of the list.",
        discussion: """
            They are what a list falls back on while its rows are not there. They are taken by themselves, one in \
            65,536 events, and thinned out to a tenth of the diary at most. Without them every answer is the same.
            """)

    @Argument("action", help: "list, take or prune.")
    var action: Action

    @Flag("all", help: "prune: remove all of them.")
    var all = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
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
            guard let taken else { return session.say(.snapshotThere) }
            try show([taken], session)
        case .prune:
            let count = try diary.pruneSnapshots(all: all)
            if session.isJSON { return try session.write(["removed": .number(count)]) }
            session.say(.snapshotsRemoved(count))
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
