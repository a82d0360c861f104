import DiaryEngine
import DiarylogTestSupport
import EventStore
import Testing

/// An exported log whose records come in any order, and several times.
@Suite("A log in any order", .timed) struct AnyOrderTests {
    /// What three devices wrote that exchange now and then: edits of the same entries, imports of several rows, and an
    /// entry that was forgotten.
    private func written(_ chance: inout Chance) throws -> Scratch {
        let first = try Scratch()
        try first.add("begun")
        let forgotten = try first.add("words that are forgotten")
        let devices = [first, try first.copied(), try first.copied()]
        for (number, device) in devices.enumerated() { device.seed = UInt64(number) * 100 + 7 }
        for round in 0..<30 {
            let device = chance.pick(devices)
            for other in devices { other.wall += Int64(chance.below(1 << 34)) }
            device.seed += 1
            let entries = try device.diary.list().entries.filter { $0.id != forgotten.id }
            switch chance.below(6) {
            case 0:
                let rows = (0..<3).map {
                    ImportedRow(content: plain("row \(round) \($0)"), identity: [UInt8(round), UInt8($0)])
                }
                _ = try device.diary.import(rows, in: device.context)
            case 1: try device.add("round \(round)")
            default:
                let entry = chance.pick(entries)
                try device.edit(entry.id, text: entry.text + " \(round)")
            }
            if round == 20 { _ = try first.diary.forget(forgotten.id, in: first.context) }
            if chance.isLucky(oneIn: 4) {
                let other = chance.pick(devices)
                if other !== device { try device.exchange(with: other) }
            }
        }
        for other in devices.dropFirst() { try first.takeOver(from: other) }
        return first
    }

    /// The same records in another order, some of them twice.
    private func shuffled(_ records: [LogRecord], _ chance: inout Chance) -> [LogRecord] {
        let repeated = (0..<chance.below(10)).map { _ in chance.pick(records) }
        return (records + repeated).shuffled(using: &chance)
    }

    /// The log, with holes where some events were that neither begin a device nor forget.
    private func holed(_ records: [LogRecord], _ chance: inout Chance) throws -> [LogRecord] {
        try records.map { record in
            guard case .event(let event) = record, chance.isLucky(oneIn: 8) else { return record }
            return try header(event).kind == EntryEventCodec.Kind.edit ? .hole(event.hole()) : record
        }
    }

    private func header(_ event: PortableEvent) throws -> EventHeader { try EventHeader(canonical: event.header.span) }

    private func ids(_ scratch: Scratch) throws -> [Digest] { try scratch.events().map(\.id) }

    @Test("makes the same diary: the same events in the same order, and the same state", arguments: seeds(4) + [34])
    func made(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let log = try written(&chance).events().map { LogRecord.event($0) }
        for (isWhole, records) in try [(true, log), (false, holed(log, &chance))] {
            let straight = try Scratch(records: records, wall: 1 << 60)
            for _ in 0..<3 {
                let mixed = try Scratch(records: shuffled(records, &chance), wall: 1 << 60)
                #expect(try mixed.stateHash == straight.stateHash, "seed \(seed)")
                #expect(try Set(ids(mixed)) == Set(ids(straight)) && mixed.head == straight.head, "seed \(seed)")
                #expect(try mixed.diary.replay(.checking).differences == [], "seed \(seed) \(isWhole)")
                let again = try Scratch(records: shuffled(records, &chance), wall: 1 << 60)
                #expect(try ids(again) == ids(mixed), "seed \(seed)")
            }
        }
    }

    @Test func `repeated events alone change nothing: the order of the lines stands`() throws {
        var chance = Chance(seed: 5)
        let log = try written(&chance).events()
        let twice = log.flatMap { [$0, log[0], $0] }
        #expect(try ids(Scratch(events: twice, wall: 1 << 60)) == log.map(\.id))
    }

