package import DiarylogArchives
internal import DiarylogHost
package import EventStore

/// Reads an exported log, record by record; it is never in memory as a whole.
///
/// Where a record begins is remembered, eight bytes each, so that it can be read again: one that follows the one read
/// last is read on, and only for another the reader seeks. Of a line `arrived`, `header` and `payload` are used; an
/// `id` must be the header's, so that a changed byte is found at its own line. A line with `segment` is no record: it
/// says whose events follow, and is passed over.
package struct EventLog {
    private var parts: JSONParts
    private var offsets: [Int] = []
    /// Where the last of them ends.
    private var end = 0
    /// The number of the record before which the reader stands.
    private var following = 0

    package init(_ content: ByteSource) { parts = JSONParts(content, portion: 32 << 10) }

    /// Whether a file begins as an exported log does: with an object that has a header, or a hole.
    package static func begins(_ file: SourceFile) -> Bool {
        guard firstSign(of: file.head) == UInt8(ascii: "{") else { return false }
        var parts = JSONParts(file.content)
        guard let first = try? parts.value() else { return false }
        guard first["text"] == nil, first["title"] == nil else { return false }
        return first["header"] != nil || first["hole"] != nil || first["segment"] != nil
    }

    /// A record by its number, from 0: one that was read, or the next; nil after the last.
    ///
    /// Throws `.unacceptable` with the number, from 1, of a record that cannot be read.
    package mutating func record(_ index: Int) throws(EventStoreError) -> LogRecord? {
        precondition(index <= offsets.count, "records are first read in their order")
        if index != following { parts.go(to: index < offsets.count ? offsets[index] : end) }
        following = index
        var offset = 0
        var line: JSONValue?
        repeat {
            let isOver = parts.isAtEnd()
            offset = parts.index
            do throws(JSONProblem) { line = isOver ? nil : try parts.value() } catch {
                if case .system(let error)? = parts.problem { throw .storage(error.description) }
                throw .unacceptable(record: index + 1, reason: EventLogProblem.json)
            }
        } while line?["segment"] != nil
        if case .system(let error)? = parts.problem { throw .storage(error.description) }
        guard let line else { return nil }
        following = index + 1
        if index == offsets.count {
            offsets.append(offset)
            end = parts.index
        }
        return try Self.record(line, index + 1)
    }

    /// How many records a log has, all of which can be read.
    package static func count(_ content: ByteSource) throws(EventStoreError) -> Int {
        var log = EventLog(content)
        var count = 0
        while try log.record(count) != nil { count += 1 }
        return count
    }

    /// The record that a line has; `record` is its number, from 1, for errors.
    package static func record(_ line: JSONValue, _ record: Int) throws(EventStoreError) -> LogRecord {
        if let hole = line["hole"] {
            return .hole(try self.hole(hole, line["id"], record))
        }
        guard case .string(let text)? = line["header"], let header = Base64.bytes(text) else {
            throw .unacceptable(record: record, reason: EventLogProblem.header)
        }
        if let stated = line["id"], stated != .text(EventHeader.id(ofCanonical: header).hexadecimal) {
            throw .unacceptable(record: record, reason: EventLogProblem.id)
        }
        var arrivedAt: Int64?
        switch line["arrived"] {
        case nil, .null?: break
        case .integer(let time)?: arrivedAt = time
        default: throw .unacceptable(record: record, reason: EventLogProblem.arrived)
        }
        switch line["payload"] {
        case .null?: return .event(PortableEvent(header: header, payload: nil, arrivedAt: arrivedAt))
        case .string(let text)?:
            guard let payload = Base64.bytes(text) else {
                throw .unacceptable(record: record, reason: EventLogProblem.payload)
            }
            return .event(PortableEvent(header: header, payload: payload, arrivedAt: arrivedAt))
        default: throw .unacceptable(record: record, reason: EventLogProblem.payload)
        }
    }

    private static func hole(_ hole: JSONValue, _ id: JSONValue?, _ record: Int) throws(EventStoreError) -> EventHole {
        guard case .string(let device)? = hole["device"],
            let device = DeviceID(hexadecimal: String(decoding: device, as: UTF8.self)),
            case .integer(let number)? = hole["deviceSeq"], number > 0
        else { throw .unacceptable(record: record, reason: EventLogProblem.hole) }
        var known: Digest?
        if case .string(let text)? = id { known = Digest(hexadecimal: String(decoding: text, as: UTF8.self)) }
        var reason = ""
        if case .string(let text)? = hole["reason"] { reason = String(decoding: text, as: UTF8.self) }
        return EventHole(device: device, deviceSequence: UInt64(number), id: known, reason: reason)
    }
}

/// What may be wrong with a line of an exported log, as the reasons of `EventStoreError.unacceptable`.
package enum EventLogProblem {
    package static let json = "the line is not JSON"
    package static let header = "the header is missing or not base64"
    package static let payload = "the payload is missing or not base64"
    package static let arrived = "the time of arrival is no whole number"
    package static let hole = "the hole says neither device nor number"
    package static let id = "the id is not that of the header"
}
