package import DiaryModel
package import EventStore
internal import Host

/// The state in an entry's row: what lists show without another read.
///
///     born u64 | createdAt i64 | createdOffset i32 | modifiedAt i64 | modifiedOffset i32 | flags u8
///              | words u32 | createdBy u64 | lamport u64 | branches, if flags bit 1 | content (numbered fields)
package struct EntryRow: Equatable, Sendable {
    /// The event since which the entry has stood alive, or deleted, under its date: part of its span's key.
    package var born: UInt64
    package var createdAt: Int64
    package var createdOffset: Int32
    package var modifiedAt: Int64
    package var modifiedOffset: Int32
    package var words: UInt32
    /// The creation of least stamp; `lamport` is its number, by which lists order entries of one date.
    package var createdBy: UInt64
    package var lamport: UInt64
    package var state: EntryState
    /// Nil if the entry stands on its newest event alone.
    package var branches: EntryBranches?

    static let fixed = 53

    package init(
        born: UInt64, createdAt: Int64, createdOffset: Int32, modifiedAt: Int64, modifiedOffset: Int32, words: UInt32,
        createdBy: UInt64, lamport: UInt64, state: EntryState, branches: EntryBranches? = nil
    ) {
        self.born = born
        self.createdAt = createdAt
        self.createdOffset = createdOffset
        self.modifiedAt = modifiedAt
        self.modifiedOffset = modifiedOffset
        self.words = words
        self.createdBy = createdBy
        self.lamport = lamport
        self.state = state
        self.branches = branches
    }

    package var bytes: [UInt8] {
        let content = ContentCodec.encode(state.content)
        var writer = ByteWriter(capacity: Self.fixed + content.count)
        writeHead(to: &writer)
        writer.append(content)
        return writer.bytes
    }

    /// The same with a content that is encoded already, in the place of its own.
    func bytes(withContent content: Span<UInt8>) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.fixed + content.count)
        writeHead(to: &writer)
        writer.append(content)
        return writer.bytes
    }

    /// Writes all but the content.
    func writeHead(to writer: inout ByteWriter) {
        writer.littleEndian(born)
        writer.littleEndian(createdAt)
        writer.littleEndian(createdOffset)
        writer.littleEndian(modifiedAt)
        writer.littleEndian(modifiedOffset)
        writer.uint8((state.isDeleted ? 1 : 0) | (branches == nil ? 0 : 2))
        writer.littleEndian(words)
        writer.littleEndian(createdBy)
        writer.littleEndian(lamport)
        guard let branches else { return }
        let bytes = BranchesCodec.encode(branches)
        writer.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        writer.append(bytes)
    }

    /// The offset of the content in a row's state; nil if the state is cut off.
    static func contentStart(_ state: Span<UInt8>) -> Int? {
        guard state.count >= fixed else { return nil }
        guard state[32] & 2 != 0 else { return fixed }
        guard state.count >= fixed + 4 else { return nil }
        let length = Int(state.littleEndian(at: fixed) as UInt32)
        return state.count - fixed - 4 >= length ? fixed + 4 + length : nil
    }

    /// Whether an entry has branches, by one byte of its row's state.
    static func isBranched(_ state: [UInt8]) -> Bool { state.count > 32 && state[32] & 2 != 0 }

    package init(_ bytes: [UInt8]) throws(FormatError) {
        let span = bytes.span
        guard let start = Self.contentStart(span) else { throw .truncated }
        born = span.littleEndian(at: 0)
        createdAt = span.littleEndian(at: 8)
        createdOffset = span.littleEndian(at: 16)
        modifiedAt = span.littleEndian(at: 20)
        modifiedOffset = span.littleEndian(at: 28)
        words = span.littleEndian(at: 33)
        createdBy = span.littleEndian(at: 37)
        lamport = span.littleEndian(at: 45)
        state = EntryState(
            content: try ContentCodec.decode(span.extracting(start..<span.count)), isDeleted: span[32] & 1 != 0)
        branches = start == Self.fixed ? nil : try BranchesCodec.decode(span.extracting(Self.fixed + 4..<start))
    }

    /// What an entry adds to the counters of the envelope, by five bytes of its row's state; nothing if it is deleted.
    static func counters(_ state: [UInt8]) -> Counters {
        guard state.count >= fixed, !isDeleted(state) else { return Counters() }
        return Counters(first: 1, second: UInt64(state.span.littleEndian(at: 33) as UInt32))
    }

    /// When the entry was created, by twelve bytes of its row's state; nil if that is cut off.
    static func created(_ state: [UInt8]) -> Stamp? {
        guard state.count >= fixed else { return nil }
        return Stamp(wall: state.span.littleEndian(at: 8), offset: state.span.littleEndian(at: 16))
    }

    /// The creation of least stamp and its lamport number, by sixteen bytes of a row's state; nil if that is cut off.
    static func creation(_ state: [UInt8]) -> (event: UInt64, lamport: UInt64)? {
        guard state.count >= fixed else { return nil }
        return (state.span.littleEndian(at: 37), state.span.littleEndian(at: 45))
    }

    /// Whether an entry is deleted, by one byte of its row's state.
    static func isDeleted(_ state: [UInt8]) -> Bool { state.count > 32 && state[32] & 1 != 0 }

    static func isDeleted(_ state: Span<UInt8>) -> Bool { state.count > 32 && state[32] & 1 != 0 }

    static func isBranched(_ state: Span<UInt8>) -> Bool { state.count > 32 && state[32] & 2 != 0 }

    /// The text in a row's state, in place; nil if the content does not begin with a text.
    @_lifetime(copy state)
    static func text(in state: Span<UInt8>) -> Span<UInt8>? {
        guard let start = contentStart(state), state.count > start + 2,
            state[start] == UInt8(ContentCodec.Field.text)
        else { return nil }
        var reader = ByteReader(state, from: start + 1)
        guard let count = try? reader.count(), let range = try? reader.range(count) else { return nil }
        return state.extracting(range)
    }

    /// What decides an entry's position in the list by date, read from its row's bytes without the text.
    struct ListPlace {
        var born: UInt64
        var isDeleted: Bool
        var lamport: UInt64
        /// Civil seconds.
        var date: Int64

        init(_ state: [UInt8]) throws(FormatError) {
            let span = state.span
            guard let start = EntryRow.contentStart(span) else { throw .truncated }
            born = span.littleEndian(at: 0)
            isDeleted = span[32] & 1 != 0
            lamport = span.littleEndian(at: 45)
            date = 0
            var reader = ByteReader(span, from: start)
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
