internal import DiarylogHost

// A draft in the table `drafts`: bytes of the program's, for a stream, that are no event yet.
//
//     key    number u64be
//     value  "DLD1" | length u32 | number u64 | revision u32 | stream 16 | body | crc32c u32 over key and all before
//
// The row of number 0 counts: "DLD1" | 20 u32 | last number u64 | crc32c u32. The length is that of the value, so that
// a row is known wherever it lies in the file.

/// A draft as it is stored.
package struct StoredDraft: Equatable, Sendable {
    /// Its number, from 1; no number is given twice.
    package var number: UInt64
    /// How often it was kept.
    package var revision: UInt32
    /// The stream that it is to become an event of, whether that exists or not.
    package var object: StreamID
    /// What the program keeps.
    package var body: [UInt8]

    package init(number: UInt64, revision: UInt32, object: StreamID, body: [UInt8]) {
        (self.number, self.revision, self.object, self.body) = (number, revision, object, body)
    }

    static let magic: [UInt8] = Array("DLD1".utf8)
    /// The length of a row without a body.
    static let emptyLength = 40
    /// No row is longer.
    static let longest = EventLimits.body + 4 << 20
    /// The length of the row that counts.
    static let counterLength = 20

    static func key(_ number: UInt64) -> [UInt8] { TableKey.sequence(number) }

    var value: [UInt8] {
        var writer = ByteWriter(capacity: Self.emptyLength + body.count)
        writer.append(Self.magic)
        writer.littleEndian(UInt32(truncatingIfNeeded: Self.emptyLength + body.count))
        writer.littleEndian(number)
        writer.littleEndian(revision)
        writer.append(object)
        writer.append(body)
        writer.seal(under: Self.key(number).span)
        return writer.bytes
    }

    /// Reads a row, which must be that of its number; nil for any other bytes.
    init?(_ value: Span<UInt8>) {
        guard value.count >= Self.emptyLength, value.extracting(0..<4).isEqual(to: Self.magic.span),
            Int(value.littleEndian(at: 4) as UInt32) == value.count
        else { return nil }
        number = value.littleEndian(at: 8)
        let key = Self.key(number)
        guard number > 0, let bytes = SealedValue.open(value, under: key.span) else { return nil }
        revision = value.littleEndian(at: 16)
        object = StreamID(value, at: 20)
        body = [UInt8](copying: bytes.extracting(36..<bytes.count))
    }

    /// The row that holds the last number that was given.
    static func counter(_ last: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: counterLength)
        writer.append(magic)
        writer.littleEndian(UInt32(counterLength))
        writer.littleEndian(last)
        writer.seal(under: key(0).span)
        return writer.bytes
    }

    /// The last number that was given; nil if the row is not what was written.
    static func lastNumber(_ value: Span<UInt8>) -> UInt64? {
        let key = key(0)
        guard value.count == counterLength, value.extracting(0..<4).isEqual(to: magic.span),
            SealedValue.open(value, under: key.span) != nil
        else { return nil }
        return value.littleEndian(at: 8)
    }
}
