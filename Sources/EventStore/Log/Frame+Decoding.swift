internal import DiarylogHost

// Reading a frame: all of it is checked before any byte is believed.

extension Frame {
    /// Reads the frame stored under `sequence`.
    ///
    /// Throws `truncated` or `checksum` for damaged bytes, `malformed` for bytes that break the layout. About 130 ns.
    package init(_ bytes: Span<UInt8>, expecting sequence: UInt64) throws(FormatError) {
        guard bytes.count >= FrameLayout.minimum else { throw .truncated }
        guard bytes.littleEndian(at: 0) as UInt32 == FrameLayout.magic else { throw .malformed("no frame begins here") }
        guard Int(bytes.littleEndian(at: 4) as UInt32) == bytes.count else {
            throw .malformed("a frame of another length")
        }
        let stored: UInt32 = bytes.littleEndian(at: FrameLayout.checksumOffset)
        guard stored == FrameLayout.checksum(of: bytes, sequence: sequence) else { throw .checksum }
        guard bytes.littleEndian(at: 8) as UInt64 == sequence else { throw .malformed("a frame of another event") }
        self.sequence = sequence
        arrivedAt = bytes.littleEndian(at: 16)
        guard let state = State(rawValue: bytes[24]) else { throw .malformed("an unknown frame state") }
        self.state = state
        marks = Marks(rawValue: bytes[25])
        guard marks.isSubset(of: .known), bytes[26] == 0, bytes[27] <= 1 else {
            throw .malformed("marks this program does not know")
        }
        id = Digest(bytes, at: FrameLayout.idOffset)
        var reader = ByteReader(bytes, from: FrameLayout.headerOffset)
        header = try StoredHeader(&reader)
        guard header.bodyLength <= EventLimits.body else { throw .malformed("a body over the limit") }
        guard UInt64(header.operationIndex) < sequence else { throw .malformed("an event outside its operation") }
        version = try reader.varint()
        previousInStream = try reader.backwards(from: sequence)
        jump = try reader.backwards(from: sequence)
        counters = Counters(first: try reader.varint(), second: try reader.varint())
        listedParents = nil
        if bytes[27] == 1 {
            let start = reader.position
            for _ in 0..<header.parentCount { _ = try reader.backwards(from: sequence) }
            listedParents = start..<reader.position
        }
        payload = try reader.range(state == .whole ? EventLimits.salt + header.bodyLength : 0)
        guard reader.isAtEnd else { throw .malformed("bytes after the payload") }
    }
}

/// What is left of a frame that cannot be read.
package struct FrameRemains {
    /// The event's id as it lies there.
    package let storedID: Digest
    /// The header as it lies there, and the id that it hashes to; nil if it is no header.
    package let header: EventHeader?
    package let headerID: Digest?

    /// Nil if the bytes are too few for a frame, or those of a hole.
    package init?(_ bytes: Span<UInt8>, at sequence: UInt64) {
        guard bytes.count >= FrameLayout.minimum, EventHole(bytes, at: sequence) == nil else { return nil }
        storedID = Digest(bytes, at: FrameLayout.idOffset)
        var reader = ByteReader(bytes, from: FrameLayout.headerOffset)
        let stored = try? StoredHeader(&reader)
        header = stored.map { EventHeader($0, in: bytes) }
        headerID = stored.map { EventHeader.id(ofCanonical: bytes.extracting($0.bytes)) }
    }

    /// The header, if it hashes to the id beside it: then both are right, whatever else is damaged.
    package var provenHeader: EventHeader? { headerID == storedID ? header : nil }

    /// The ids that the event may have.
    package var ids: [Digest] { headerID.map { $0 == storedID ? [$0] : [storedID, $0] } ?? [storedID] }
}

/// A frame's event before in its stream, by the bytes as they lie, unchecked.
struct UncheckedLinks {
    let previousInStream: UInt64

    /// Nil for bytes in which it cannot be told.
    init?(_ bytes: Span<UInt8>, at sequence: UInt64) {
        guard bytes.count > FrameLayout.minimum else { return nil }
        var reader = ByteReader(bytes, from: FrameLayout.headerOffset)
        guard (try? StoredHeader(&reader)) != nil, (try? reader.varint()) != nil,
            let previous = try? reader.backwards(from: sequence)
        else { return nil }
        previousInStream = previous
    }
}

extension ByteReader {
    /// A sequence number stored as its distance back from another; 0 means "none".
    mutating func backwards(from sequence: UInt64) throws(FormatError) -> UInt64 {
        let distance = try varint()
        guard distance <= sequence else { throw .malformed("a reference before the log's beginning") }
        return distance == 0 ? 0 : sequence - distance
    }
}
