import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Logs of one to three devices with one field or relation of one event bent, and hashes that hold: nothing crashes or
/// hangs, nothing is taken that the table of `Docs/FileFormat.md` refuses, and what is taken is one diary by all roads.
@Suite("Forged logs", .timed) struct RefusedEventModelTests {
    /// Forged events on each good log.
    private static let width = 100

    @Test(
        "are refused as the table says, alike wherever they come in; what is taken has one state by all roads",
        .timeLimit(.minutes(9)))
    func forged() throws {
        let logs = max(1, runs(debug: 6) / 20)
        for seed in 1...UInt64(logs) {
            var chance = Chance(seed: seed &* 7919)
            var trial = try ForgedTrial(seed: seed, &chance)
            for round in 0..<Self.width {
                try trial.step(&chance)
                if round % 25 == 24 { try trial.checkRoads(&chance) }
            }
        }
    }
}

/// A good log, a diary of it that is offered forged events, and what the table says of them, told a second time.
private struct ForgedTrial {
    private let scratch: Scratch
    private let seed: UInt64
    private var good: [PortableEvent]
    private var headers: [Digest: EventHeader] = [:]
    private var events: [PortableEvent] = []
    /// Whether an event was taken that is not understood: what stands behind it is not judged by what it says.
    private var isOpaque = false
    /// Whether one was taken that binds the diary: it may be read, and no more written.
    private var isBound = false

    init(seed: UInt64, _ chance: inout Chance) throws {
        self.seed = seed
        let first = try Scratch.lived(&chance, events: 6 + chance.below(8))
        for device in 0..<chance.below(3) {
            let other = try first.copy()
            for (number, scratch) in [first, other].enumerated() {
                for step in 0..<3 {
                    let context = Scratch.context(
                        wall: scratch.wall, seed: seed &* 999 &+ UInt64(device * 100 + number * 10 + step))
                    guard let id = try scratch.diary.list().entries.randomElement(using: &chance)?.id,
                        let content = try scratch.diary.entry(id)?.content
                    else { continue }
                    let command: EntryCommand = chance.below(5) == 0 ? .delete : .edit(chance.edit(of: content))
                    _ = try scratch.diary.perform([EntryRequest(entry: id, command: command)], in: context)
                }
            }
            try first.take(other.events())
        }
        scratch = first
        good = try first.events()
        for event in good { try note(event) }
    }

    private mutating func note(_ event: PortableEvent) throws {
        headers[event.id] = try EventHeader(canonical: event.header.span)
        events.append(event)
    }

