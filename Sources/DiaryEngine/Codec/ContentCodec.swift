package import DiaryModel
internal import DiarylogHost
package import EventStore

/// The content of an entry as numbered fields: the body of a creation and of an edit, and the state in a row.
///
/// Each field is a varint number, a varint length and its bytes; numbers ascend, and a field at its default is left
/// out. See `Docs/FormatEvents.md`, "The content".
package enum ContentCodec {
    /// The numbers of the fields, fixed for ever.
    package enum Field {
        package static let text: UInt64 = 1
        package static let date: UInt64 = 2
        package static let tags: UInt64 = 3
        package static let star: UInt64 = 4
        package static let place: UInt64 = 5
        package static let weather: UInt64 = 6
        package static let attachments: UInt64 = 7
        package static let extra: UInt64 = 8
        /// Only in an edit where a person saved a text: its hunks. No content has it.
        package static let hunks: UInt64 = 15
    }

    /// The fields of a content, with those of its hunks among them.
    package static func encode(_ content: EntryContent, _ hunks: [TextHunk]? = nil) -> [UInt8] {
        var writer = ByteWriter(capacity: content.text.count + 64)
        writer.field(Field.text, content.text)
        writer.field(Field.date, encode(content.date))
        if !content.tags.isEmpty { writer.field(Field.tags, encode(content.tags)) }
        if content.isStarred { writer.field(Field.star, [1]) }
        if let place = content.place { writer.field(Field.place, encode(place)) }
        if let weather = content.weather { writer.field(Field.weather, encode(weather)) }
        if !content.attachments.isEmpty { writer.field(Field.attachments, encode(content.attachments)) }
        if !content.extra.isEmpty { writer.field(Field.extra, encode(content.extra)) }
        for unknown in content.unknown where unknown.number < Field.hunks {
            writer.field(unknown.number, unknown.bytes)
        }
        if let hunks { writer.field(Field.hunks, encode(hunks)) }
        for unknown in content.unknown where unknown.number > Field.hunks {
            writer.field(unknown.number, unknown.bytes)
        }
        return writer.bytes
    }

    package static func decode(_ bytes: Span<UInt8>) throws(FormatError) -> EntryContent {
        let (content, hunks) = try decodeBody(bytes)
        guard hunks == nil else { throw .malformed("hunks in a content") }
        return content
    }

    /// Reads a content, and the hunks that stand in it where a person saved a text; unless `keepingText`, the text is
    /// read and left out.
    package static func decodeBody(
        _ bytes: Span<UInt8>, keepingText: Bool = true
    ) throws(FormatError) -> (content: EntryContent, hunks: [TextHunk]?) {
        var reader = ByteReader(bytes)
        var content = EntryContent.empty
        var hunks: [TextHunk]?
        var last: UInt64 = 0
        while !reader.isAtEnd {
            let (number, length) = try reader.fieldHead(after: &last)
            switch number {
            case Field.text: content.text = try reader.text(length, isKept: keepingText)
            case Field.date: content.date = try reader.nested(length, date)
            case Field.tags: content.tags = try reader.nested(length, tags)
            case Field.star: content.isStarred = try reader.nested(length, flag)
            case Field.place: content.place = try reader.nested(length, place)
            case Field.weather: content.weather = try reader.nested(length, weather)
            case Field.attachments: content.attachments = try reader.nested(length, attachments)
            case Field.extra: content.extra = try reader.nested(length, extra)
            case Field.hunks: hunks = try reader.nested(length, Self.hunks)
            default: content.unknown.append(UnknownField(number: number, bytes: try reader.array(length)))
            }
        }
        return (content, hunks)
    }
}

extension EntryContent {
    /// Nothing, in the first second of 1970: what is read stands over it.
    static var empty: EntryContent {
        EntryContent(text: [], date: EntryDate(seconds: 0, offset: 0, zone: "", precision: .second))
    }
}

extension ByteWriter {
    /// Writes a field: its number, length and bytes.
    mutating func field(_ number: UInt64, _ bytes: [UInt8]) {
        varint(number)
        counted(bytes)
    }
}

extension ByteReader {
    /// Reads the number and the length of the next field; throws unless numbers ascend strictly.
    mutating func fieldHead(after last: inout UInt64) throws(FormatError) -> (number: UInt64, length: Int) {
        let number = try varint()
        guard number > last else { throw .malformed("fields out of order") }
        last = number
        return (number, try count())
    }

    /// Reads a value that must fill exactly `length` bytes.
    mutating func nested<Value>(
        _ length: Int, _ read: (inout ByteReader) throws(FormatError) -> Value
    ) throws(FormatError) -> Value {
        let range = try range(length)
        var inner = ByteReader(bytes.extracting(range))
        let value = try read(&inner)
        guard inner.isAtEnd else { throw .malformed("bytes after a field's value") }
        return value
    }

    /// Reads the bytes of a text; throws unless they are UTF-8.
    mutating func text(_ length: Int, isKept: Bool = true) throws(FormatError) -> [UInt8] {
        let range = try range(length)
        let text = bytes.extracting(range)
        guard text.isUTF8 else { throw .malformed("a text that is not UTF-8") }
        return isKept ? [UInt8](copying: text) : []
    }
}
