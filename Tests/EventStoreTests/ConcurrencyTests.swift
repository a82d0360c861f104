import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite("Many at once", .timed) struct ConcurrencyTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("every change that was acknowledged is there, from threads of one handle and from several handles")
    func threads() async throws {
        let path = folder("store")
        let first = try makeStore(at: path)
        let second = try Store(opening: path)
        let receipts = await withTaskGroup(of: [OperationReceipt].self) { group in
            for (number, store) in [first, first, second, second].enumerated() {
                group.addTask { appendMany(store, writer: number, count: 100) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(receipts.count == 400)
        try checkAll(first, receipts)
    }

    @Test func `every change that was acknowledged is there, from several processes`() async throws {
        let path = folder("store")
        let store = try makeStore(at: path)
        async let one: Void = child(path, 1)
        async let two: Void = child(path, 2)
        async let three: Void = child(path, 3)
        _ = await (one, two, three)
        #expect(try store.head == 451)
        for writer in 1...3 {
            for number in 0..<150 {
                #expect(try store.row(of: stream(writer * 10_000 + number))?.version == 1)
            }
        }
        #expect(try store.problems() == [])
    }

    private func child(_ path: String, _ writer: Int) async {
        await #expect(processExitsWith: .success) { [path, writer] in
            let store = try Store(opening: path)
            guard appendMany(store, writer: writer, count: 150).count == 150 else { throw Absent() }
        }
    }

    @Test func `one stream that many change has no version twice and none missing`() async throws {
        let path = folder("store")
        let store = try makeStore(at: path)
        try store.append([Counter.open(stream(1), 0)], in: context(0))
        let others = try (0..<3).map { _ in try Store(opening: path) }
        await withTaskGroup(of: Void.self) { group in
            for other in others { group.addTask { addMany(other, count: 60) } }
        }
        let row = try #require(try store.row(of: stream(1)))
        #expect(row.version == 181 && CounterState(row.state).value == 180)
        #expect(try store.problems() == [])
    }

    @Test func `a turn that another holds makes a write say busy, after its patience and not before`() throws {
        _ = try makeStore(at: folder("store"))
        let store = try Store(opening: folder("store"), patience: 150)
        let lockFile = try LockFile.open(StorePaths.lockFile(folder("store")), creating: false)
        #expect(try lockFile.tryLock(byte: 1, .exclusive))
        let waits = (0..<3).map { _ in
            let start = WallClock.monotonic()
            #expect(storeError { try store.openStream(1) } == .busy)
            return (WallClock.monotonic() - start) / 1_000_000
        }
        // Ten seconds are the patience of whoever names none; a machine that stalls so long does not do so each time.
        #expect(waits.allSatisfy { $0 >= 150 } && waits.contains { $0 < 10_000 })
        #expect(try store.head == 1, "reading goes on")
        try lockFile.unlock(byte: 1)
        try store.openStream(1)
    }

    @Test func `a thread that writes makes another of the same handle wait its turn, and say busy too`() async throws {
        let path = folder("store")
        _ = try makeStore(at: path)
        let store = try Store(opening: path, patience: 100)
        try await hold(store)
        try store.append([Counter.open(stream(2), 1)], in: context(1))
    }

    private func hold(_ store: Store) async throws {
        let error = try whileWriting(store) {
            storeError { try store.openStream(1) }
        }
        #expect(error == .busy)
        let other = try Store(opening: store.path, patience: 100)
        let first = try whileWriting(store) {
            // A write that gave up must not give away the turn of the one that holds it.
            _ = storeError { try store.openStream(1) }
            return storeError { try other.openStream(1) }
        }
        #expect(first == .busy)
    }

    private func checkAll(_ store: Store, _ receipts: [OperationReceipt]) throws {
        #expect(Set(receipts.map(\.id)).count == receipts.count)
        #expect(try store.head == UInt64(receipts.count + 1))
        let reader = try store.beginRead()
        for receipt in receipts {
            let frame = try reader.view.soundFrame(receipt.first.rawValue)
            #expect(frame?.id == receipt.id.event)
        }
        #expect(try store.problems() == [])
    }
}

/// Appends single events to streams of the writer's own.
private func appendMany(_ store: Store, writer: Int, count: Int) -> [OperationReceipt] {
    var receipts: [OperationReceipt] = []
    for number in 0..<count {
        let event = Counter.open(stream(writer * 10_000 + number), 1)
        do throws(EventStoreError) {
            receipts.append(try store.append([event], in: context(writer * 1000 + number)))
        } catch {
            Issue.record("\(error)")
        }
    }
    return receipts
}

/// Adds one to stream 1, as often as it takes to do so `count` times.
private func addMany(_ store: Store, count: Int) {
    var done = 0
    while done < count {
        do throws(EventStoreError) {
            let version = try store.row(of: stream(1))?.version ?? 0
            try store.append([Counter.add(stream(1), 1, after: version)], in: context(done))
            done += 1
        } catch {
            guard case .conflict(_, .exactly(let expected), let actual?) = error, actual > expected else {
                Issue.record("\(error)")
                return
            }
        }
    }
}

/// Runs a body on another thread while this one holds the store's write transaction.
private func whileWriting(
    _ store: Store, _ body: @escaping @Sendable () -> EventStoreError?
) throws -> EventStoreError? {
    let writer = try store.beginWrite()
    let box = Box()
    let thread = Worker { box.error = body() }
    thread.join()
    _ = consume writer
    return box.error
}

/// What another thread found.
private final class Box: @unchecked Sendable {
    var error: EventStoreError?
}
