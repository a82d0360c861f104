package import DiaryModel
internal import DiarylogHost
package import EventStore

/// The body of `entry.change`, `entry.delete` and `entry.restore`: numbered fields, each with its values before and
/// after.
///
/// A change of the text is written as splices of the first parent's text, after the first eight bytes of SHA-256(salt ‖
/// text after): these reveal a version that was rebuilt wrongly around damaged events. Field 15 is a keyframe, the
/// whole state after the event: a flag byte (1: deleted) and the content. See `Docs/FileFormat.md`, "entry.change".
package enum ChangeCodec {
    typealias Field = ContentCodec.Field

    /// A decoded body.
    package struct Body {
        package var changes: [FieldChange] = []
        package var keyframe: EntryState?
        /// The eight check bytes of the text after the change; nil if the text did not change.
        package var textCheck: [UInt8]?
    }

    /// The eight check bytes of a text.
    package static func check(_ text: [UInt8], salt: [UInt8]) -> [UInt8] {
        Array(Digest(hashing: salt + text).bytes.prefix(8))
    }

    package static func encode(
        _ changes: [FieldChange], after state: EntryState, salt: [UInt8], keyframe: Bool
    ) -> [UInt8] {
        var fields = changes.map { field(of: $0, textAfter: state.content.text, salt: salt) }
        if keyframe {
            fields.append((Field.keyframe, [state.isDeleted ? 1 : 0] + ContentCodec.encode(state.content)))
        }
        fields.sort { $0.number < $1.number }
        var writer = ByteWriter(capacity: 64)
        for field in fields { writer.field(field.number, field.bytes) }
        return writer.bytes
    }

    private static func field(
        of change: FieldChange, textAfter: [UInt8], salt: [UInt8]
    ) -> (number: UInt64, bytes: [UInt8]) {
        switch change {
        case .text(let splices): (Field.text, encode(splices, check: check(textAfter, salt: salt)))
        case .date(let before, let after):
            (Field.date, pair(ContentCodec.encode(before), ContentCodec.encode(after)))
        case .tags(let added, let removed):
            (Field.tags, pair(ContentCodec.encode(added), ContentCodec.encode(removed)))
        case .star(let before, let after): (Field.star, pair([before ? 1 : 0], [after ? 1 : 0]))
        case .place(let before, let after):
            (Field.place, pair(before.map(ContentCodec.encode) ?? [], after.map(ContentCodec.encode) ?? []))
        case .weather(let before, let after):
            (Field.weather, pair(before.map(ContentCodec.encode) ?? [], after.map(ContentCodec.encode) ?? []))
        case .attachments(let added, let removed):
            (Field.attachments, pair(ContentCodec.encode(added), ContentCodec.encode(removed)))
        case .extra(let before, let after): (Field.extra, pair(ContentCodec.encode(before), ContentCodec.encode(after)))
        case .unknown(let number, let before, let after): (number, pair(before ?? [], after ?? []))
        }
    }

    private static func pair(_ before: [UInt8], _ after: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: before.count + after.count + 4)
        writer.counted(before)
        writer.counted(after)
        return writer.bytes
    }

    /// check 8 · count · count × (gap since the splice before, removed, inserted)
    private static func encode(_ splices: [TextSplice], check: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.append(check)
        writer.varint(splices.count)
        var end = 0
        for splice in splices {
            writer.varint(splice.offset - end)
            writer.counted(splice.removed)
            writer.counted(splice.inserted)
            end = splice.offset + splice.removed.count
        }
        return writer.bytes
    }

    package static func decode(_ bytes: Span<UInt8>) throws(FormatError) -> Body {
        var body = Body()
        var reader = ByteReader(bytes)
        var last: UInt64 = 0
        while !reader.isAtEnd {
            let (number, length) = try reader.fieldHead(after: &last)
            let range = try reader.range(length)
            try decode(number, bytes.extracting(range), into: &body)
        }
        return body
    }

    private static func decode(_ number: UInt64, _ bytes: Span<UInt8>, into body: inout Body) throws(FormatError) {
        if number == Field.keyframe {
            guard let flag = bytes.isEmpty ? nil : bytes[0], flag <= 1 else { throw .malformed("a keyframe's flag") }
            let content = try ContentCodec.decode(bytes.extracting(1..<bytes.count))
            body.keyframe = EntryState(content: content, isDeleted: flag == 1)
            return
        }
        var reader = ByteReader(bytes)
        if number == Field.text {
            body.textCheck = try reader.array(8)
            body.changes.append(.text(try splices(&reader)))
        } else {
            let beforeLength = try reader.count()
            let before = bytes.extracting(try reader.range(beforeLength))
            let afterLength = try reader.count()
            let after = bytes.extracting(try reader.range(afterLength))
            body.changes.append(try change(number, before, after))
        }
        guard reader.isAtEnd else { throw .malformed("bytes after a field's value") }
    }

    private static func splices(_ reader: inout ByteReader) throws(FormatError) -> [TextSplice] {
        var splices: [TextSplice] = []
        var end = 0
        for _ in 0..<(try reader.count()) {
            let gap = try reader.varint()
            guard gap <= UInt64(EntryLimits.text) else { throw .malformed("a splice outside every text") }
            let removedLength = try reader.count()
            let removed = try reader.text(removedLength)
            let insertedLength = try reader.count()
            let inserted = try reader.text(insertedLength)
            splices.append(TextSplice(offset: end + Int(gap), removed: removed, inserted: inserted))
            end += Int(gap) + removed.count
        }
        return splices
    }

    private static func change(
        _ number: UInt64, _ before: Span<UInt8>, _ after: Span<UInt8>
    ) throws(FormatError) -> FieldChange {
        switch number {
        case Field.date: .date(before: try read(before, ContentCodec.date), after: try read(after, ContentCodec.date))
        case Field.tags: .tags(added: try read(before, ContentCodec.tags), removed: try read(after, ContentCodec.tags))
        case Field.star: .star(before: try read(before, ContentCodec.flag), after: try read(after, ContentCodec.flag))
        case Field.place:
            .place(before: try optional(before, ContentCodec.place), after: try optional(after, ContentCodec.place))
        case Field.weather:
            .weather(
                before: try optional(before, ContentCodec.weather), after: try optional(after, ContentCodec.weather))
        case Field.attachments:
            .attachments(
                added: try read(before, ContentCodec.attachments), removed: try read(after, ContentCodec.attachments))
        case Field.extra:
            .extra(before: try read(before, ContentCodec.extra), after: try read(after, ContentCodec.extra))
        default:
            .unknown(
                number: number, before: before.isEmpty ? nil : [UInt8](copying: before),
                after: after.isEmpty ? nil : [UInt8](copying: after))
        }
    }

    private static func read<Value>(
        _ bytes: Span<UInt8>, _ value: (inout ByteReader) throws(FormatError) -> Value
    ) throws(FormatError) -> Value {
        var reader = ByteReader(bytes)
        let result = try value(&reader)
        guard reader.isAtEnd else { throw .malformed("bytes after a field's value") }
        return result
    }

    private static func optional<Value>(
        _ bytes: Span<UInt8>, _ value: (inout ByteReader) throws(FormatError) -> Value
    ) throws(FormatError) -> Value? {
        bytes.isEmpty ? nil : try read(bytes, value)
    }
}
