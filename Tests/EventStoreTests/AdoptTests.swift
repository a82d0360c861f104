import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

/// Making a store of a whole log, batch by batch.
@Suite("Adopting a log", .timed) struct AdoptTests {
    /// Of three batches and a half.
    private static let long = Result {
        let folder = try Folder()
        return try makeLong(at: folder("long")).timed()
    }

    private let folder: Folder
    private let log: [PortableEvent]

    init() throws {
        folder = try Folder()
        log = try Self.long.get()
        _ = try adopt(log, at: folder("source"))
    }

    private func adopted(_ name: String) throws -> [PortableEvent] {
        let store = try Store(opening: folder(name))
        #expect(try store.problems() == [])
        #expect(try store.check(isDeep: true, threads: 2).findings.all.isEmpty)
        return try store.timed()
    }

    @Test func `takes it in several transactions, as the events and the times that it has`() throws {
        #expect(try adopt(log, at: folder("copy")).events == log.count)
        #expect(try adopted("copy") == log)
        let reader = try Store(opening: folder("copy")).beginRead()
        #expect(reader.view.identifier > 4)
        #expect(try FileSystem.contents(of: folder.path) == ["copy", "source"])
        #expect(try FileSystem.contents(of: folder("copy")).filter { !$0.hasSuffix("-lock") }.count == 2)
    }

    @Test("killed in any phase leaves nothing at the place, and begins again", arguments: [0, 1, 2, 3])
    func killed(phase: Int) async throws {
        // In the first reading; in the first batch; in a later one; at the last event.
        let moment = [log.count / 2, log.count + 4, log.count + 20, 2 * log.count - 1][phase]
        try await kill(atReading: moment)
        #expect(try FileSystem.kind(of: folder("copy")) == .missing)
        let left = try FileSystem.contents(of: folder.path).filter { $0.hasPrefix(".copy.creating-") }
        #expect(left.count == (phase == 0 ? 0 : 1))
        var readings = 0
        #expect(try adopt(log, at: folder("copy")) { _ in readings += 1 }.events == log.count)
        #expect(readings == 2 * log.count + 1)
        #expect(try adopted("copy") == log)
        #expect(try FileSystem.contents(of: folder.path) == ["copy", "source"])
    }

