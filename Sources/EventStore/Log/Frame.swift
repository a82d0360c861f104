internal import Host

/// An event as it stands in the log: envelope, stored header, payload.
///
/// Reading a frame needs no other one. What it leaves out (its store, device, stream and neighbours' ids) it names by
/// sequence number, and `EventHeader(resolving:)` restores it. Decoding allocates only for the values kept here: bodies
/// stay where they are, as ranges of the frame's bytes.
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
        /// What state the event left cannot be told here: the event, or one it descends from, is not understood or came
        /// without its payload.
        package static let opaque = Marks(rawValue: 1 << 2)
        package static let known: Marks = [.branched, .undecided, .opaque]
        /// Whether the event was the stream's only head, and nothing was undecided.
        package var isStraight: Bool { isDisjoint(with: [.branched, .undecided]) }
    }

    /// How a frame names something that another frame holds whole.
    package enum Reference: Equatable, Sendable {
        case none
        /// The frame with this sequence number holds it.
        case sequence(UInt64)
        /// This frame holds it whole, at this offset.
        case offset(Int)
    }

    package var sequence: UInt64
    package var arrivedAt: Int64
    package var state: State
    package var marks: Marks
    package var clamp: Int64
    package var id: Digest

    package var kind: UInt16
    package var schema: UInt16
    package var criticality: EventHeader.Criticality
    /// Events of the stream since its last keyframe; 0 in a keyframe.
    package var keyframeSteps: UInt8
    /// The stream's version after this event: 1 for its first.
    package var version: UInt64
    /// The stream's event before this one; 0 for none.
    package var previousInStream: UInt64
    /// An earlier event of the stream (skew-binary), by which a version is found in O(log versions); 0 for none.
    package var jump: UInt64
    package var counters: Counters
    package var deviceSequence: UInt64
    package var lamport: UInt64
    package var wall: Int64
    /// The device's anchor, which holds store and device whole; `offset` in the anchor itself.
    package var origin: Reference
    /// Zone and offset; nil if they are those of the anchor.
    package var ownZone: (offset: Int32, name: Range<Int>)?
    /// The log's secret, in anchors after a device's first event.
    package var secret: Range<Int>?
    package var previous: Reference
    package var object: Reference
    /// Where the parents are listed, and how many there are; nil if the only parent, if any, is the stream's event
    /// before.
    package var ownParents: (count: Int, list: Range<Int>)?
    package var operationIndex: UInt32
    package var operationCount: UInt32
    package var operation: EventHeader.Operation?
    package var key: EventHeader.Key?
    package var storedPayloadHash: Digest?
    package var trailer: Range<Int>
    package var bodyLength: Int
    /// Salt and body; empty once blanked.
    package var payload: Range<Int>

    package var body: Range<Int> {
        state == .whole ? payload.lowerBound + EventLimits.salt..<payload.upperBound : payload
    }

    package var salt: Range<Int> {
        state == .whole ? payload.lowerBound..<payload.lowerBound + EventLimits.salt : payload
    }

    /// The events it was decided on, in their order: each by number, or by the offset of an id that this log may not
    /// hold.
    package func parents(in bytes: Span<UInt8>) -> [Reference] {
        guard let ownParents else { return previousInStream == 0 ? [] : [.sequence(previousInStream)] }
        var parents: [Reference] = []
        parents.reserveCapacity(ownParents.count)
        var reader = ByteReader(bytes, from: ownParents.list.lowerBound)
        for _ in 0..<ownParents.count {
            guard let distance = try? reader.varint() else { break }
            if distance > 0 {
                parents.append(.sequence(sequence - min(distance, sequence)))
            } else {
                parents.append(.offset(reader.position))
                guard (try? reader.skip(32)) != nil else { break }
            }
        }
        return parents
    }

    /// The only event it was decided on; nil if there are several, none, or one that this log does not hold.
    package func onlyParent(in bytes: Span<UInt8>) -> UInt64? {
        guard let ownParents else { return previousInStream == 0 ? nil : previousInStream }
        guard ownParents.count == 1, case .sequence(let parent)? = parents(in: bytes).first else { return nil }
        return parent
    }

    /// Whether an event is the only one it was decided on.
    package func isDecided(on sequence: UInt64, in bytes: Span<UInt8>) -> Bool {
        onlyParent(in: bytes) == sequence
    }

    /// The first sequence number of the operation this event belongs to.
    package var operationStart: UInt64 { sequence - UInt64(operationIndex) }
}

/// Two running numbers of the program's choosing, kept in every envelope: reading them as of any event costs one read.
public struct Counters: Equatable, Sendable {
    /// The first number; the model defines what it counts.
    public var first: UInt64
    /// The second number.
    public var second: UInt64

    /// Two counters.
    public init(first: UInt64 = 0, second: UInt64 = 0) {
        self.first = first
        self.second = second
    }

    /// Applies the change in what one stream adds.
    mutating func change(from old: Counters, to new: Counters) {
        first = first &+ new.first &- old.first
        second = second &+ new.second &- old.second
    }
}

/// The fixed front of a frame, and the flags that say what follows.
package enum FrameLayout {
    package static let magic: UInt32 = 0x3145_4c44  // "DLE1" as its four bytes lie
    package static let checksumOffset = 36
    package static let idOffset = 40
    package static let flagsOffset = 72
    package static let minimum = 80

    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        static let originWhole = Flags(rawValue: 1 << 0)
        static let previousWhole = Flags(rawValue: 1 << 1)
        static let objectWhole = Flags(rawValue: 1 << 2)
        static let objectNone = Flags(rawValue: 1 << 3)
        static let payloadHashStored = Flags(rawValue: 1 << 4)
        static let keyed = Flags(rawValue: 1 << 5)
        static let operationNumbers = Flags(rawValue: 1 << 6)
        static let ownZone = Flags(rawValue: 1 << 7)
        static let trailer = Flags(rawValue: 1 << 8)
        static let ownParents = Flags(rawValue: 1 << 9)
        static let previousNone = Flags(rawValue: 1 << 10)
        static let secret = Flags(rawValue: 1 << 11)
        static let known = Flags(rawValue: (1 << 12) - 1)
    }

    /// Bytes of the log's secret.
    package static let secret = 32

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
