package import EventStore

/// Reads an exported log, event by event.
///
/// Only `arrived`, `header` and `payload` are used; `id` must be the header's, so that a changed byte is found at its
/// own line.
package struct EventLog {
    private var reader: JSONReader
    /// The number of the last record read, from 1.
    package private(set) var record = 0
    /// The numbers of the records that were holes.
    package private(set) var holes: [UInt64] = []

    package init(_ bytes: [UInt8]) throws(EventStoreError) {
        do { reader = try JSONReader(bytes) } catch { throw .unacceptable(record: 1, reason: EventLogProblem.json) }
    }

    /// Whether a file begins as an exported log does: with an object that has a header, or a hole.
    package static func begins(_ file: SourceFile) -> Bool {
        guard firstSign(of: file.head) == UInt8(ascii: "{") else { return false }
        var parts = JSONParts(file.content)
        guard let first = try? parts.value() else { return false }
        return first["text"] == nil && first["title"] == nil && (first["header"] != nil || first["hole"] != nil)
    }

    /// The next record; nil at the end. Throws `.unacceptable` with the number of a record that cannot be read.
    package mutating func next() throws(EventStoreError) -> LogRecord? {
        guard !reader.isAtEnd() else { return nil }
        record += 1
        let line: JSONValue
        do { line = try reader.value() } catch {
            throw .unacceptable(record: record, reason: EventLogProblem.json)
        }
        if let hole = line["hole"] {
            holes.append(UInt64(record))
            return .hole(try self.hole(hole, line["id"]))
        }
        guard case .string(let text)? = line["header"], let header = Base64.bytes(text) else {
            throw .unacceptable(record: record, reason: EventLogProblem.header)
        }
        let id = EventHeader.id(ofCanonical: header).hexadecimal
        guard case .string(let told)? = line["id"], told == Array(id.utf8) else {
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

    private func hole(_ hole: JSONValue, _ id: JSONValue?) throws(EventStoreError) -> EventHole {
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
