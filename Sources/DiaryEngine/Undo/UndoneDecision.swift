internal import DiaryModel
internal import EventStore

// Undoing a decision: what stood side by side before it is written once more, each side on the event that all of them
// were made on. So it stands side by side again, for whoever reads the log, by the rules that hold for any events.
//
//     base ◄─ h1 ◄─┬─ decision ◄─ undo, as of any other operation
//       ▲◄─── h2 ◄─┘
//       ├───────────── what h1 said
//       └───────────── what h2 said

extension StoreView {
    /// What stood side by side before an operation that decided it, and on which nothing was written since; nil for any
    /// other operation.
    func sides(
        before operation: OperationRecord, _ row: StreamRow, _ entry: EntryRow
    ) throws(EventStoreError) -> EntrySides? {
        guard row.head <= operation.last, entry.branches == nil else { return nil }
        let parents = try parents(of: operation.first...operation.last, row)
        guard let first = parents.first else { return nil }
        if parents.count == 1, try soundFrame(first)?.marks.contains(.undecided) != true { return nil }
        var graph = try graph(of: row.object, create: row.create, to: .events(parents))
        guard !graph.isDoubtful, let standoff = graph.standoff(), let branches = graph.view().branches,
            branches.status == .conflict || !standoff.deletions.isEmpty || !standoff.lost.isEmpty
        else { return nil }
        return graph.sides()
    }

    /// What an entry was before an operation that let several things stand side by side again, and on which nothing was
    /// written since; nil for any other operation.
    func decided(
        before operation: OperationRecord, _ row: StreamRow, _ entry: EntryRow
    ) throws(EventStoreError) -> EntryState? {
        guard row.head <= operation.last, let branches = entry.branches,
            branches.heads.allSatisfy({ $0.number >= operation.first })
        else { return nil }
        let parents = try parents(of: operation.first...operation.last, row)
        var graph = try graph(of: row.object, create: row.create, to: .events(parents))
        guard let before = graph.view(of: parents), before.branches == nil else { return nil }
        return before.state
    }
}

extension UndoPlan {
    /// Writes what stood side by side.
    static func write(
        _ sides: EntrySides, of id: EntryID, to writer: inout StoreWriter, in context: inout WriteContext
    ) throws(EventStoreError) {
        guard let frame = try writer.view.soundFrame(sides.base) else { throw .damaged("event \(sides.base)") }
        let base = EventReference(sequence: sides.base, id: frame.id)
        var last: [Int: EventReference] = [:]
        for part in sides.parts {
            last[part.side] = try writer.append(
                part.event, of: id, beside: last[part.side] ?? base, to: part.after, in: &context)
        }
    }
}

extension EntryEvent {
    /// Whether it says what the text is.
    var writesText: Bool {
        guard case .changed(let fields) = self else { return false }
        return fields.contains { if case .text = $0 { true } else { false } }
    }
}
