import DiaryEngine
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiarylogExchange

/// Which events of a remote a new device can take while somebody is still putting others.
@Suite(.timed) struct AncestralTests {
    @Test func `events whose ancestors have come are taken, the others not, whatever numbers they claim`() throws {
        let desk = try Desk(seed: 331)
        let copy = try desk.begin()
        for number in 0..<3 { try copy.diary.add(Copy.words(number)) }
        var events: [PortableEvent] = []
        try copy.diary.exportEvents { line in
            if case .event(_, let portable) = line { events.append(portable) }
        }
        let bends: [(inout EventHeader) -> Void] = [
            { $0.deviceSequence = .max },
            { $0.deviceSequence = 0 },
            { ($0.operationIndex, $0.operationCount) = (5, 6) },
            { ($0.operationIndex, $0.operationCount) = (0, .max) },
        ]
        let last = try #require(events.last)
        for bend in bends {
            var header = try EventHeader(canonical: last.header.span)
            bend(&header)
            let bent = PortableEvent(header: header.canonicalBytes, payload: last.payload)
            let log = Array(events.dropLast()) + [bent]
            #expect(try records(of: log.map { .event($0) }) == Array(0..<events.count - 1))
        }
        #expect(try records(of: events.map { .event($0) }) == Array(0..<events.count))
        let hole = EventHole(device: DeviceID(high: 1, low: 1), deviceSequence: .max, id: nil, reason: "lost")
        #expect(try records(of: [.hole(hole)]) == [])
    }

    private func records(of log: [LogRecord]) throws -> [Int] {
        let folder = try Folder()
        var spool = try EventSpool(at: folder("spool"))
        for record in log { try spool.append(record) }
        try spool.finish()
        return try AncestralEvents(of: spool).records
    }
}