    mutating func step(_ chance: inout Chance) throws {
        var forged = try bent(&chance)
        // An event of an operation of several comes as one of its own.
        if (try? EventHeader(canonical: forged.header.span)) == nil {
            #expect(try scratch.take([forged]) == [.never(EventRefusal(.header, .malformed))], "seed \(seed)")
            return
        }
        forged = try forged.bent {
            if chance.below(30) > 0, $0.operationCount > 1 {
                ($0.operationIndex, $0.operationCount) = (0, 1)
                $0.operation = $0.operation ?? EventHeader.Operation(command: 2)
            }
        }
        let answer = try #require(try scratch.take([forged]).first)
        guard let header = try? EventHeader(canonical: forged.header.span) else {
            #expect(answer == .never(EventRefusal(.header, .malformed)), "seed \(seed)")
            return
        }
        if headers[forged.id] != nil { return #expect(answer == .known, "seed \(seed)") }
        if answer == .accepted {
            #expect(!isRefused(header), "seed \(seed): \(header)")
            let isUnknown =
                !DiaryStreams().understands(kind: header.kind, schema: header.schema)
                && !([16, 17].contains(header.kind) && header.schema == 1)
            if isUnknown, header.object != .zero { isOpaque = true }
            if isUnknown, header.criticality != .ignorable { isBound = true }
        }
        if chance.below(20) == 0 { try checkElsewhere(forged, header, answer) }
        if answer == .accepted { try note(forged) }
    }

    /// What the table says of a header beside its ancestors.
    private func isRefused(_ header: EventHeader) -> Bool {
        let years: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
        if header.lamport >= 1 << 53 || !years.contains(header.wall) { return true }
        if abs(Int64(header.offset)) > 64_800 { return true }
        if header.previous == .zero {
            if header.deviceSequence != 1 || header.kind != 17 { return true }
        } else {
            guard let before = headers[header.previous], before.device == header.device,
                before.deviceSequence &+ 1 == header.deviceSequence, before.lamport < header.lamport
            else { return true }
        }
        if (header.object == .zero || header.kind == 1) != header.parents.isEmpty { return true }
        for (index, id) in header.parents.enumerated() {
            guard let parent = headers[id], parent.object == header.object, parent.lamport < header.lamport else {
                return true
            }
            if index > 1, header.parents[index - 1] >= id { return true }
        }
        if header.kind != 17 {
            let followed = (header.parents + [header.previous]).compactMap { headers[$0]?.lamport }
            if header.lamport > (followed.max() ?? 0) + 1 << 32 { return true }
        }
        return false
    }

    /// The answer where nothing is there but what the event follows.
    private func checkElsewhere(_ forged: PortableEvent, _ header: EventHeader, _ answer: OperationAnswer) throws {
        // Of a forgotten entry payloads were dropped: what stands behind them is not judged by them here.
        if headers.values.contains(where: { $0.kind == 6 && $0.object == header.object }) { return }
        var wanted = Set(header.parents + [header.previous] + forged.continued)
        var needed: [PortableEvent] = []
        for event in events.reversed() where wanted.contains(event.id) {
            guard let header = headers[event.id], header.operationCount == 1 else { return }
            wanted.formUnion(header.parents + [header.previous] + event.continued)
            needed.append(event)
        }
        guard !needed.isEmpty else { return }
        let elsewhere = try Scratch(events: needed.reversed(), wall: scratch.wall)
        let there = try elsewhere.take([forged])
        #expect(there == [answer], "seed \(seed)")
    }

    mutating func checkRoads(_ chance: inout Chance) throws {
        let diary = scratch.diary
        let report = try diary.replay(.checking)
        #expect(report.differences == [], "seed \(seed)")
        if !isOpaque { #expect(report.damaged == [], "seed \(seed)") }
        let exported = try scratch.events()
        #expect(exported.count == Int(report.events), "seed \(seed)")
        #expect(try Scratch(events: exported, wall: 5).stateHash == report.stateHash, "seed \(seed)")
        if !isOpaque {
            let other = try Scratch(events: shuffled(exported, &chance), wall: 5).stateHash
            #expect(other == report.stateHash, "seed \(seed)")
        }
        let reader = try diary.store.beginRead()
        var plain = PlainReplay()
        for sequence in stride(from: 1, through: report.events, by: 1 + chance.below(9)) {
            try plain.advance(to: sequence, reader.view)
            for row in plain.rows where row.head == sequence || chance.below(10) == 0 {
                let entry = try EntryRow(row.state)
                let found = try diary.entry(row.object, at: .event(SequenceNumber(sequence)))
                // Forgotten is forgotten, at every moment, by a forget that is understood.
                if headers.values.contains(where: { $0.kind == 6 && $0.schema == 1 && $0.object == row.object }) {
                    #expect(found?.isDeleted == true && found?.content.text == [], "seed \(seed), event \(sequence)")
                    continue
                }
                #expect(found?.content == entry.state.content, "seed \(seed), event \(sequence)")
                #expect(found?.isDeleted == entry.state.isDeleted, "seed \(seed), event \(sequence)")
            }
        }
        _ = consume reader
        try checkLists(plain, report.events)
        for entry in try diary.list().entries {
            let versions = try diary.history(of: entry.id)
            #expect(versions?.isEmpty == false, "seed \(seed)")
        }
        guard !isBound else { return }
        try scratch.add("written between")
        for event in try scratch.events().suffix(2) where headers[event.id] == nil { try note(event) }
    }

    /// Lists now and as of the newest event, and searches, show the living of the reference and no others.
    private func checkLists(_ plain: PlainReplay, _ head: UInt64) throws {
        var plain = plain
        try plain.advance(to: head, scratch.diary.store.beginRead().view)
        var living: [EntryID: [String]] = [:]
        for row in plain.rows {
            let entry = try EntryRow(row.state)
            guard !entry.state.isDeleted else { continue }
            let others = entry.branches?.alternatives.map { String(decoding: $0.text, as: UTF8.self) } ?? []
            // A tag that was given is found as a word is.
            let tags = entry.state.content.tags.map(\.text)
            living[row.object] = [String(decoding: entry.state.content.text, as: UTF8.self)] + others + tags
        }
        var request = ListRequest()
        #expect(try Set(scratch.diary.list(request).entries.map(\.id)) == Set(living.keys), "seed \(seed)")
        request.point = .event(SequenceNumber(head))
        #expect(try Set(scratch.diary.list(request).entries.map(\.id)) == Set(living.keys), "seed \(seed)")
        for word in ["오늘", "the", "sea"] {
            var search = try SearchRequest("\"\(word)\"")
            let now = try found(search)
            search.point = .event(SequenceNumber(head))
            #expect(try found(search) == now, "seed \(seed), \(word)")
            let could = living.filter { texts in texts.value.contains { $0.contains(word) } }
            #expect(now.isSubset(of: Set(could.keys)), "seed \(seed), \(word)")
            let must = living.filter { texts in
                texts.value.contains { text in text.split(whereSeparator: \.isWhitespace).contains { $0 == word } }
            }
            #expect(Set(must.keys).isSubset(of: now), "seed \(seed), \(word)")
        }
    }

    private func found(_ request: SearchRequest) throws -> Set<EntryID> {
        let page = try scratch.diary.search(request)
        return Set(try scratch.diary.found(page.hits, by: request, at: page.at).map(\.entry.id))
    }

    /// The same operations in another order in which each comes after what it follows.
    private func shuffled(_ events: [PortableEvent], _ chance: inout Chance) throws -> [PortableEvent] {
        var waiting: [[(event: PortableEvent, header: EventHeader)]] = []
        for event in events {
            let header = try EventHeader(canonical: event.header.span)
            if header.operationIndex == 0 { waiting.append([]) }
            waiting[waiting.count - 1].append((event, header))
        }
        waiting.shuffle(using: &chance)
        var order: [PortableEvent] = []
        var known: Set<Digest> = [.zero]
        while !waiting.isEmpty {
            let position = try #require(
                waiting.firstIndex { operation in
                    let own = Set(operation.map(\.event.id))
                    return operation.allSatisfy { (event, header) in
                        (header.parents + [header.previous] + event.continued).allSatisfy {
                            known.contains($0) || own.contains($0)
                        }
                    }
                })
            for (event, _) in waiting.remove(at: position) {
                order.append(event)
                known.insert(event.id)
            }
        }
        return order
    }

    // MARK: Bending

    private mutating func bent(_ chance: inout Chance) throws -> PortableEvent {
        let event = chance.pick(events)
        guard chance.below(3) > 0 else { return try bentBody(event, &chance) }
        let (other, third) = (chance.pick(events), chance.pick(events))
        let there = try EventHeader(canonical: other.header.span)
        let drawn = chance.next()
        let walls: [Int64] = [.min, .max, 0, -1, EventLimits.wall.upperBound + 1, Int64(bitPattern: drawn)]
        let numbers: [UInt64] = [0, 1, 2, .max, .max - 1, 1 << 53, 1 << 63, drawn, there.lamport]
        let offsets: [Int32] = [.min, .max, 64_800, 64_801, -64_801, 0]
        let (wall, number, offset) = (chance.pick(walls), chance.pick(numbers), chance.pick(offsets))
        let choice = chance.below(18)
        return try event.bent { header in
            switch choice {
            case 0: header.lamport = number
            case 1: header.lamport = header.lamport &+ 1
            case 2: header.wall = wall
            case 3: header.offset = offset
            case 4: header.deviceSequence = number
            case 5: header.previous = other.id
            case 6: header.parents = [other.id]
            case 7: header.parents.append(other.id)
            case 8: header.parents = [other.id, third.id]
            case 9: header.parents = []
            case 10: header.kind = UInt16(truncatingIfNeeded: drawn % 20)
            case 11: header.schema = UInt16(truncatingIfNeeded: drawn % 4)
            case 12: header.object = there.object
            case 13: header.device = there.device
            case 14: (header.previous, header.deviceSequence) = (other.id, there.deviceSequence &+ 1)
            case 15:
                header.operationIndex = UInt32(drawn % 4)
                header.operationCount = UInt32(truncatingIfNeeded: number)
            case 16: header.criticality = EventCriticality(rawValue: UInt8(drawn % 3)) ?? .stream
            default: header.zone = Array("x/\(drawn % 100)".utf8)
            }
        }
    }

    /// One byte of a body changed, left out, put in, or another event's body.
    private func bentBody(_ event: PortableEvent, _ chance: inout Chance) throws -> PortableEvent {
        guard var body = event.payload.map({ Array($0.dropFirst(16)) }) else { return event }
        let position = body.isEmpty ? 0 : chance.below(body.count)
        switch chance.below(6) {
        case 0 where !body.isEmpty: body[position] ^= UInt8(1 << chance.below(8))
        case 1 where !body.isEmpty: body[position] = chance.pick([0, 1, 0x7F, 0x80, 0xFF])
        case 2 where !body.isEmpty: body.remove(at: position)
        case 3: body.insert(chance.pick([0, 1, 0x61, 0xFF]), at: position)
        case 4: body = (chance.pick(events).payload ?? []).dropFirst(16).map(\.self)
        default: return PortableEvent(header: event.header, payload: nil)
        }
        return try event.bent(body: body)
    }
}
