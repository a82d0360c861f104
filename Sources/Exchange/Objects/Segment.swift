internal import DiarylogZlib
package import EventStore
internal import Interchange

/// What an object holds once it is opened: a line that says whose events they are, then a line for each event, as
/// `export --events` writes them, compressed by gzip.
package struct Segment: Sendable {
    /// The diary that they are of.
    package var diary: StoreID
    /// Who wrote them, and the numbers of the first and the last.
    package var device: DeviceID
    package var first: UInt64
    /// The events, each the `previous` of the next; or one hole alone, for an event that is lost where this was made.
    package var records: [LogRecord]
    /// What the device that wrote the events is called, if it made the object itself.
    package var name: String?
    /// What it held then of each device: `NUMBER-TIP`; nothing if another device made the object.
    package var holds: [DeviceID: String]

    /// The number of the last event.
    package var last: UInt64 { first + UInt64(records.count) - 1 }
    /// The id of the last event; zero for a hole that has none.
    package var tip: Digest {
        switch records.last {
        case .event(let event)?: event.id
        case .hole(let hole)?: hole.id ?? .zero
        case nil: .zero
        }
    }
    /// The events without the hole.
    package var events: [PortableEvent] {
        records.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }
    /// Whether this stands for one event that is lost.
    package var isHole: Bool { if case .hole? = records.first { true } else { false } }
    /// How many events have no payload.
    package var blank: Int { events.count { $0.payload == nil } }

    /// The most bytes that an object may unfold to.
    package static let limit = 96 << 20

    package init(
        diary: StoreID, device: DeviceID, first: UInt64, records: [LogRecord], name: String?,
        holds: [DeviceID: String]
    ) {
        (self.diary, self.device, self.first, self.records) = (diary, device, first, records)
        (self.name, self.holds) = (name, holds)
    }

    /// Why an object cannot be used.
    package enum Fault: String, Error, Equatable, Sendable {
        /// It is listed, and does not come.
        case absent
        /// The bytes are not those that the name says.
        case torn
        /// No key of this diary opens it.
        case sealed
        /// It is no gzip, unfolds to more than `limit`, or is not what objects of events are.
        case malformed
        /// It is of another diary.
        case foreign
        /// It is not what its name says.
        case misnamed
    }

    /// Bytes of a line, about: what ends an object is counted in these.
    static func length(of event: PortableEvent) -> Int {
        (event.header.count + (event.payload?.count ?? 0)) * 4 / 3 + 32
    }

    /// The compressed lines.
    package func bytes() -> [UInt8] {
        var deflation = Deflation(.gzip)
        var previous = Digest.zero
        if let first = events.first?.header, let header = try? EventHeader(canonical: first.span) {
            previous = header.previous
        }
        var members: [JSONMember] = [
            JSONMember("segment", .number(1)), JSONMember("diary", .text(diary.hexadecimal)),
            JSONMember("device", .text(device.hexadecimal)), JSONMember("first", .number(self.first)),
            JSONMember("last", .number(last)), JSONMember("previous", .text(previous.hexadecimal)),
            JSONMember("count", .number(records.count)),
        ]
        if let name { members.append(JSONMember("name", .text(name))) }
        let held = holds.sorted { $0.key < $1.key }.map { JSONMember($0.key.hexadecimal, .text($0.value)) }
        members.append(JSONMember("holds", .object(held)))
        let opening = JSONWriter.bytes(.object(members)) + [0x0A]
        var compressed = deflation.step(opening.span)
        for record in records {
            let bytes = JSONWriter.bytes(EventJSON.bare(record)) + [0x0A]
            compressed += deflation.step(bytes.span)
        }
        return compressed + deflation.finish()
    }

    /// Reads what `bytes` wrote, and proves that the events are one chain of one device.
    package init(reading compressed: [UInt8], of diary: StoreID) throws(Fault) {
        let text = try Self.unfolded(compressed)
        var lines = text.split(separator: 0x0A)[...]
        guard let opening = lines.popFirst(), let head = try? Self.value(of: opening), head["segment"] == .integer(1)
        else {
            throw .malformed
        }
        guard head["diary"]?.saidText == diary.hexadecimal else { throw .foreign }
        guard let device = head["device"]?.saidText.flatMap({ DeviceID(hexadecimal: $0) }),
            case .integer(let first)? = head["first"], first > 0
        else { throw .malformed }
        (self.diary, self.device, self.first) = (diary, device, UInt64(first))
        name = head["name"]?.saidText
        holds = [:]
        if case .object(let members)? = head["holds"] {
            for member in members {
                if let device = DeviceID(hexadecimal: member.name) { holds[device] = member.value.saidText }
            }
        }
        records = []
        var before: Digest?
        for line in lines {
            guard let value = try? Self.value(of: line), let record = try? EventLog.record(value, records.count + 1)
            else { throw .malformed }
            switch record {
            case .event(let event):
                let header = event.header
                guard let parsed = try? EventHeader(canonical: header.span), parsed.device == device,
                    parsed.deviceSequence == UInt64(first) + UInt64(records.count),
                    before.map({ parsed.previous == $0 }) ?? true
                else { throw .malformed }
                before = EventHeader.id(ofCanonical: header)
            case .hole(let hole):
                guard hole.device == device, hole.deviceSequence == UInt64(first), lines.count == 1 else {
                    throw .malformed
                }
            }
            records.append(record)
        }
        if records.isEmpty { throw .malformed }
    }

    /// Whether this is what a name says.
    package func isNamed(_ name: ObjectName) -> Bool {
        device == name.device && first == name.first && last == name.last && blank == name.blank
            && isHole == name.isHole && ObjectName.tip(of: tip) == name.tip
    }

    private static func unfolded(_ compressed: [UInt8]) throws(Fault) -> [UInt8] {
        var inflation = Inflation(.gzip)
        var text: [UInt8] = []
        var offset = 0
        while true {
            let rest = compressed.span.extracting(offset..<compressed.count)
            guard let step = inflation.step(rest, room: 1 << 20) else { throw .malformed }
            text += step.bytes
            offset += step.taken
            guard text.count <= limit else { throw .malformed }
            if step.isAtEnd { break }
            if step.taken == 0, step.bytes.isEmpty { throw .malformed }
        }
        guard offset == compressed.count else { throw .malformed }
        return text
    }

    private static func value(of line: ArraySlice<UInt8>) throws(JSONProblem) -> JSONValue {
        var reader = try JSONReader(Array(line))
        return try reader.value()
    }

}
