import DiarylogHost
import EventStore

/// The events of a counter, a small program that the store's tests run.
enum Counter {
    static let opened: UInt16 = 200
    static let added: UInt16 = 201
    static let set: UInt16 = 202
    static let closed: UInt16 = 203

    static func open(_ object: StreamID, _ value: Int64, key: EventHeader.Key? = nil) -> EventData {
        data(opened, object, .noStream, number(value), key: key)
    }

    static func add(
        _ object: StreamID, _ delta: Int64, after version: UInt64, key: EventHeader.Key? = nil
    ) -> EventData {
        var event = data(added, object, .exactly(StreamVersion(version)), number(delta), key: key)
        event.schema = 2
        return event
    }

    /// An addition as the first release wrote it: four bytes.
    static func addOldSchema(_ object: StreamID, _ delta: Int32, after version: UInt64) -> EventData {
        var writer = ByteWriter()
        writer.littleEndian(delta)
        return data(added, object, .exactly(StreamVersion(version)), writer.bytes, key: nil)
    }

    static func set(_ object: StreamID, _ value: Int64, from old: Int64, after version: UInt64) -> EventData {
        data(set, object, .exactly(StreamVersion(version)), number(value), key: nil)
    }

    static func close(_ object: StreamID, from old: Int64, after version: UInt64) -> EventData {
        data(closed, object, .exactly(StreamVersion(version)), [], key: nil)
    }

    static func data(
        _ kind: UInt16, _ object: StreamID, _ expecting: ExpectedVersion, _ body: [UInt8], key: EventHeader.Key? = nil
    ) -> EventData {
        let salt = Digest(hashing: body + object.bytes + [UInt8(kind & 255)]).bytes
        return EventData(
            kind: kind, object: object, expecting: expecting, body: body, salt: Array(salt.prefix(16)), key: key)
    }

    private static func number(_ value: Int64) -> [UInt8] {
        var writer = ByteWriter()
        writer.littleEndian(value)
        return writer.bytes
    }
}

/// A counter's value and whether it is closed.
struct CounterState: Equatable {
    var value: Int64
    var isClosed = false

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.littleEndian(value)
        writer.uint8(isClosed ? 1 : 0)
        return writer.bytes
    }

    init(value: Int64, isClosed: Bool = false) {
        self.value = value
        self.isClosed = isClosed
    }

    init(_ bytes: [UInt8]) {
        value = bytes.span.littleEndian(at: 0)
        isClosed = bytes[8] == 1
    }
}

/// What a store makes of counters: their values, a table by value and a table of every value they ever had.
struct CounterStreams: StreamModel {
    var application = "counters"

    /// Those that it keeps beside the counters' values.
    var projecting: [any TableProjection] = []
    /// Kinds that this program knows beside a counter's own.
    var alsoKnown: Set<UInt16> = []

    var projections: [any TableProjection] { [CounterValues()] + projecting }

    func understands(kind: UInt16, schema: UInt16) -> Bool {
        if alsoKnown.contains(kind) { return true }
        return (Counter.opened...Counter.closed).contains(kind) && schema <= (kind == Counter.added ? 2 : 1)
    }

    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        guard kind == Counter.added, schema == 1 else { return nil }
        guard body.count == 4 else { throw .truncated }
        var writer = ByteWriter()
        writer.littleEndian(Int64(body.littleEndian(at: 0) as Int32))
        return writer.bytes
    }

    func update(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamUpdate? {
        var next = row?.state
        if understands(kind: event.frame.kind, schema: event.frame.schema),
            let state = try? state(after: event, from: row?.state)
        {
            next = state
        }
        return next.map { StreamUpdate(state: $0) }
    }

    func state(after event: borrowing EventView, from state: [UInt8]?) throws(FormatError) -> [UInt8] {
        if alsoKnown.contains(event.frame.kind), let state { return state }
        let before = state.map { CounterState($0) }
        var reader = ByteReader(event.body)
        switch event.frame.kind {
        case Counter.opened: return CounterState(value: try reader.littleEndian(Int64.self)).bytes
        case Counter.added:
            guard let before else { throw .malformed("an addition to nothing") }
            let delta = try reader.littleEndian(Int64.self)
            return CounterState(value: before.value + delta, isClosed: before.isClosed).bytes
        case Counter.set: return CounterState(value: try reader.littleEndian(Int64.self)).bytes
        default:
            guard let before else { throw .malformed("nothing to close") }
            return CounterState(value: before.value, isClosed: true).bytes
        }
    }

    func isCreation(kind: UInt16) -> Bool { kind == Counter.opened }

    func counters(of state: [UInt8]) -> Counters {
        let state = CounterState(state)
        return state.isClosed ? Counters() : Counters(first: 1, second: UInt64(max(0, state.value)))
    }

    func begins(kind: UInt16, schema: UInt16) -> Bool {
        understands(kind: kind, schema: schema) && (kind == Counter.opened || kind == Counter.set)
    }
}

/// Counters by value, and every value a counter ever had.
struct CounterValues: TableProjection {
    var name = "byvalue"
    var version: UInt16 = 1
    var tables: [String] { [name, name + history] }
    /// What the name of its second table ends with.
    var history = "-history"
    /// Events that it says it cannot follow.
    var unable: Set<UInt64> = []

    func batch(_ tables: [Table]) -> any ProjectionBatch { CounterBatch(tables, unable) }
}

private final class CounterBatch: ProjectionBatch {
    private let tables: [Table]
    private let unable: Set<UInt64>

    init(_ tables: [Table], _ unable: Set<UInt64>) { (self.tables, self.unable) = (tables, unable) }

    func apply(_ change: StreamChange, in view: inout StoreView) throws(EventStoreError) -> String? {
        let row = change.after
        if unable.contains(row.head) { return "event \(row.head) is not liked" }
        let new = CounterState(row.state)
        if let before = change.before {
            let key = Self.key(UInt64(bitPattern: CounterState(before.state).value), row.ordinal)
            _ = try view.delete(key.span, in: tables[0])
        }
        if !new.isClosed {
            let key = Self.key(UInt64(bitPattern: new.value), row.ordinal)
            try view.put(row.object.bytes.span, for: key.span, in: tables[0])
        }
        var key = ByteWriter()
        key.bigEndian(row.ordinal)
        key.bigEndian(row.head)
        try view.put(row.state.span, for: key.bytes.span, in: tables[1])
        return nil
    }

    private static func key(_ value: UInt64, _ ordinal: UInt32) -> [UInt8] {
        var writer = ByteWriter()
        writer.bigEndian(value)
        writer.bigEndian(ordinal)
        return writer.bytes
    }
}
