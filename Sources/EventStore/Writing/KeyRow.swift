internal import DiarylogHost

/// A row of the table `keys`: an event, by something that its header names.
///
///     kind u8 | name 32 | seq u64be  →  crc32c u32 over this key and the next
///
/// The rows are a chain, from a first one that every file has: none can be missing, or have become another, unseen.
struct KeyRow: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        /// The code of the idempotency or import key under which it was made.
        case key = 1
        /// The operation that its own one takes back, or does again.
        case target = 2
    }

    let kind: Kind
    let name: Digest
    let sequence: UInt64

    /// The key of the first row, which is of no event.
    static let first: [UInt8] = [0]

    init(_ kind: Kind, _ name: Digest, _ sequence: UInt64) {
        (self.kind, self.name, self.sequence) = (kind, name, sequence)
    }

    /// Nil for a key that no event's row has.
    init?(_ key: Span<UInt8>) {
        guard key.count == 41, let kind = Kind(rawValue: key[0]) else { return nil }
        self.init(kind, Digest(key, at: 1), key.bigEndian(at: 33))
    }

    var key: [UInt8] {
        var writer = ByteWriter(capacity: 41)
        writer.uint8(kind.rawValue)
        writer.append(name)
        writer.bigEndian(sequence)
        return writer.bytes
    }

    /// Visits the rows that an event has: none, one or two.
    static func forEach(of frame: Frame, _ visit: (KeyRow) throws(EventStoreError) -> Void) throws(EventStoreError) {
        if let code = frame.key?.code { try visit(KeyRow(.key, code, frame.sequence)) }
        if let target = frame.operation?.target { try visit(KeyRow(.target, target, frame.sequence)) }
    }

    /// The value of a row, given the key of the next one; that is empty behind the last.
    static func link(from key: Span<UInt8>, to next: Span<UInt8>) -> [UInt8] {
        var writer = ByteWriter(capacity: 4)
        writer.littleEndian(CRC32C.checksum(next, continuing: CRC32C.checksum(key)))
        return writer.bytes
    }
}

/// Goes over the rows of `keys` from one to the next, and says of each whether it is the next of the one before.
struct KeyWalk: ~Copyable, ~Escapable {
    private var cursor: TableCursor
    /// The key on which it stands; empty before the first row, and behind the last.
    private(set) var key: [UInt8]
    private var link: [UInt8]

    /// Begins at the last row before a key.
    @_lifetime(copy cursor)
    init(_ cursor: consuming TableCursor, before sought: [UInt8]) throws(EventStoreError) {
        let isHere = try cursor.seekBefore(sought.span)
        key = isHere ? [UInt8](copying: cursor.key) : []
        link = isHere ? [UInt8](copying: cursor.value) : []
        self.cursor = cursor
    }

    /// Goes on; false where the next row, or the end, is not what the row says, and where it began before the first.
    @_lifetime(self: copy self)
    mutating func next() throws(EventStoreError) -> Bool {
        let before = key
        let isHere = try cursor.next()
        key = isHere ? [UInt8](copying: cursor.key) : []
        defer { link = isHere ? [UInt8](copying: cursor.value) : [] }
        return KeyRow.link(from: before.span, to: key.span) == link
    }
}