    @Test("killed at any moment leaves nothing at the place, or a store; then it is made", arguments: 0..<12)
    func killedAnywhere(round: Int) async throws {
        var chance = Chance(for: "killed while it adopts, round \(round)")
        let (path, times) = (folder.path, Double.random(in: 0..<3, using: &chance))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, times = times as Double] in
            let log = try Store(opening: path + "/source").timed()
            try repeatUntilKilled(within: times) { _ = try adopt(log, at: "\(path)/copy \($0)") }
        }
        let names = try FileSystem.contents(of: folder.path)
        #expect(names.contains("copy 0"))
        for name in names where name.hasPrefix("copy") { #expect(try adopted(name) == log) }
        for name in names where name.hasPrefix(".") {
            let copy = String(name.dropFirst().prefix { $0 != "." })
            _ = try adopt(log, at: folder(copy))
            #expect(try adopted(copy) == log)
        }
        #expect(try FileSystem.contents(of: folder.path).allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `a payload that nothing says was forgotten is missed in whichever batch it lacks`() throws {
        var lacking = log
        lacking[1].payload = nil
        let refused = EventStoreError.refused(record: 2, .notYet(EventNeeds(payload: true)))
        #expect(storeError { _ = try adopt(lacking, at: folder("copy")) } == refused)
        #expect(try FileSystem.contents(of: folder.path) == ["source"])
    }

    @Test func `an operation larger than a batch comes in several transactions`() throws {
        let log = try makeLarge(at: folder("large")).timed()
        #expect(try adopt(log, at: folder("copy")).events == log.count)
        #expect(try adopted("copy") == log)
    }

    @Test(
        "where a batch ends within an operation behind a hole, the rest of it is taken",
        arguments: [4_095...4_095, 1...4_095, 4_096...4_096, 0...4_095])
    func largeWithHoles(places: ClosedRange<Int>) throws {
        let log = try makeLarge(at: folder("large")).timed()
        let made = try adopt(log.lacking(places), at: folder("copy"))
        #expect(made.holes == places.map { UInt64($0) + 1 })
        #expect(
            try Store(opening: folder("copy")).ids()
                == log.enumerated().map { places.contains($0) ? nil : EventHeader.id(ofCanonical: $1.header) })
    }

    @Test func `an operation that lacks its end is refused, in whichever batch`() throws {
        let source = try makeStore(at: folder("large"))
        try source.append((1...4_094).map { Counter.open(stream($0), 1) }, in: context(1))
        let shared = try source.timed()
        // Another device goes on from here, and this one begins an operation of two.
        _ = try adopt(shared, at: folder("other"))
        let other = try Store(opening: folder("other"))
        try other.append([Counter.open(stream(9_001), 1)], in: context(2))
        try source.append([Counter.open(stream(9_002), 1), Counter.open(stream(9_003), 1)], in: context(3))
        let log = try Array(source.timed().dropLast()) + other.timed().dropFirst(shared.count)
        #expect(shared.count == 4_095)
        let refused = EventStoreError.refused(record: 4_097, .notYet(EventNeeds(rest: 1)))
        #expect(storeError { _ = try adopt(log, at: folder("copy")) } == refused)
    }

    @Test func `where the system lets no file grow further, that is said, and nothing is left`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let log = try Store(opening: path + "/source").timed()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 16 << 20, rlim_max: 16 << 20)
            unsafe setrlimit(__rlimit_resource_t(UInt32(1)), &limit)
            let error = storeError { _ = try adopt(log, at: path + "/copy") }
            guard error == .fileTooLarge(path: path) else { throw Absent() }
        }
        #expect(try FileSystem.contents(of: folder.path) == ["source"])
    }

    /// Kills a process that adopts a log before a reading of it.
    private func kill(atReading moment: Int) async throws {
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, moment = moment as Int] in
            let log = try Store(opening: "\(path)/source").timed()
            var readings = 0
            _ = try adopt(log, at: path + "/copy") { _ in
                if readings == moment { raise(SIGKILL) }
                readings += 1
            }
        }
    }
}

/// A store of 30 MiB, in events of one.
private func makeLong(at path: String) throws -> Store {
    let store = try makeStore(at: path)
    for number in 1...30 {
        var body = ByteWriter()
        body.littleEndian(Int64(number))
        body.append([UInt8](repeating: UInt8(number), count: 1 << 20))
        let event = Counter.data(Counter.opened, stream(number), .noStream, body.bytes)
        try store.append([event], in: context(number, wall: 1_700_000_000_000_000 + Int64(number)))
    }
    return store
}

/// A store whose second operation has 4,300 events.
private func makeLarge(at path: String) throws -> Store {
    let store = try makeStore(at: path)
    let events = (1...4_300).map { Counter.open(stream($0), Int64($0)) }
    try store.append(events, in: context(1, wall: 1_700_000_000_000_000))
    return store
}

/// Adopts a log, and tells of each reading of a record before it.
private func adopt(
    _ log: [PortableEvent], at path: String, _ reading: (Int) -> Void = { _ in }
) throws(EventStoreError) -> AdoptedLog {
    try adopt(log.map { .event($0) }, at: path, reading)
}

private func adopt(
    _ log: [LogRecord], at path: String, _ reading: (Int) -> Void = { _ in }
) throws(EventStoreError) -> AdoptedLog {
    try Store.adopt(
        { index in
            reading(index)
            return index < log.count ? log[index] : nil
        }, at: path, model: CounterStreams(), now: 1_800_000_000_000_000)
}

extension PortableEvent: Equatable {
    /// By the hashes of the payloads: a test without optimisation takes a second to compare some millions of bytes.
    static func == (one: PortableEvent, other: PortableEvent) -> Bool {
        one.header == other.header && one.arrivedAt == other.arrivedAt
            && one.payload.map { Digest(hashing: $0) } == other.payload.map { Digest(hashing: $0) }
    }
}

extension [PortableEvent] {
    /// The records of a log that has lost the events at some places.
    fileprivate func lacking(_ places: ClosedRange<Int>) throws -> [LogRecord] {
        try enumerated().map { place, event in
            try places.contains(place) ? .hole(event.hole()) : .event(event)
        }
    }
}
