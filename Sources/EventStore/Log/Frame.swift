internal import DiarylogHost

/// An event as it stands in the log: envelope, header, labels, payload.
///
/// The header lies there as it was hashed, so a frame proves itself and needs no other one. Envelope and labels are
/// this file's own. Decoding allocates only for the values kept here: bodies stay where they are, as ranges of the
/// frame's bytes.
package struct Frame: Sendable {
    package enum State: UInt8, Sendable {
        case whole = 0
        case blanked = 1
    }

    /// How the stream stood after the event had come in: a label that holds in this file only.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The stream has other heads than this event.
        package static let branched = Marks(rawValue: 1 << 0)
        /// The event leaves open what its parents had not decided.
        package static let undecided = Marks(rawValue: 1 << 1)
        package static let known: Marks = [.branched, .undecided]
        /// Whether the event was the stream's only head, and nothing was undecided.
        package var isStraight: Bool { isEmpty }
    }

    package var sequence: UInt64
    package var arrivedAt: Int64
    package var state: State
    package var marks: Marks
    package var id: Digest
    /// What the event is in every file.
    package var header: StoredHeader

    /// The stream's version after this event: 1 for its first.
    package var version: UInt64
    /// The stream's event before this one; 0 for none.
    package var previousInStream: UInt64
    /// An earlier event of the stream (skew-binary), by which a version is found in O(log versions); 0 for none.
    package var jump: UInt64
    package var counters: Counters
    /// Where the parents' numbers are listed; nil if the only parent, if any, is the stream's event before.
    package var listedParents: Range<Int>?
    /// Salt and body; empty once blanked.
    package var payload: Range<Int>

    package var kind: UInt16 { header.kind }
    package var schema: UInt16 { header.schema }
    package var criticality: EventCriticality { header.criticality }
    package var store: StoreID { header.store }
    package var device: DeviceID { header.device }
    package var deviceSequence: UInt64 { header.deviceSequence }
    /// The id of the device's event before; zero for its first.
    package var previous: Digest { header.previous }
    package var lamport: UInt64 { header.lamport }
    package var wall: Int64 { header.wall }
    /// Seconds east of UTC where it was written.
    package var offset: Int32 { header.offset }
    /// The stream; zero for an event of the store itself.
    package var object: StreamID { header.object }
    package var operationIndex: UInt32 { header.operationIndex }
    package var operationCount: UInt32 { header.operationCount }
    package var operation: EventHeader.Operation? { header.operation }
    package var key: EventHeader.Key? { header.key }
    package var bodyLength: Int { header.bodyLength }

    package var body: Range<Int> {
        state == .whole ? payload.lowerBound + EventLimits.salt..<payload.upperBound : payload
    }

    package var salt: Range<Int> {
        state == .whole ? payload.lowerBound..<payload.lowerBound + EventLimits.salt : payload
    }

    /// The numbers of the events it was decided on, in their order; 0 for one that this log does not hold.
    package func parents(in bytes: Span<UInt8>) -> [UInt64] {
        guard let listedParents else { return previousInStream == 0 ? [] : [previousInStream] }
        var parents: [UInt64] = []
        parents.reserveCapacity(header.parentCount)
        var reader = ByteReader(bytes, from: listedParents.lowerBound)
        for _ in 0..<header.parentCount {
            guard let parent = try? reader.backwards(from: sequence) else { break }
            parents.append(parent)
        }
        return parents
    }

    /// The only event it was decided on; nil if there are several, none, or one that this log does not hold.
    package func onlyParent(in bytes: Span<UInt8>) -> UInt64? {
        let parents = listedParents == nil ? [] : parents(in: bytes)
        let only = listedParents == nil ? previousInStream : parents.count == 1 ? parents[0] : 0
        return only == 0 ? nil : only
    }

    /// Whether an event is the only one it was decided on.
    package func isDecided(on sequence: UInt64, in bytes: Span<UInt8>) -> Bool {
        onlyParent(in: bytes) == sequence
    }

    /// The first sequence number of the operation this event belongs to.
    package var operationStart: UInt64 { sequence - UInt64(operationIndex) }

    /// Whether the header, as it lies in the frame's bytes, hashes to the frame's id. Some 0.3 µs.
    package func isProven(in bytes: Span<UInt8>) -> Bool {
        EventHeader.id(ofCanonical: bytes.extracting(header.bytes)) == id
    }

    /// Whether the payload is the one that the header commits to; a blanked one is not missed.
    package func hasItsPayload(in bytes: Span<UInt8>) -> Bool {
        state == .blanked || EventHeader.payloadHash(of: bytes.extracting(payload)) == header.payloadHash
    }
}

/// Two running numbers of the program's choosing, kept in every envelope: reading them as of any event costs one read.
package struct Counters: Equatable, Sendable {
    /// The first number; the model defines what it counts.
    package var first: UInt64
    /// The second number.
    package var second: UInt64

    /// Two counters.
    package init(first: UInt64 = 0, second: UInt64 = 0) {
        self.first = first
        self.second = second
    }

    /// Applies the change in what one stream adds.
    package mutating func change(from old: Counters, to new: Counters) {
        first = first &+ new.first &- old.first
        second = second &+ new.second &- old.second
    }
}

/// The envelope of a frame: what stands at fixed offsets before the header.
///
///     magic 4 | length u32 | seq u64 | arrivedAt i64 | state u8 | marks u8 | 0 | parents listed u8
///             | checksum u32 | id 32 | header | labels | payload
///
/// The labels are varints: version, distance to the stream's event before, distance of the jump, two counters, and of
/// each parent the distance, if they are listed. A distance is this seq minus the other's; 0 says none.
package enum FrameLayout {
    package static let magic: UInt32 = 0x3145_4c44  // "DLE1" as its four bytes lie
    package static let checksumOffset = 28
    package static let idOffset = 32
    package static let headerOffset = 64
    /// No frame has fewer bytes.
    package static let minimum = 64

    /// CRC32C over the sequence number, big-endian, and the frame with its four checksum bytes as zeros.
    package static func checksum(of frame: Span<UInt8>, sequence: UInt64) -> UInt32 {
        // On the stack: this runs once for every frame that is read.
        let key = TableKey.inline(sequence)
        let zeros: InlineArray<4, UInt8> = .init(repeating: 0)
        var sum = CRC32C.checksum(key.span)
        sum = CRC32C.checksum(frame.extracting(0..<checksumOffset), continuing: sum)
        sum = CRC32C.checksum(zeros.span, continuing: sum)
        return CRC32C.checksum(frame.extracting(checksumOffset + 4..<frame.count), continuing: sum)
    }
}
