package import DiaryModel
package import EventStore
internal import Host

/// The state part of an entry's row: what lists show without another read.
///
///     born u64 | createdAt i64 | createdOffset i32 | modifiedAt i64 | modifiedOffset i32 | flags u8
///              | words u32 | content (numbered fields)
package struct EntryRow: Equatable, Sendable {
    /// The event since which the entry stands alive, or deleted, under its date: the key of its span.
    package var born: UInt64
    package var createdAt: Int64
    package var createdOffset: Int32
    package var modifiedAt: Int64
    package var modifiedOffset: Int32
    package var words: UInt32
    package var state: EntryState

    private static let fixed = 37

    package init(
        born: UInt64, createdAt: Int64, createdOffset: Int32, modifiedAt: Int64, modifiedOffset: Int32, words: UInt32,
        state: EntryState
    ) {
        self.born = born
        self.createdAt = createdAt
        self.createdOffset = createdOffset
        self.modifiedAt = modifiedAt
        self.modifiedOffset = modifiedOffset
        self.words = words
        self.state = state
    }

    package var bytes: [UInt8] {
        let content = ContentCodec.encode(state.content)
        var writer = ByteWriter(capacity: Self.fixed + content.count)
        writer.littleEndian(born)
        writer.littleEndian(createdAt)
        writer.littleEndian(createdOffset)
        writer.littleEndian(modifiedAt)
        writer.littleEndian(modifiedOffset)
        writer.uint8(state.isDeleted ? 1 : 0)
        writer.littleEndian(words)
        writer.append(content)
        return writer.bytes
    }

    package init(_ bytes: [UInt8]) throws(FormatError) {
        let span = bytes.span
        guard span.count >= Self.fixed else { throw .truncated }
        born = span.littleEndian(at: 0)
        createdAt = span.littleEndian(at: 8)
        createdOffset = span.littleEndian(at: 16)
        modifiedAt = span.littleEndian(at: 20)
        modifiedOffset = span.littleEndian(at: 28)
        words = span.littleEndian(at: 33)
        state = EntryState(
            content: try ContentCodec.decode(span.extracting(Self.fixed..<span.count)), isDeleted: span[32] & 1 != 0)
    }

    /// What it adds to the totals of the envelope: a deleted entry counts nothing.
    package var totals: Totals { state.isDeleted ? Totals() : Totals(live: 1, words: UInt64(words)) }

    /// When the entry was made, by twelve bytes of its row's state.
    static func created(_ state: [UInt8]) -> Stamp? {
        guard state.count >= fixed else { return nil }
        return Stamp(wall: state.span.littleEndian(at: 8), offset: state.span.littleEndian(at: 16))
    }

    /// Whether a row's state is a deleted entry's, by one byte of it.
    static func isDeleted(_ state: [UInt8]) -> Bool { state.count > 32 && state[32] & 1 != 0 }

    static func isDeleted(_ state: Span<UInt8>) -> Bool { state.count > 32 && state[32] & 1 != 0 }

    /// The text in a row's state, in place: nil where it does not begin with one.
    @_lifetime(copy state)
    static func text(in state: Span<UInt8>) -> Span<UInt8>? {
        guard state.count > fixed + 2, state[fixed] == UInt8(ContentCodec.Field.text) else { return nil }
        var reader = ByteReader(state, from: fixed + 1)
        guard let count = try? reader.count(), let range = try? reader.range(count) else { return nil }
        return state.extracting(range)
    }

    /// Where the list by date has an entry, read from its row's bytes without its text.
    struct ListPlace {
        var born: UInt64
        var isDeleted: Bool
        /// Civil seconds.
        var date: Int64

        init(_ state: [UInt8]) throws(FormatError) {
            let span = state.span
            guard span.count >= EntryRow.fixed else { throw .truncated }
            born = span.littleEndian(at: 0)
            isDeleted = span[32] & 1 != 0
            date = 0
            var reader = ByteReader(span, from: EntryRow.fixed)
            while !reader.isAtEnd {
                let number = try reader.varint()
                let length = try reader.count()
                if number == ContentCodec.Field.date {
                    date = try reader.littleEndian(Int64.self)
                    return
                }
                try reader.skip(length)
            }
        }
    }
}
