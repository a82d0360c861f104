package import EventStore

/// Reads an exported log, event by event.
///
/// Only `header` and `payload` are taken; `id` must be that of the header, so that a changed byte is found where it is.
package struct EventLog {
    private var reader: JSONReader
    /// The record read last, from 1.
    package private(set) var record = 0

    package init(_ bytes: [UInt8]) throws(EventStoreError) {
        do { reader = try JSONReader(bytes) } catch { throw .unacceptable(record: 1, reason: EventLogProblem.json) }
    }

    /// The next event; nil at the end.
    package mutating func next() throws(EventStoreError) -> PortableEvent? {
        guard !reader.isAtEnd() else { return nil }
        record += 1
        let line: JSONValue
        do { line = try reader.value() } catch {
            throw .unacceptable(record: record, reason: EventLogProblem.json)
        }
        guard case .string(let text)? = line["header"], let header = Base64.bytes(text) else {
            throw .unacceptable(record: record, reason: EventLogProblem.header)
        }
        let id = EventHeader.id(ofCanonical: header).hexadecimal
        guard case .string(let told)? = line["id"], told == Array(id.utf8) else {
            throw .unacceptable(record: record, reason: EventLogProblem.id)
        }
        switch line["payload"] {
        case .null?: return PortableEvent(header: header, payload: nil)
        case .string(let text)?:
            guard let payload = Base64.bytes(text) else {
                throw .unacceptable(record: record, reason: EventLogProblem.payload)
            }
            return PortableEvent(header: header, payload: payload)
        default: throw .unacceptable(record: record, reason: EventLogProblem.payload)
        }
    }
}

/// What may be wrong with a line of a log, in the words of the floor that takes the events.
package enum EventLogProblem {
    package static let json = "the line is not JSON"
    package static let header = "the header is missing or not base64"
    package static let payload = "the payload is missing or not base64"
    package static let id = "the id is not that of the header"
}
