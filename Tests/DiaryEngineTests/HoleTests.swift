import DiaryEngine
import DiaryModel
import EventStore
import Host
import Testing

/// Events that nobody can read any more: an export says where they stood, and a diary made of it keeps the place.
@Suite("Holes")
struct HoleTests {
    /// The records of an export, holes and all.
    private func records(of scratch: Scratch) throws -> [LogRecord] {
        var records: [LogRecord] = []
        try scratch.diary.exportEvents { line in
            switch line {
            case .event(_, let event): records.append(.event(event))
            case .hole(_, let hole?): records.append(.hole(hole))
            case .hole(_, nil): break
            }
        }
        return records
    }

    private func holes(_ records: [LogRecord]) -> [EventHole] {
        records.compactMap { record in
            if case .hole(let hole) = record { return hole }
            return nil
        }
    }

    @Test("one lost event of an export costs itself: all others are taken, proven, and exported again")
    func one() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("하나")
        let other = try scratch.add("other")
        for number in 2...20 { try scratch.edit(entry.id, text: "하나, \(number)번째 고침") }
        try scratch.flushTail()
        for lost in [1, 2, 4, 9] as [UInt64] {
            let frame = try scratch.flip(lost, at: 200)
            let exported = try records(of: scratch)
            #expect(holes(exported).map(\.deviceSequence) == [lost])
            let copy = try Scratch(records: exported, wall: scratch.wall)
            #expect(try copy.head == scratch.head)
            #expect(try holes(records(of: copy)) == holes(exported))
            let report = try copy.diary.replay(to: .head, .verifying)
            #expect(report.unproven?.map(\.sequence) == [lost])
            #expect(report.damaged.contains(lost))
            // Sixteen events on, at the latest, the entry's text is what it was; but one whose creation is lost is not there.
            let found = try copy.diary.entry(entry.id)?.text
            #expect(found == (lost == 2 ? nil : try scratch.diary.entry(entry.id)?.text))
            #expect(try copy.diary.entry(other.id)?.text == "other")
            try copy.add("afterwards")
            try scratch.put(frame, at: lost)
        }
    }

    @Test("a lost event within an operation, or at its beginning or end, leaves the rest of it", arguments: 0..<3)
    func operation(index: Int) throws {
        let scratch = try Scratch()
        let rows = (0..<3).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try scratch.diary.import(rows, on: scratch.occasion)
        try scratch.add("later")
        try scratch.flushTail()
        try scratch.flip(UInt64(2 + index), at: 90)
        let copy = try Scratch(records: try records(of: scratch), wall: scratch.wall)
        let texts = Set(try copy.diary.list().entries.map(\.text).filter { !$0.hasPrefix("filler") })
        #expect(texts == Set(["row 0", "row 1", "row 2", "later"]).subtracting(["row \(index)"]))
    }

    @Test("an event lost at the end of its device's chain keeps its place: the newest, and one a new device follows")
    func last() throws {
        let scratch = try Scratch()
        try scratch.add("하나")
        try scratch.add("둘")
        let lost = try scratch.head
        try scratch.flip(lost, at: 90)
        #expect(try holes(records(of: scratch)).map(\.deviceSequence) == [lost])
        try scratch.add("셋")
        #expect(try scratch.head == lost + 2)
        let exported = try records(of: scratch)
        #expect(holes(exported).map(\.deviceSequence) == [lost])
        let copy = try Scratch(records: exported, wall: scratch.wall)
        #expect(try copy.head == scratch.head)
        #expect(try copy.diary.replay(to: .head, .verifying).damaged == [lost])
        #expect(try copy.diary.list().entries.count == 2)
        try scratch.flushTail()
        #expect(try holes(records(of: scratch)).map(\.deviceSequence).first == lost)
    }

    @Test("a hole without an id learns it from the event after it")
    func unnamed() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("a")
        try scratch.edit(entry.id, text: "b")
        try scratch.edit(entry.id, text: "c")
        let events = try scratch.events()
        let lost = try EventHeader(canonical: [UInt8](events[2].header).span)
        var all = events.map { LogRecord.event($0) }
        all[2] = .hole(EventHole(device: lost.device, deviceSequence: 3, id: nil, reason: "gone"))
        let copy = try Scratch(records: all, wall: scratch.wall)
        #expect(try holes(records(of: copy)).first?.id == lost.id)
        #expect(try copy.diary.replay(to: .head, .verifying).unproven?.map(\.sequence) == [3])
    }

    @Test("what a hole claims is judged: no device, no number, a place that is taken")
    func refused() throws {
        let scratch = try Scratch()
        try scratch.add("a")
        let events = try scratch.events()
        let device = try EventHeader(canonical: [UInt8](events[0].header).span).device
        for (device, number, answer) in [
            (Identifier.zero, 3 as UInt64, OperationAnswer.never(EventRefusal(.device, .missing))),
            (device, 0 as UInt64, .never(EventRefusal(.deviceSeq, .outOfRange))),
            (device, .max, .never(EventRefusal(.deviceSeq, .outOfRange))),
            (device, 2, .known),
        ] {
            let hole = EventHole(device: device, deviceSequence: number, id: nil, reason: "")
            let all = events.map { LogRecord.event($0) } + [.hole(hole)]
            #expect(throws: DiaryError.store(.refused(record: 3, answer))) {
                try Scratch(records: all, wall: scratch.wall)
            }
        }
    }
}

extension ReplayManner {
    fileprivate static var verifying: ReplayManner {
        var manner = ReplayManner()
        manner.isVerification = true
        return manner
    }
}
