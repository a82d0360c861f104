internal import DiarylogHost

/// How a stream stands after its last flushed event: one row of the table `streams`, under its ordinal.
///
///     head u64 | create u64 | version u64 | flags u8 | object 16 | head's id 32 | state …
///              | crc32c u32 over key and all before
///
/// The state is the program's own; the rest is the store's.
package struct StreamRow: Equatable, Sendable {
    /// The stream's number: 1 for the first stream ever created, and so on, in the order of the log.
    package var ordinal: UInt32
    /// The stream's newest event.
    package var head: UInt64
    /// Its first event, which holds the identifier whole.
    package var create: UInt64
    package var version: UInt64
    /// Whether the stream holds an event that binds it, and that the program which wrote the row does not know.
    package var isReadOnly: Bool
    /// Whether the state rests on an event that is lost: it may not be what was written.
    package var isDoubtful: Bool
    package var object: StreamID
    /// The id of the newest event: the next one can name it even if its frame is damaged.
    package var headID: Digest
    package var state: [UInt8]

    fileprivate static let fixed = 73

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.fixed + state.count + 4)
        writer.littleEndian(head)
        writer.littleEndian(create)
        writer.littleEndian(version)
        writer.uint8((isReadOnly ? 1 : 0) | (isDoubtful ? 2 : 0))
        writer.append(object)
        writer.append(headID)
        writer.append(state)
        writer.seal(under: TableKey.ordinal(ordinal).span)
        return writer.bytes
    }

    package init(
        ordinal: UInt32, head: UInt64, create: UInt64, version: UInt64, isReadOnly: Bool, isDoubtful: Bool,
        object: StreamID, headID: Digest, state: [UInt8]
    ) {
        self.ordinal = ordinal
        self.head = head
        self.create = create
        self.version = version
        self.isReadOnly = isReadOnly
        self.isDoubtful = isDoubtful
        self.object = object
        self.headID = headID
        self.state = state
    }

    /// The identifier as it lies in the bytes of a row, unchecked; nil if they are too few.
    static func object(in bytes: Span<UInt8>) -> StreamID? {
        bytes.count >= fixed + SealedValue.sealLength ? StreamID(bytes, at: 25) : nil
    }

    /// Throws `checksum` if key and value do not belong together, and `truncated`.
    package init(_ bytes: Span<UInt8>, ordinal: UInt32) throws(FormatError) {
        guard bytes.count >= Self.fixed + SealedValue.sealLength else { throw .truncated }
        let key = TableKey.ordinal(ordinal)
        guard let bytes = SealedValue.open(bytes, under: key.span) else { throw .checksum }
        self.ordinal = ordinal
        head = bytes.littleEndian(at: 0)
        create = bytes.littleEndian(at: 8)
        version = bytes.littleEndian(at: 16)
        isReadOnly = bytes[24] & 1 != 0
        isDoubtful = bytes[24] & 2 != 0
        object = StreamID(bytes, at: 25)
        headID = Digest(bytes, at: 41)
        state = [UInt8](copying: bytes.extracting(Self.fixed..<bytes.count))
    }
}

/// A row read in place: it lives no longer than the bytes it looks at.
package struct StreamRowView: ~Escapable {
    /// The stream's newest event.
    package let head: UInt64
    /// The program's own part.
    package let state: Span<UInt8>

    /// Nil if key and value do not belong together.
    @_lifetime(copy bytes)
    init?(_ bytes: Span<UInt8>, key: [UInt8]) {
        guard bytes.count >= StreamRow.fixed + SealedValue.sealLength else { return nil }
        guard let bytes = SealedValue.open(bytes, under: key.span) else { return nil }
        head = bytes.littleEndian(at: 0)
        state = bytes.extracting(StreamRow.fixed..<bytes.count)
    }
}

/// What an event changes of its stream: the row before it, if the stream had begun, and after it. The event is the one
/// that the row has come to, `after.head`.
package struct StreamChange: Sendable {
    package let before: StreamRow?
    package let after: StreamRow
}
