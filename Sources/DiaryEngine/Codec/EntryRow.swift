package import DiaryModel
internal import DiarylogHost
package import EventStore

/// The state in an entry's row, decoded: what lists show without another read. `EntryFold` writes it.
///
///     head 53 | branches, if flags bit 1: length u32, bytes | content (numbered fields)
package struct EntryRow: Equatable, Sendable {
    package let head: RowHead
    package let state: EntryState
    /// Nil if the entry stands on its newest event alone.
    package let branches: EntryBranches?

    /// The offset of the content in a row's state; nil if the state is cut off.
    static func contentStart(_ state: Span<UInt8>) -> Int? {
        guard state.count >= RowHead.size else { return nil }
        guard state[32] & 2 != 0 else { return RowHead.size }
        guard state.count >= RowHead.size + 4 else { return nil }
        let length = Int(state.littleEndian(at: RowHead.size) as UInt32)
        return state.count - RowHead.size - 4 >= length ? RowHead.size + 4 + length : nil
    }

    /// Whether an entry has branches, by one byte of its row's state.
    static func isBranched(_ state: [UInt8]) -> Bool { state.count > 32 && state[32] & 2 != 0 }

    package init(_ bytes: [UInt8]) throws(FormatError) {
        let span = bytes.span
        guard let start = Self.contentStart(span) else { throw .truncated }
        head = RowHead(span)
        branches = try Self.branches(in: span, before: start)
        state = EntryState(
            content: try ContentCodec.decode(span.extracting(start..<span.count)), isDeleted: head.isDeleted,
            isUnderstood: branches?.status != .notUnderstood)
    }

    /// The branches in a row's state, which end where the content starts.
    static func branches(in state: Span<UInt8>, before start: Int) throws(FormatError) -> EntryBranches? {
        start == RowHead.size ? nil : try BranchesCodec.decode(state.extracting(RowHead.size + 4..<start))
    }

    /// What an entry adds to the counters of the envelope; nothing if it is deleted.
    static func counters(_ state: [UInt8]) -> Counters {
        guard let head = head(of: state), !head.isDeleted else { return Counters() }
        return Counters(first: 1, second: UInt64(head.words))
    }

    /// The head of a row's state; nil if that is cut off.
    static func head(of state: [UInt8]) -> RowHead? { state.count >= RowHead.size ? RowHead(state.span) : nil }

    /// Whether an entry is deleted, by one byte of its row's state.
    static func isDeleted(_ state: [UInt8]) -> Bool { state.count > 32 && state[32] & 1 != 0 }

    static func isDeleted(_ state: Span<UInt8>) -> Bool { state.count > 32 && state[32] & 1 != 0 }

    static func isBranched(_ state: Span<UInt8>) -> Bool { state.count > 32 && state[32] & 2 != 0 }

    /// What a search reads of the content in a row's state, in place; nil if that is not the text alone, since there
    /// are tags, or extra fields, which may name a place.
    @_lifetime(copy state)
    static func searchedText(in state: Span<UInt8>) -> Span<UInt8>? {
        guard let start = contentStart(state), state.count > start + 2,
            state[start] == UInt8(ContentCodec.Field.text)
        else { return nil }
        var reader = ByteReader(state, from: start + 1)
        guard let count = try? reader.count(), let range = try? reader.range(count) else { return nil }
        while !reader.isAtEnd {
            guard let number = try? reader.varint(), number != ContentCodec.Field.extra,
                number != ContentCodec.Field.tags,
                let length = try? reader.count(), (try? reader.skip(length)) != nil
            else { return nil }
        }
        return state.extracting(range)
    }
}
