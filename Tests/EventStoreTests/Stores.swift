import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

extension Chance {
    mutating func digest() -> Digest { Digest(hashing: bytes(8)) }
}

/// A context whose chance follows from a number.
func context(_ number: Int, wall: Int64 = 1_700_000_000_000_000) -> WriteContext {
    WriteContext(wall: wall, offset: 9 * 3600, zone: "Asia/Seoul", entropy: .seeded(Array("\(number)".utf8)))
}

/// Tests that have a folder, each of them one of its own.
class InFolder {
    let folder: Folder

    init() throws { folder = try Folder() }
}

/// A store in a folder of its own, whose streams of some numbers have begun.
struct Place {
    let folder: Folder
    let store: Store

    init(_ streams: ClosedRange<Int>? = nil, patience: Int = 120_000) throws {
        folder = try Folder()
        store = try makeStore(at: folder("store"), patience: patience)
        if let streams { try store.openStreams(streams) }
    }
}

/// Tests of one store.
protocol OfPlace {
    var place: Place { get }
}

extension OfPlace {
    var folder: Folder { place.folder }
    var store: Store { place.store }
    var path: String { store.path }

    /// The files of the store's folder without LMDB's lock files.
    func files() throws -> [String] { try FileSystem.contents(of: path).filter { !$0.hasSuffix("-lock") } }
}

/// A store that holds its device's first event.
func makeStore(
    at path: String, seed: Int = 0, model: any StreamModel = CounterStreams(), patience: Int = 120_000
) throws -> Store {
    var moment = context(seed)
    try Store.create(at: path, model: model, store: moment.entropy.identifier()) { writer in
        try writer.ensureDevice(in: &moment)
    }
    return try Store(opening: path, model: model, patience: patience)
}

/// The error a body throws, or nil.
func storeError(_ body: () throws -> Void) -> EventStoreError? {
    do {
        try body()
        return nil
    } catch {
        return EventStoreError(error)
    }
}

extension Store {
    /// Opens a store of counters.
    convenience init(opening path: String, patience: Int = 120_000) throws(EventStoreError) {
        try self.init(opening: path, model: CounterStreams(), patience: patience)
    }

    /// Appends one operation of the given events.
    @discardableResult
    func append(
        _ events: [EventData], takingBack target: OperationID? = nil, in context: WriteContext
    ) throws(EventStoreError) -> OperationReceipt {
        try write { writer in
            var context = context
            let operation = EventHeader.Operation(command: 7, target: target?.event)
            try writer.begin(operation, count: events.count, in: &context)
            for event in events { try writer.append(event) }
            guard let receipt = writer.receipts.last else { throw EventStoreError.damaged("no receipt") }
            return receipt
        }
    }

    /// Begins the stream of this number, in one event.
    @discardableResult
    func openStream(_ number: Int) throws(EventStoreError) -> OperationReceipt {
        try append([Counter.open(number)], in: context(number))
    }

    /// Begins the streams of these numbers, one after the other.
    func openStreams(_ numbers: ClosedRange<Int>) throws(EventStoreError) {
        for number in numbers { try openStream(number) }
    }

    var head: UInt64 {
        get throws(EventStoreError) { try beginRead().view.log.head }
    }

    func row(of object: StreamID) throws(EventStoreError) -> StreamRow? {
        let reader = try beginRead()
        return try reader.view.stream(object)
    }

    /// What cannot be proven of the log, found in one go; and in parts at once, which must find the same.
    func problems() throws(EventStoreError) -> [CheckFinding] {
        let head = try head
        let whole = try prove(through: head, threads: 1)
        for (threads, slice) in [(1, 1), (2, 3), (3, 7)] as [(Int, UInt64)] {
            let parts = try prove(through: head, threads: threads, slice: slice)
            #expect(parts == whole)
        }
        return whole
    }

    /// The bytes of every frame up to the head.
    func frames() throws(EventStoreError) -> [[UInt8]] {
        let reader = try beginRead()
        var frames: [[UInt8]] = []
        var sequence: UInt64 = 1
        while sequence <= reader.view.log.head {
            frames.append(try reader.view.frameCopy(sequence) ?? [])
            sequence += 1
        }
        return frames
    }

    /// Every table as it stands.
    func tables() throws -> [String: [[UInt8]]] {
        let reader = try beginRead()
        return try dump(reader.view)
    }