    @Test(arguments: seeds(4) + [30])
    func `comes into a diary that has the beginning of it: the same events, and the same state`(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let log = try written(&chance).events().map { LogRecord.event($0) }
        let holed = try Array(log[..<2]) + holed(Array(log[2...]), &chance)
        for (isWhole, records) in [(true, log), (false, holed)] {
            let straight = try Scratch(records: records, wall: 1 << 60)
            for count in [1, 2] {
                let taken = try Scratch(records: Array(records[..<count]), wall: 1 << 60)
                let mixed = shuffled(records, &chance)
                var offered = 0
                _ = try taken.bring(mixed) { operation in
                    offered += operation.events.count
                    #expect(operation.answer == .accepted || operation.answer == .known, "seed \(seed)")
                }
                #expect(offered == mixed.count)
                #expect(try taken.head == straight.head && Set(ids(taken)) == Set(ids(straight)), "seed \(seed)")
                #expect(try taken.stateHash == straight.stateHash, "seed \(seed)")
                #expect(try taken.diary.replay(.checking).differences == [], "seed \(seed) \(isWhole)")
            }
        }
    }

    @Test func `names at its end what is still missing, and takes the rest`() throws {
        var chance = Chance(seed: 3)
        let log = try written(&chance).events()
        let lost = try #require(
            log.lastIndex { (try? header($0))?.kind == StoreKind.deviceBegin })
        let taken = try Scratch(events: [log[0]], wall: 1 << 60)
        let rest = (log[..<lost] + log[(lost + 1)...]).shuffled(using: &chance)
        let answers = try taken.diary.importEvents(rest, in: taken.context)
        let waiting = answers.filter { $0.answer != .accepted && $0.answer != .known }
        #expect(!waiting.isEmpty && waiting.contains { $0.answer == .notYet(EventNeeds(events: [log[lost].id])) })
        #expect(try taken.take([log[lost]] + rest).allSatisfy { $0 == .accepted || $0 == .known })
        #expect(try taken.stateHash == Scratch(events: log, wall: 1 << 60).stateHash)
    }

    @Test("a hole of another diary does not come in; one for this device's next event makes it begin a new device")
    func holes() throws {
        let mine = try Scratch()
        try mine.add("one")
        let events = try mine.events()
        let device = try header(events[0]).device
        func offer(_ hole: EventHole) throws -> [OperationAnswer] {
            var answers: [OperationAnswer] = []
            _ = try mine.bring([.hole(hole)]) { answers.append($0.answer) }
            return answers
        }
        let foreign = EventHole(device: DeviceID(high: 9, low: 9), deviceSequence: 1, id: nil, reason: "")
        #expect(try offer(foreign) == [.notYet(EventNeeds())])
        #expect(try mine.head == 2)
        let own = EventHole(device: device, deviceSequence: 3, id: nil, reason: "")
        #expect(try offer(own) == [.accepted] && offer(own) == [.known])
        try mine.add("two")
        let newest = try #require(try mine.events().last)
        #expect(try header(newest).device != device)
        #expect(try mine.diary.replay(.checking).differences == [])
    }

    @Test func `of an event and a hole in its place the event is taken`() throws {
        let mine = try Scratch()
        let entry = try mine.add("one")
        for number in 0..<5 { try mine.edit(entry.id, text: "\(number)") }
        let log = try mine.events().map { LogRecord.event($0) }
        var chance = Chance(seed: 9)
        let device = try header(mine.events()[0]).device
        let holes = (2...5).map { number in
            LogRecord.hole(
                EventHole(
                    device: device, deviceSequence: number, id: number < 4 ? nil : Digest(hashing: [1]), reason: ""))
        }
        for records in [holes + log, log + holes, (log + holes).shuffled(using: &chance)] {
            let made = try Scratch(records: records, wall: mine.wall)
            #expect(try made.stateHash == mine.stateHash && made.head == mine.head)
        }
    }
}
