internal import DiaryModel
internal import DiarylogHost
package import EventStore

/// The stream model of the diary: a stream is an entry, and its state is an entry's row.
package struct DiaryStreams: StreamModel {
    /// Graphs of entries that stand on several events.
    let memory = GraphMemory()

    package init() {}

    package var application: String { "diarylog" }

    package var projections: [any TableProjection] { [SpanProjection(), SearchProjection()] }

    package func understands(kind: UInt16, schema: UInt16) -> Bool {
        EntryEventCodec.understands(kind: kind, schema: schema)
    }

    package func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        try Upcasting.upcast(kind: kind, schema: schema, body: body)
    }

    package func begins(kind: UInt16, schema: UInt16) -> Bool {
        kind == EntryEventCodec.Kind.create || kind == EntryEventCodec.Kind.edit
            || !understands(kind: kind, schema: schema)
    }

    package func isCreation(kind: UInt16) -> Bool { kind == EntryEventCodec.Kind.create }

    package func isForgotten(_ row: StreamRow) -> Bool { status(of: row) == .forgotten }

    package func isUnderstood(_ row: StreamRow) -> Bool { status(of: row) != .notUnderstood }

    /// How the text of a branched entry came about; nil for any other.
    private func status(of row: StreamRow) -> EntryStatus? {
        EntryRow.isBranched(row.state) ? (try? EntryRow(row.state))?.branches?.status : nil
    }

    package func counters(of state: [UInt8]) -> Counters { EntryRow.counters(state) }

    package func update(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamUpdate? {
        guard let row else {
            return EntryFold(event, in: view).map { StreamUpdate(state: $0.state, marks: $0.marks) }
        }
        var entry: EntryFold
        do throws(FormatError) { entry = try EntryFold(row) } catch {
            throw .damagedTable("streams")
        }
        try entry.advance(by: event, in: view, memory)
        return StreamUpdate(state: entry.state, marks: entry.marks, isDoubtful: entry.isDoubtful)
    }

    package func heads(of row: StreamRow) -> [EventReference] {
        let newest = [EventReference(sequence: row.head, id: row.headID)]
        guard EntryRow.isBranched(row.state), let branches = (try? EntryRow(row.state))?.branches else { return newest }
        return branches.heads.map { EventReference(sequence: $0.number, id: Digest($0.id)) }
    }

    static func entry(_ row: StreamRow) throws(EventStoreError) -> EntryRow {
        do { return try EntryRow(row.state) } catch {
            throw .damagedTable("streams")
        }
    }
}
