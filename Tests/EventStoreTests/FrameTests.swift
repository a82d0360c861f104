import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("A frame", .timed) struct FrameTests {
    @Test func `that names a parent before the log's beginning is refused, though its checksum is right`() throws {
        var chance = Chance(for: "a parent before the beginning")
        let log = HandLog.random(&chance, count: 100)
        let events = log.map { PortableEvent(header: $0.bytes, payload: $0.payload, arrivedAt: $0.wall) }
        let folder = try Folder()
        let frames = try Store.made(of: events, at: folder("store")).frames()
        var tried = 0
        for (sequence, bytes) in zip(UInt64(1)..., frames) {
            guard let listed = try Frame(bytes.span, expecting: sequence).listedParents, !listed.isEmpty else {
                continue
            }
            // Each distance back is one byte, as none is over 127.
            for (distance, isSound) in [(UInt8(sequence), true), (UInt8(sequence) + 1, false)] {
                var forged = bytes
                forged[listed.lowerBound] = distance
                sign(&forged, sequence: sequence)
                #expect(((try? Frame(forged.span, expecting: sequence)) != nil) == isSound, "event \(sequence)")
            }
            tried += 1
        }
        #expect(tried > 5)
    }

    @Test("keeps every header it takes, whatever the header says", arguments: seeds(3))
    func headersSurvive(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let folder = try Folder()
        let log = HandLog.random(&chance, count: 120)
        let events = log.map { PortableEvent(header: $0.bytes, payload: $0.payload, arrivedAt: $0.wall &+ 5) }
        let store = try Store.made(of: events, at: folder("store"))
        let held = try store.portable()
        #expect(held.map(\.event.header) == log.map(\.bytes))
        #expect(held.map(\.event.payload) == log.map(\.payload))
        #expect(try store.problems() == [])
    }
}

/// Logs of hand-written headers that follow each other as the format wants, from several devices.
enum HandLog {
    static func random(_ chance: inout Chance, count: Int) -> [HandHeader] {
        let diary = chance.bytes(16)
        var tips: [[UInt8]: (id: Digest, sequence: UInt64)] = [:]
        var events: [[UInt8]: [[UInt8]]] = [:]
        var lamport: UInt64 = 0
        var log: [HandHeader] = []
        var rest: UInt32 = 0
        while log.count < count || rest > 0 {
            var header = HandHeader.random(&chance)
            header.diary = diary
            header.key = header.key.map { (kind: $0.kind, code: $0.code) }
            if rest > 0, let last = log.last {
                header.device = last.device
                (header.operationIndex, header.operationCount) = (last.operationIndex + 1, last.operationCount)
                rest -= 1
            } else {
                header.operationIndex = 0
                if !tips.isEmpty, !chance.isLucky(oneIn: 20), let known = tips.keys.sorted(by: precedes).first {
                    header.device = chance.isLucky(oneIn: 3) ? tips.keys.sorted(by: precedes)[tips.count - 1] : known
                }
                if tips[header.device] == nil { header.operationCount = 1 }
                rest = header.operationCount - 1
            }
            let tip = tips[header.device]
            header.previous = tip?.id.bytes ?? Array(repeating: 0, count: 32)
            header.deviceSequence = (tip?.sequence ?? 0) + 1
            lamport += UInt64.random(in: 1...9, using: &chance)
            header.lamport = lamport
            header.wall = Int64.random(in: EventLimits.wall, using: &chance)
            header.offset = Int32.random(in: EventLimits.offset, using: &chance)
            position(&header, isFirst: tip == nil, &events, &chance)
            tips[header.device] = (header.id, header.deviceSequence)
            if header.object != zero { events[header.object, default: []].append(header.id.bytes) }
            log.append(header)
        }
        return log
    }

    private static let zero = [UInt8](repeating: 0, count: 16)

    /// Gives an event a stream, and parents in it.
    private static func position(
        _ header: inout HandHeader, isFirst: Bool, _ events: inout [[UInt8]: [[UInt8]]], _ chance: inout Chance
    ) {
        (header.object, header.parents) = (zero, [])
        if isFirst {
            header.kind = StoreKind.deviceBegin
            header.payload = chance.bytes(16)
            return
        }
        header.kind = UInt16.random(in: 1000 ... .max, using: &chance)
        if chance.isLucky(oneIn: 4) { return }
        guard !chance.isLucky(oneIn: 3), let (object, known) = events.min(by: { precedes($0.key, $1.key) }) else {
            header.object = chance.bytes(16)
            header.kind = Counter.opened
            header.payload = chance.bytes(16) + [7, 0, 0, 0, 0, 0, 0, 0]
            return
        }
        header.object = object
        let named = Set((0...Int.random(in: 0...2, using: &chance)).map { _ in chance.next() % UInt64(known.count) })
        let parents = named.map { known[Int($0)] }.sorted(by: precedes)
        header.parents = chance.isLucky(oneIn: 2) ? parents : Array(parents.suffix(1) + parents.dropLast())
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.span.precedes(right.span) }
}
