package import DiaryModel
internal import DiarylogHost
package import EventStore

/// What the row of an entry says besides its branches and its content: 53 bytes.
///
///     born u64 | createdAt i64 | createdOffset i32 | modifiedAt i64 | modifiedOffset i32 | flags u8
///              | words u32 | createdBy u64 | lamport u64
package struct RowHead: BitwiseCopyable, Equatable, Sendable {
    /// The event since which the entry has stood alive, or deleted, under its date: part of its span's key.
    package var born: UInt64
    package var createdAt: Int64
    package var createdOffset: Int32
    package var modifiedAt: Int64
    package var modifiedOffset: Int32
    package var isDeleted: Bool
    package var words: UInt32
    /// The creation of least stamp; `lamport` is its number, by which lists order entries of one date.
    package var createdBy: UInt64
    package var lamport: UInt64

    static let size = 53

    /// An entry that begins with an event; its words are not counted.
    package init(beginning event: borrowing EventView, isDeleted: Bool) {
        let frame = event.frame
        (born, createdBy, lamport) = (frame.sequence, frame.sequence, frame.lamport)
        (createdAt, createdOffset) = (frame.wall, event.offset)
        (modifiedAt, modifiedOffset) = (frame.wall, event.offset)
        (self.isDeleted, words) = (isDeleted, 0)
    }

    /// An entry of which nothing else is known.
    init(isDeleted: Bool) {
        (born, createdBy, lamport, words) = (0, 0, 0, 0)
        (createdAt, createdOffset, modifiedAt, modifiedOffset) = (0, 0, 0, 0)
        self.isDeleted = isDeleted
    }

    /// Reads the head of a state that has one.
    init(_ state: Span<UInt8>) {
        born = state.littleEndian(at: 0)
        createdAt = state.littleEndian(at: 8)
        createdOffset = state.littleEndian(at: 16)
        modifiedAt = state.littleEndian(at: 20)
        modifiedOffset = state.littleEndian(at: 28)
        isDeleted = state[32] & 1 != 0
        words = state.littleEndian(at: 33)
        createdBy = state.littleEndian(at: 37)
        lamport = state.littleEndian(at: 45)
    }

    /// The time of the creation of least stamp.
    var created: ClockReading { ClockReading(wall: createdAt, offset: createdOffset) }

    /// The time of the modification of greatest stamp.
    var modified: ClockReading { ClockReading(wall: modifiedAt, offset: modifiedOffset) }

    /// Writes the head, and the branches behind it; the content follows.
    package func write(_ branches: EntryBranches?, to writer: inout ByteWriter) {
        writer.littleEndian(born)
        writer.littleEndian(createdAt)
        writer.littleEndian(createdOffset)
        writer.littleEndian(modifiedAt)
        writer.littleEndian(modifiedOffset)
        writer.uint8((isDeleted ? 1 : 0) | (branches == nil ? 0 : 2))
        writer.littleEndian(words)
        writer.littleEndian(createdBy)
        writer.littleEndian(lamport)
        guard let branches else { return }
        let bytes = BranchesCodec.encode(branches)
        writer.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        writer.append(bytes)
    }
}
