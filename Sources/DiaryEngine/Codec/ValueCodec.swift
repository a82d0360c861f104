internal import DiaryModel
internal import EventStore

// The values of single fields: the bytes of a date, a list of tags, a place…

extension ContentCodec {
    /// seconds i64 · offset i32 · precision u8 · zone, UTF-8 to the end
    static func encode(_ date: EntryDate) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.littleEndian(date.seconds)
        writer.littleEndian(date.offset)
        writer.uint8(date.precision.rawValue)
        writer.append(Array(date.zone.utf8))
        return writer.bytes
    }

    static func date(_ reader: inout ByteReader) throws(FormatError) -> EntryDate {
        let seconds = try reader.littleEndian(Int64.self)
        let offset = try reader.littleEndian(Int32.self)
        guard let precision = EntryDate.Precision(rawValue: try reader.uint8()) else {
            throw .malformed("a date of unknown precision")
        }
        let zone = try reader.string(reader.bytes.count - reader.position)
        return EntryDate(seconds: seconds, offset: offset, zone: zone, precision: precision)
    }

    /// count · count × (length, bytes)
    static func encode(_ tags: [Tag]) -> [UInt8] {
        var writer = ByteWriter()
        writer.varint(tags.count)
        for tag in tags { writer.counted(tag.bytes) }
        return writer.bytes
    }

    static func tags(_ reader: inout ByteReader) throws(FormatError) -> [Tag] {
        var tags: [Tag] = []
        for _ in 0..<(try reader.count()) {
            let length = try reader.count()
            tags.append(Tag(bytes: try reader.array(length)))
        }
        return tags
    }

    static func flag(_ reader: inout ByteReader) throws(FormatError) -> Bool {
        switch try reader.uint8() {
        case 0: return false
        case 1: return true
        default: throw .malformed("neither yes nor no")
        }
    }

    /// latitude i32 · longitude i32, ten-millionths of a degree
    static func encode(_ place: Place) -> [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.littleEndian(place.latitude)
        writer.littleEndian(place.longitude)
        return writer.bytes
    }

    static func place(_ reader: inout ByteReader) throws(FormatError) -> Place {
        Place(latitude: try reader.littleEndian(Int32.self), longitude: try reader.littleEndian(Int32.self))
    }

    /// count · count × (name, media type, each with its length, size u64, SHA-256)
    static func encode(_ attachments: [Attachment]) -> [UInt8] {
        var writer = ByteWriter()
        writer.varint(attachments.count)
        for attachment in attachments {
            writer.counted(Array(attachment.name.utf8))
            writer.counted(Array(attachment.mediaType.utf8))
            writer.littleEndian(attachment.size)
            writer.append(attachment.hash)
        }
        return writer.bytes
    }

    static func attachments(_ reader: inout ByteReader) throws(FormatError) -> [Attachment] {
        var attachments: [Attachment] = []
        for _ in 0..<(try reader.count()) {
            let name = try reader.countedString()
            let mediaType = try reader.countedString()
            let size = try reader.littleEndian(UInt64.self)
            attachments.append(Attachment(name: name, mediaType: mediaType, size: size, hash: try reader.array(32)))
        }
        return attachments
    }

    /// count · count × (key, value), each with its length
    static func encode(_ extra: [ExtraField]) -> [UInt8] {
        var writer = ByteWriter()
        writer.varint(extra.count)
        for field in extra {
            writer.counted(Array(field.key.utf8))
            writer.counted(field.value)
        }
        return writer.bytes
    }

    static func extra(_ reader: inout ByteReader) throws(FormatError) -> [ExtraField] {
        var extra: [ExtraField] = []
        for _ in 0..<(try reader.count()) {
            let key = try reader.countedString()
            let length = try reader.count()
            extra.append(ExtraField(key: key, value: try reader.array(length)))
        }
        return extra
    }

    /// (gap, removed, inserted), to the end
    static func encode(_ hunks: [TextHunk]) -> [UInt8] {
        var writer = ByteWriter(capacity: hunks.count * 6)
        for hunk in hunks { for number in [hunk.gap, hunk.removed, hunk.inserted] { writer.varint(number) } }
        return writer.bytes
    }

    static func hunks(_ reader: inout ByteReader) throws(FormatError) -> [TextHunk] {
        var hunks: [TextHunk] = []
        while !reader.isAtEnd {
            let hunk = TextHunk(
                gap: try length(&reader), removed: try length(&reader), inserted: try length(&reader))
            guard hunk.removed + hunk.inserted > 0 else { throw .malformed("a hunk that replaces nothing") }
            hunks.append(hunk)
        }
        return hunks
    }

    /// A length that a text may have: so the sums of as many as fit a body stay far below what an `Int` holds.
    private static func length(_ reader: inout ByteReader) throws(FormatError) -> Int {
        let length = try reader.varint()
        guard length <= UInt64(EntryLimits.content) else { throw .malformed("a hunk outside every text") }
        return Int(length)
    }
}

extension ByteReader {
    mutating func countedString() throws(FormatError) -> String {
        let length = try count()
        return try string(length)
    }
}