    /// A store made of events, with holes in the places of some of them.
    @discardableResult
    static func made(
        of events: [PortableEvent], losing lost: Set<Int> = [], at path: String,
        model: CounterStreams = CounterStreams()
    ) throws -> Store {
        try create(at: path, model: model, store: .zero) { writer in
            for (place, event) in events.enumerated() {
                if lost.contains(place) {
                    _ = try writer.offer(.hole(event.hole()), number: place + 1)
                } else {
                    try writer.importEvent(event, arrivedAt: event.arrivedAt ?? 1, record: place + 1)
                }
            }
        }
        return try Store(opening: path, model: model)
    }

    /// The events as they travel, with their times.
    func timed() throws -> [PortableEvent] {
        try portable().map {
            PortableEvent(header: $0.event.header, payload: $0.event.payload, arrivedAt: $0.arrivedAt)
        }
    }

    /// The ids of the events; nil for each hole.
    func ids() throws -> [Digest?] {
        let reader = try beginRead()
        return try (1...reader.view.log.head).map { try reader.view.soundFrame($0)?.id }
    }

    /// The events as they travel, with the numbers that are this store's own.
    func portable(after first: UInt64 = 0) throws -> [(event: PortableEvent, arrivedAt: Int64)] {
        let reader = try beginRead()
        var events: [(event: PortableEvent, arrivedAt: Int64)] = []
        var sequence = first + 1
        while sequence <= reader.view.log.head {
            guard let bytes = try reader.view.frameCopy(sequence) else { throw Absent() }
            let frame = try Frame(bytes.span, expecting: sequence)
            let payload = frame.state == .whole ? Array(bytes[frame.payload]) : nil
            events.append((PortableEvent(header: Array(bytes[frame.header.bytes]), payload: payload), frame.arrivedAt))
            sequence += 1
        }
        return events
    }
}

/// Every table of a transaction, entry by entry in the order of the keys.
func dump(
    _ view: borrowing StoreView
) throws(EventStoreError) -> [String: [[UInt8]]] {
    let others: Set = ["snapshots", "failures", "drafts"]
    var result: [String: [[UInt8]]] = [:]
    for table in view.log.tables.all where !others.contains(table.name) {
        var entries: [[UInt8]] = []
        var cursor = try view.cursor(in: table)
        while try cursor.next() {
            entries.append([UInt8](copying: cursor.key))
            entries.append([UInt8](copying: cursor.value))
        }
        result[table.name] = entries
    }
    return result
}

/// The names of tables that differ.
func differences(_ left: [String: [[UInt8]]], _ right: [String: [[UInt8]]]) -> [String] {
    Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
}

extension Counter {
    /// Begins the stream of a number.
    static func open(_ number: Int) -> EventData { open(stream(number), 1) }

    /// Fills a store with single events of one stream, `count` of them.
    static func fill(_ store: Store, _ object: StreamID, count: Int) throws(EventStoreError) {
        for number in 0..<count {
            let version = UInt64(number)
            let event = number == 0 ? Counter.open(object, 1) : Counter.add(object, 1, after: version)
            try store.append([event], in: context(number))
        }
    }
}

/// A store's identifier, by number.
func storeID(_ number: Int) -> StoreID {
    StoreID(high: stream(number).high, low: stream(number).low)
}

/// A stream's name out of a number.
func stream(_ number: Int) -> StreamID {
    let digest = Digest(hashing: Array("stream \(number)".utf8)).bytes
    return StreamID(digest.span)
}

extension PortableEvent {
    /// What stands in its place where it is lost.
    func hole(isNamed: Bool = true) throws -> EventHole {
        let header = try EventHeader(canonical: header.span)
        return EventHole(
            device: header.device, deviceSequence: header.deviceSequence, id: isNamed ? header.id : nil, reason: "lost")
    }
}

extension StoreWriter {
    /// Imports the next event of a log that is imported as a whole; throws `refused` with `record` if it is not
    /// accepted.
    mutating func importEvent(_ event: PortableEvent, arrivedAt: Int64, record: Int) throws(EventStoreError) {
        let answer = try offer(.event(with(event) { $0.arrivedAt = arrivedAt }), number: record)
        guard answer == .accepted else { throw .refused(record: record, answer) }
    }
}

/// Does something again and again until this process is killed: once it was done, and within so many times as long as
/// that took. Where the kill falls is chance: what is left is whole in any case.
func repeatUntilKilled(within times: Double, _ work: (Int) throws -> Void) rethrows {
    let start = WallClock.monotonic()
    try work(0)
    let pause = Int64(times * Double(WallClock.monotonic() - start))
    _ = Worker {
        WallClock.pause(nanoseconds: pause)
        kill(getpid(), SIGKILL)
    }
    for number in 1... { try work(number) }
}
