import DiarylogHost
import DiarylogTestSupport
import EventStore
import Synchronization
import Testing

@testable import DiaryEngine

/// The fold of a replay is the plain one: row by row, span by span, and the same events are found damaged.
@Suite(.timed) struct ReplayTests {
    /// Folds both ways to several moments, and compares all of what they have.
    private func compare(_ scratch: Scratch, _ name: String) throws {
        let reader = try scratch.diary.store.beginRead()
        let head = reader.view.log.head
        var plain = PlainReplay()
        var fast = try ReplayFold(scratch.diary.store, through: 0, threads: 3, keepingSpans: true, in: reader.view)
        for point in [1, 2, head / 3, head / 2, head - 1, head] where point > 0 {
            try plain.advance(to: point, reader.view)
            try fast.advance(to: point, reader.view)
            fast.number(leaving: [], in: reader.view)
            var rows: [StreamRow] = []
            try fast.forEachRow(in: reader.view) { rows.append($0) }
            #expect(rows.count == plain.rows.count, "\(name)")
            for (row, wanted) in zip(rows, plain.rows) where row != wanted {
                Issue.record("\(name): row \(row.ordinal) differs as of \(point)")
            }
            for kind in SpanKind.allCases {
                #expect(fast.spans(kind) == plain.spans[kind.rawValue].sorted(by: EntrySpan.precedes), "\(name)")
            }
            #expect(fast.damaged == plain.damaged, "\(name)")
            #expect(fast.living == plain.living, "\(name)")
            #expect(try fast.stateHash(in: reader.view) == plain.stateHash, "\(name)")
        }
    }

    @Test func `on sound logs`() throws {
        var chance = Chance(for: "sound replay")
        for round in 0..<runs(debug: 4) / 100 + 4 {
            try compare(try Scratch.lived(&chance, events: 200), "round \(round)")
        }
    }

    @Test func `however many threads fold, the state is the same, damaged or not`() throws {
        var chance = Chance(for: "replay on threads")
        for round in 0..<runs(debug: 4) / 100 + 6 {
            let scratch = try Scratch.lived(&chance, events: 200)
            let head = try scratch.head
            if !round.isMultiple(of: 2) { _ = try scratch.flip(2 + UInt64(chance.below(Int(head) - 2)), at: 90) }
            for point in [1, head / 2, head] {
                var options = ReplayOptions()
                options.threads = 1
                let together = try scratch.diary.replay(to: .event(SequenceNumber(point)), options)
                options.threads = 2 + chance.below(4)
                let apart = try scratch.diary.replay(to: .event(SequenceNumber(point)), options)
                #expect(apart.stateHash == together.stateHash && apart.entries == together.entries, "round \(round)")
                #expect(apart.damaged == together.damaged && apart.events == together.events, "round \(round)")
            }
        }
    }

