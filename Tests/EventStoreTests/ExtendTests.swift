/// One operation that is appended to a copy of the file by several transactions, before the copy takes its place.

import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite(.timed) struct ExtendTests: OfPlace {
    let place: Place

    init() throws { place = try Place(2...40) }

    @Test func `an operation of several transactions is what one transaction makes of it`() throws {
        let receipt = try store.extend { try append(300, of: 70, to: $0) }
        #expect(receipt.count == 300 && receipt.first == 41 && receipt.last == 340)
        let twin = try makeStore(at: folder("twin"))
        try twin.openStreams(2...40)
        try twin.append((0..<300).map { Counter.open(stream(1_000 + $0), 1) }, in: context(500))
        // Another folder is another device; what was said is the same.
        #expect(try said(by: store) == said(by: twin))
        #expect(try store.problems() == [])
        var rebuilt = try Mirror(of: store, at: folder("rebuilt"))
        try rebuilt.catchUp()
        #expect(try rebuilt.store.frames() == store.frames())
        #expect(try differences(store.tables(), rebuilt.store.tables()) == [])
        try store.append([Counter.open(stream(2_000), 1)], in: context(501))
        #expect(try store.problems() == [] && store.head == 341)
    }

    @Test func `few events, which would wait in the tail, are an operation of several transactions as well`() throws {
        let receipt = try store.extend { try append(5, of: 2, to: $0) }
        #expect(receipt.count == 5)
        #expect(try store.head == 45 && store.problems() == [])
        try store.append([Counter.open(stream(2_000), 1)], in: context(501))
        #expect(try store.head == 46 && store.problems() == [])
    }

    @Test func `others read what was there until all of it is, and then see all of it`() throws {
        let other = try Store(opening: path)
        var seen: [UInt64] = []
        try store.extend(after: { _ in seen.append(try other.head) }) { copy in
            _ = try append(100, of: 30, to: copy) { seen.append(try other.head) }
        }
        // copied, followed, proven; four parts; completed, synced, named; committed, removed.
        #expect(seen == Array(repeating: 40, count: 10) + Array(repeating: 140, count: 2))
        #expect(try files() == ["lock", "log-000002.mdb"])
    }

    @Test func `what is written meanwhile stays, and the second time writers wait`() throws {
        let other = try Store(opening: path, patience: 20)
        var runs = 0
        let receipt = try store.extend { copy in
            runs += 1
            let run = runs
            return try append(100, of: 30, to: copy) {
                let answer = storeError { try other.openStream(50) }
                // In the first run it is written by the first part, and there in the others.
                if run == 2 { #expect(answer == .busy) }
            }
        }
        #expect(runs == 2 && receipt.first == 42)
        #expect(try store.head == 141 && other.head == 141)
        #expect(try store.row(of: stream(50)) != nil && store.row(of: stream(1_099)) != nil)
        #expect(try store.problems() == [])
    }

    @Test func `what fails leaves nothing, and what comes after it is as if it had never begun`() throws {
        let (frames, tables) = (try store.frames(), try store.tables())
        #expect(
            storeError {
                try store.extend { copy in
                    _ = try append(100, of: 30, to: copy)
                    throw EventStoreError.overLimit("parts")
                }
            } == .overLimit("parts"))
        #expect(try files() == ["lock", "log-000001.mdb"])
        #expect(try store.frames() == frames && differences(store.tables(), tables) == [])
        try store.openStream(60)
        #expect(try store.head == 41 && store.problems() == [])
    }

    @Test func `damaged events are refused, since their bytes may be all there is of them`() throws {
        try tamper(store, at: 7) { $0[100] ^= 1 }
        var hasRun = false
        #expect(storeError { try store.extend { _ in hasRun = true } } == .damagedEvents([7]))
        #expect(try !hasRun && files() == ["lock", "log-000001.mdb"])
    }

    @Test func `a device that begins in the copy has begun, and counts as written`() throws {
        let moved = folder("moved")
        try FileSystem.rename(from: path, to: moved)
        let there = try Store(opening: moved)
        let receipt = try there.extend { try append(100, of: 30, to: $0) }
        #expect(there.hasBegunDevice && there.hasWritten)
        #expect(try receipt.first == 42 && there.problems() == [])
        try there.openStream(70)
        #expect(try there.head == 142)
    }

    @Test(
        "killed after any step, all of it is there or nothing, and the next change clears up",
        arguments: GenerationStep.allCases)
    func killed(step: GenerationStep) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, step = step as GenerationStep] in
            try extend(path, killedAfter: step)
        }
        try check(isThere: [.committed, .removed].contains(step))
    }

    @Test func `killed between two parts, nothing of it is there`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try extend(path, killedAfter: nil)
        }
        try check(isThere: false)
    }

    private func check(isThere: Bool) throws {
        #expect(try store.head == (isThere ? 140 : 40))
        #expect(try (store.row(of: stream(1_000)) != nil) == isThere)
        #expect(try store.problems() == [])
        try store.openStream(77)
        try store.removeLeftovers()
        #expect(try files() == ["lock", isThere ? "log-000002.mdb" : "log-000001.mdb"])
        _ = try store.extend { try append(20, of: 10, to: $0, from: 3_000) }
        #expect(try store.head == (isThere ? 161 : 61))
        #expect(try store.problems() == [])
    }
}

/// Extends a store, and ends this process at once after a step, or after the second of four parts.
private func extend(_ path: String, killedAfter step: GenerationStep?) throws {
    let store = try Store(opening: path)
    var parts = 0
    try store.extend(after: { reached in if reached == step { raise(SIGKILL) } }) { copy in
        _ = try append(100, of: 30, to: copy) {
            parts += 1
            if step == nil, parts == 2 { raise(SIGKILL) }
        }
    }
}

/// Appends an operation of events that open streams, so many to a transaction.
private func append(
    _ count: Int, of size: Int, to store: Store, from first: Int = 1_000, _ after: () throws -> Void = {}
) throws -> OperationReceipt {
    var unfinished: UnfinishedOperation?
    var (done, receipt): (Int, OperationReceipt?) = (0, nil)
    while done < count {
        let end = min(count, done + size)
        (unfinished, receipt) = try store.write { writer in
            if let unfinished {
                try writer.resume(unfinished)
            } else {
                var context = context(500)
                try writer.begin(EventHeader.Operation(command: 7), count: count, in: &context)
            }
            for number in done..<end { try writer.append(Counter.open(stream(first + number), 1)) }
            let rest = try writer.suspend()
            return (rest, writer.receipts.last)
        }
        done = end
        try after()
    }
    return try #require(receipt)
}

/// The streams, kinds, places and times of all events: what they say on whatever device.
private func said(by store: Store) throws -> [String] {
    try store.portable().map { event, _ in
        let header = try EventHeader(canonical: event.header.span)
        return "\(header.object) \(header.kind) \(header.operationIndex)/\(header.operationCount) \(header.lamport)"
    }
}
