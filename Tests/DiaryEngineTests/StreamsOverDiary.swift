import DiaryEngine
import EventStore

/// Another program's model of a diary: this program's, but for what it says itself.
protocol StreamsOverDiary: StreamModel {}

extension StreamsOverDiary {
    var own: DiaryStreams { DiaryStreams() }
    var application: String { own.application }
    var projections: [any TableProjection] { own.projections }

    func understands(kind: UInt16, schema: UInt16) -> Bool { own.understands(kind: kind, schema: schema) }

    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        try own.upcast(kind: kind, schema: schema, body: body)
    }

    func update(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamUpdate? { try own.update(after: event, from: row, in: view) }

    func heads(of row: StreamRow) -> [EventReference] { own.heads(of: row) }
    func counters(of state: [UInt8]) -> Counters { own.counters(of: state) }
    func isCreation(kind: UInt16) -> Bool { own.isCreation(kind: kind) }
    func isForgotten(_ row: StreamRow) -> Bool { own.isForgotten(row) }
    func begins(kind: UInt16, schema: UInt16) -> Bool { own.begins(kind: kind, schema: schema) }
    func isUnderstood(_ row: StreamRow) -> Bool { own.isUnderstood(row) }
    func refusal(of event: borrowing EventView) -> EventRefusal? { own.refusal(of: event) }
}
