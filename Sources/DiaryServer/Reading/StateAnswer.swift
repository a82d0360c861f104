internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Where the diary stands: what the page asks first, and after each change.

extension DiaryServer {
    func state(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let head = try diary.resolve(.head)
        let at = point == .head ? head : try diary.resolve(point)
        let totals = try diary.totals(at: .event(at))
        let last = try diary.log(limit: 1, at: .event(at)).events.first
        let drafts = try diary.drafts().count
        let now = WriteContext.now()
        // What would be taken back is taken back now, not then.
        let (undo, redo) = at == head ? (try diary.nextUndo(), try diary.nextRedo()) : (nil, nil)
        let state: JSONValue = [
            "at": .number(at.rawValue), "head": .number(head.rawValue), "entries": .number(totals.live),
            "words": .number(totals.words), "recordedAt": last.map { EntryJSON.stamp($0.recordedAt) } ?? .null,
            "drafts": .number(drafts),
            // What stands side by side is counted now: of the past it would cost every entry.
            "conflicts": at == head ? .number(try diary.conflicts().count) : .null,
            "readOnly": .bool(options.isReadOnly), "diary": .text(name),
            "now": EntryJSON.stamp(ClockReading(wall: now.wall, offset: now.offset)), "zone": .text(now.zone),
            "undo": try undo.map(titled) ?? .null, "redo": try redo.map(titled) ?? .null,
        ]
        let damage = diary.damage.events
        return damage.isEmpty ? state : state.adding(["damaged": .array(damage.map { .number($0.rawValue) })])
    }

    /// An operation with the title of the entry that it is of; null where it is of several.
    func titled(_ operation: LoggedOperation) throws -> JSONValue {
        var title: String?
        if operation.count == 1, let id = operation.entry {
            let entry = try diary.entry(id, at: .event(operation.last))
            title = entry.flatMap { Headline(of: $0.text, previewLength: 0).title.map(String.init) }
        }
        return OperationJSON.object(operation).adding(["title": .text(orNull: title)])
    }
}