    @Test func `a log that was rewritten since is folded as its reader sees it`() throws {
        let scratch = try Scratch()
        for number in 0..<20 { try scratch.edit(try scratch.add("entry \(number)").id, text: "edited \(number)") }
        let (expected, head) = (try scratch.diary.replay().stateHash, try scratch.head)
        let reader = try scratch.diary.store.beginRead()
        _ = try scratch.diary.forget(try #require(try scratch.diary.list().entries.first?.id), in: scratch.context)
        let fold = try ReplayFold(scratch.diary.store, through: head, threads: 3, in: reader.view)
        #expect(try fold.stateHash(in: reader.view) == expected)
        #expect(try scratch.diary.replay().stateHash != expected)
    }

    @Test func `on logs with damaged and missing events`() throws {
        var chance = Chance(for: "damaged replay")
        for round in 0..<6 {
            let scratch = try Scratch.lived(&chance, events: 150)
            let head = Int(try scratch.head)
            for _ in 0..<1 + chance.below(6) {
                _ = try scratch.flip(UInt64(2 + chance.below(head - 2)), at: chance.below(400))
            }
            try compare(scratch, "round \(round)")
        }
    }

    @Test func `on logs of sound frames whose bodies make no sense`() throws {
        var chance = Chance(for: "senseless replay")
        for round in 0..<6 {
            let scratch = try Scratch.lived(&chance, events: 60)
            for _ in 0..<200 { try append(to: scratch, &chance) }
            try compare(scratch, "round \(round)")
        }
    }

    /// Appends an event whose body is another event's, changed in a byte or two, or cut, or of another kind.
    private func append(to scratch: Scratch, _ chance: inout Chance) throws {
        let reader = try scratch.diary.store.beginRead()
        let models = (0..<8).compactMap { _ -> [UInt8]? in
            let sequence = UInt64(1 + chance.below(Int(reader.view.log.head)))
            guard let frame = try? reader.view.soundFrame(sequence), frame.object != .zero,
                let bytes = try? reader.view.frameCopy(sequence)
            else { return nil }
            return Array(bytes[frame.body])
        }
        guard var body = models.first, let row = try reader.view.readable(UInt32(1 + chance.below(8))) else { return }
        _ = consume reader
        for _ in 0..<chance.below(3) where !body.isEmpty {
            body[chance.below(min(body.count, 24))] = UInt8(truncatingIfNeeded: chance.below(40))
        }
        if chance.below(6) == 0 { body.removeLast(chance.below(body.count + 1)) }
        let kind = UInt16([1, 2, 2, 2, 3, 3, 4, 6, 77][chance.below(9)])
        let criticality = chance.below(2) == 0 ? EventCriticality.ignorable : .stream
        let schema = UInt16(chance.below(8) == 0 ? 9 : kind <= 2 ? 2 : 1)
        let context = scratch.context
        let salt = (0..<16).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        _ = try? scratch.diary.store.write { writer in
            var moment = context
            try writer.begin(EventHeader.Operation(command: 2), count: 1, in: &moment)
            var event = EventData(kind: kind, object: row.object, expecting: .exists, body: body, salt: salt)
            event.schema = schema
            event.criticality = criticality
            try writer.append(event)
        }
    }

    @Test func `a replay from a snapshot has the hash of one from the first event, at any later moment`() throws {
        var chance = Chance(for: "replay from a snapshot")
        let scratch = try Scratch.lived(&chance, events: 200)
        let taken = try #require(try scratch.diary.takeSnapshot())
        for _ in 0..<60 { try scratch.edit(try scratch.add(chance.content()).id, text: "edited \(chance.below(9))") }
        let head = try scratch.head
        for point in [taken.sequence.rawValue, taken.sequence.rawValue + 1, head - 20, head] {
            let options = with(ReplayOptions()) { $0.start = .head }
            let plain = try scratch.diary.replay(to: .event(SequenceNumber(point)))
            let short = try scratch.diary.replay(to: .event(SequenceNumber(point)), options)
            #expect(short.start == taken.sequence && plain.start == 0)
            #expect(short.stateHash == plain.stateHash && short.entries == plain.entries)
        }
        var options = ReplayOptions()
        options.start = .event(taken.sequence.before)
        #expect(try scratch.diary.replay(to: .head, options).start == 0)
        // Where the log no longer has what an entry was, the snapshot is no beginning.
        try scratch.flip(taken.sequence.rawValue, at: 60)
        options.start = .head
        #expect(try scratch.diary.replay(to: .head, options).start == 0)
    }

    @Test func `with verification every event is proven, and one that does not prove is named`() throws {
        var chance = Chance(for: "verified replay")
        let scratch = try Scratch.lived(&chance, events: 100)
        let heard = Heard()
        let report = try scratch.diary.replay(to: .head, .verifying) { done, total in heard.note(done, total) }
        #expect(report.unproven.map(\.isEmpty) == true)
        #expect(try scratch.diary.replay().unproven == nil)
        try scratch.flip(50, at: 300)
        #expect(try scratch.diary.replay(to: .head, .verifying).unproven?.map(\.sequence).contains(50) == true)
    }
}

/// What a replay has told of itself, from any thread.
final class Heard: Sendable {
    private let all = Mutex<[(done: UInt64, total: UInt64)]>([])

    func note(_ done: UInt64, _ total: UInt64) { all.withLock { $0.append((done, total)) } }
}

extension StoreView {
    /// A stream's row by its ordinal, if there is one.
    fileprivate func readable(_ ordinal: UInt32) throws -> StreamRow? {
        try storedRow(ordinal: ordinal)
    }
}
