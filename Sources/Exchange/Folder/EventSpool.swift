package import DiarylogHost
package import EventStore

/// Events and holes that were read from objects, on the disk until the log takes them; any can be read again.
///
/// Held are eight bytes for each. The file goes with the value's `remove`, or with the next run.
package struct EventSpool: ~Copyable {
    private let path: String
    private var file: FileReplacement
    private var offsets: [Int] = [0]
    private var reader: FileReader?

    package init(at path: String) throws(SystemError) {
        self.path = path
        file = try FileReplacement(of: path)
    }

    /// How many there are.
    package var count: Int { offsets.count - 1 }

    /// Adds one: the lengths of header and payload, eight bytes each, and both. A hole has the length -1 and its bytes.
    package mutating func append(_ record: LogRecord) throws(SystemError) {
        let (header, payload): ([UInt8]?, [UInt8]?) =
            switch record {
            case .event(let event): (event.header, event.payload)
            case .hole(let hole): (nil, hole.bytes(at: 1))
            }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + (header?.count ?? 0) + (payload?.count ?? 0))
        for length in [header?.count ?? -1, payload?.count ?? -1] { forEachByte(length) { bytes.append($0) } }
        bytes += header ?? []
        bytes += payload ?? []
        try file.write(bytes)
        offsets.append((offsets.last ?? 0) + bytes.count)
    }

    private func forEachByte(_ length: Int, _ take: (UInt8) -> Void) {
        for shift in stride(from: 0, to: 64, by: 8) { take(UInt8(truncatingIfNeeded: length >> shift)) }
    }

    /// Ends the adding; from then on events can be read.
    package mutating func finish() throws(SystemError) {
        try file.finish()
        reader = try FileReader(path)
    }

    /// One by its number, from 0; nil after the last.
    package func record(_ index: Int) throws -> LogRecord? {
        guard index < count, let reader else { return nil }
        let bytes = try reader.read(at: offsets[index], count: offsets[index + 1] - offsets[index])
        guard bytes.count == offsets[index + 1] - offsets[index] else { return nil }
        func length(at offset: Int) -> Int {
            (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
        }
        if length(at: 0) < 0 {
            let hole = Array(bytes[16...])
            return EventHole(hole.span, at: 1).map { .hole($0) }
        }
        let header = 16 + length(at: 0)
        return .event(
            PortableEvent(
                header: Array(bytes[16..<header]),
                payload: length(at: 8) < 0 ? nil : Array(bytes[header...])))
    }

    /// Removes the file.
    package func remove() { try? FileSystem.removeFile(path) }
}
