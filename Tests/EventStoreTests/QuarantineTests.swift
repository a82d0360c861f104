import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

@Suite("A damaged frame", .timed)
struct QuarantineTests {
    private let folder: Folder
    private let store: Store
    private let one = stream(1)

    init() throws {
        folder = try Folder()
        store = try makeStore(at: folder("store"))
    }

    @Test("is named, and nothing else is", arguments: [2, 7, 16, 17, 30, 31, 35, 36])
    func named(sequence: UInt64) throws {
        for number in 2...36 { try store.append([Counter.open(stream(number), Int64(number))], in: context(number)) }
        let frames = try store.frames()
        try tamper(store, at: sequence) { $0[90] ^= 4 }
        let reader = try store.beginRead()
        for other in 1...reader.view.log.head {
            switch try reader.view.frame(other) {
            case .sound: #expect(other != sequence)
            case .damaged(let error): #expect(other == sequence && error == .checksum)
            case .missing: Issue.record("event \(other)")
            }
        }
        let problems = try store.problems()
        #expect(problems.first { $0.sequence == sequence }?.reason == .damaged)
        let rest = problems.filter { $0.sequence != sequence }
        #expect(rest == [])
        for number in 2...36 {
            let row = try store.row(of: stream(number))
            // A row that was folded before the damage is still there.
            if UInt64(number) != sequence || number <= 32 {
                #expect(row.map { CounterState($0.state).value } == Int64(number))
            }
        }
        for number in 37...80 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        for (index, frame) in try store.frames().prefix(36).enumerated() where index + 1 != Int(sequence) {
            #expect(frame == frames[index])
        }
        #expect(try store.problems().allSatisfy { $0.sequence == sequence })
        #expect(try store.head >= 80)
    }

    @Test("gone as a whole, costs itself alone: each event proves itself")
    func idLost() throws {
        try Counter.fill(store, one, count: 30)
        try tamper(store, at: 12) { $0[45] ^= 4 }
        #expect(try store.problems() == [.init(sequence: 12, reason: .damaged)])
        try tamper(store, at: 12) { $0 = [] }
        #expect(try store.problems() == [.init(sequence: 12, reason: .missing)])
    }

    @Test("is flushed as it is, byte for byte")
    func foldedAsItIs() throws {
        try Counter.fill(store, one, count: 5)
        try tamper(store, at: 4) { $0[90] ^= 4 }
        let damaged = try store.frames()[3]
        for number in 10...40 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        #expect(try store.beginRead().view.log.meta.flushed >= 16)
        #expect(try store.frames()[3] == damaged)
    }

    @Test(
        "at a stream's head, its beginning or between leaves the stream to go on",
        arguments: [
            (20, 2), (20, 4), (20, 5), (20, 6), (20, 16), (20, 20), (20, 21), (15, 2), (15, 16), (15, 15), (31, 32),
            (35, 2),
        ])
    func streamGoesOn(count: Int, sequence: UInt64) throws {
        try Counter.fill(store, one, count: count)
        // Within the stream's name: whose event it was cannot be told.
        try tamper(store, at: sequence) { $0[185] ^= 4 }
        let row = try #require(try store.row(of: one))
        var version = row.version
        var value = CounterState(row.state).value
        for number in 0..<40 {
            try store.append([Counter.add(one, 3, after: version)], in: context(100 + number))
            (version, value) = (version + 1, value + 3)
            let now = try #require(try store.row(of: one))
            #expect(now.version == version)
            #expect(CounterState(now.state).value == value)
        }
        let reader = try store.beginRead()
        let now = try #require(try reader.view.stream(one))
        for limit in (now.head - 35)...now.head {
            let found = try reader.view.lastEvent(
                ofStreamWithHead: now.head, create: now.create, notAfter: limit)
            #expect(found == limit)
        }
        let problems = try store.problems()
        #expect(problems.contains(.init(sequence: sequence, reason: .damaged)))
        #expect(problems.allSatisfy { $0.sequence == sequence })
        #expect(problems.allSatisfy { $0.sequence <= UInt64(count) + 1 }, "what was written afterwards can be proven")
    }

    @Test("that began the device lets the store go on as it")
    func originLost() throws {
        try Counter.fill(store, one, count: 20)
        try tamper(store, at: 1) { $0[90] ^= 4 }
        let before = try store.head
        for number in 0..<40 {
            try store.append([Counter.add(one, 1, after: UInt64(20 + number))], in: context(100 + number))
        }
        #expect(try store.head == before + 40)
        let problems = try store.problems()
        #expect(problems.contains(.init(sequence: 1, reason: .damaged)))
        #expect(problems.allSatisfy { $0.sequence <= before })
    }

    @Test("is passed over when the log is asked for a time")
    func times() throws {
        for number in 2...60 {
            try store.append(
                [Counter.open(stream(number), 1)],
                in: context(number, wall: 1_700_000_000_000_000 + Int64(number) * 10))
        }
        for sequence: UInt64 in [20, 21, 22, 40, 60] { try tamper(store, at: sequence) { $0[90] ^= 4 } }
        let reader = try store.beginRead()
        let now: Int64 = 1_700_000_000_000_000 + 5_000
        let found = try store.moment(1_700_000_000_000_000 + 305, now: now, in: reader.view).sequence
        #expect(found == 30)
        // The damaged ones count with what precedes them.
        let before = try store.moment(1_700_000_000_000_000 + 195, now: now, in: reader.view).sequence
        #expect((19...22).contains(before))
        let all = try store.moment(.max, now: now, in: reader.view).sequence
        #expect(all == 60)
    }

    @Test("that is not there at all is a hole, and the log goes on", arguments: [5, 18, 20])
    func missing(sequence: UInt64) throws {
        try Counter.fill(store, one, count: 20)
        try tamper(store, at: sequence) { $0 = [] }
        for number in 50...90 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        #expect(try store.problems().first == .init(sequence: sequence, reason: .missing))
        #expect(try store.head == 62)
    }

    @Test("a damaged row does not keep the rest from being read and written")
    func damagedRow() throws {
        for number in 2...20 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        // Its stream has an event in the tail, which every reader and every fold meets.
        try store.append([Counter.add(stream(5), 4, after: 1)], in: context(30))
        let environment = try Environment.open(Layout.generation(1, store.path))
        let entries = try #require(try environment.databases(["streams"], create: false)[0])
        let key = TableKey.ordinal(4)
        do {
            var transaction = try environment.beginWrite()
            var row: [UInt8] = []
            if let value = try transaction.value(for: key.span, in: entries) { row = [UInt8](copying: value) }
            row[42] ^= 1
            try transaction.put(row.span, for: key.span, in: entries)
            try transaction.commit()
        }
        #expect(try store.row(of: stream(6))?.version == 1)
        #expect(try store.row(of: stream(5)).map { CounterState($0.state).value } == 5)
        for number in 40...80 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        #expect(try store.row(of: stream(5)).map { CounterState($0.state).value } == 5)
        #expect(try store.row(of: stream(5))?.version == 2)
    }
}
