package import EventStore

/// Lifts bodies of older schemas to the newest when they are read; stored bytes are never rewritten.
///
/// Each step lifts a body by one schema and stays here for ever, with a log in `Tests/Fixtures` that needs it.
package enum Upcasting {
    package static func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        guard kind == EntryEventCodec.Kind.create, schema == 1 else { return nil }
        return try createOneToTwo(body)
    }

    /// Lifts `entry.create` from schema 1, which kept title and body apart, as the apps did from which the project
    /// grew: field 1 was the body's text, field 16 the title. Schema 2 has one text, with the title as its first line.
    private static func createOneToTwo(_ bytes: Span<UInt8>) throws(FormatError) -> [UInt8] {
        var reader = ByteReader(bytes)
        var title: [UInt8] = []
        var text: [UInt8] = []
        var rest = ByteWriter(capacity: bytes.count)
        var last: UInt64 = 0
        while !reader.isAtEnd {
            let (number, length) = try reader.fieldHead(after: &last)
            let value = try reader.array(length)
            switch number {
            case ContentCodec.Field.text: text = value
            case 16: title = value
            default: rest.field(number, value)
            }
        }
        var writer = ByteWriter(capacity: bytes.count + 2)
        let whole = text.isEmpty ? title : title.isEmpty ? text : title + Array("\n\n".utf8) + text
        writer.field(ContentCodec.Field.text, whole)
        writer.append(rest.bytes)
        return writer.bytes
    }
}
