internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Where the diary stands: what the page asks first, and after each change.

extension DiaryServer {
    func state(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        try call.items.end()
        let head = try diary.resolve(.head)
        let at = point == .head ? head : try diary.resolve(point)
        let totals = try diary.totals(at: .event(at))
        let last = try diary.log(limit: 1, at: .event(at)).events.first
        let drafts = try diary.drafts().count
        let now = WriteContext.now()
        var members = [
            JSONMember("at", .number(at.rawValue)), JSONMember("head", .number(head.rawValue)),
            JSONMember("entries", .number(totals.live)), JSONMember("words", .number(totals.words)),
            JSONMember("recordedAt", last.map { EntryJSON.stamp($0.recordedAt) } ?? .null),
            JSONMember("drafts", .number(drafts)),
            // What stands side by side is counted now: of the past it would cost every entry.
            JSONMember("conflicts", at == head ? .number(try diary.conflicts().count) : .null),
            JSONMember("readOnly", .bool(options.isReadOnly)),
            JSONMember("diary", .text(name)),
            JSONMember("now", EntryJSON.stamp(ClockReading(wall: now.wall, offset: now.offset))),
            JSONMember("zone", .text(now.zone)),
        ]
        // What would be taken back is taken back now, not then.
        let (undo, redo) = at == head ? (try diary.nextUndo(), try diary.nextRedo()) : (nil, nil)
        members.append(JSONMember("undo", try undo.map(titled) ?? .null))
        members.append(JSONMember("redo", try redo.map(titled) ?? .null))
        let damage = diary.damage.events
        if !damage.isEmpty {
            members.append(JSONMember("damaged", .array(damage.map { .number($0.rawValue) })))
        }
        return .object(members)
    }

    /// An operation with the title of the entry that it is of; null where it is of several.
    func titled(_ operation: LoggedOperation) throws -> JSONValue {
        var title: String?
        if operation.count == 1, let id = operation.entry {
            let entry = try diary.entry(id, at: .event(operation.last))
            title = entry.flatMap { Headline(of: $0.text, previewLength: 0).title.map(String.init) }
        }
        guard case .object(let members) = OperationJSON.object(operation) else { return .null }
        return .object(members + [JSONMember("title", .text(orNull: title))])
    }
}
