internal import DiaryModel
internal import EventStore

// The text of a change, and of a keyframe, where it lies in the body: nothing is copied.

extension SpliceRanges {
    /// Reads the splices of a body's field 1, which lies at `field`, into an array that is used again.
    ///
    /// Throws for what `ChangeCodec` refuses, too.
    static func read(
        _ body: Span<UInt8>, in field: Range<Int>, _ splices: inout [SpliceRanges]
    ) throws(FormatError) {
        splices.removeAll(keepingCapacity: true)
        try ContentBytes.check(body.extracting(field))
        var reader = ByteReader(body, from: field.lowerBound + 8)
        var end = 0
        for _ in 0..<(try reader.count()) {
            let offset = end + Int(try reader.varint())
            let removed = try reader.range(try reader.count())
            let inserted = try reader.range(try reader.count())
            splices.append(SpliceRanges(offset: offset, removed: removed, inserted: inserted))
            end = offset + removed.count
        }
    }
}

extension ContentBytes {
    /// Where the text lies in the value of a keyframe: a flag, and a content, which begins with its text.
    static func text(ofKeyframe value: Span<UInt8>) throws(FormatError) -> Range<Int> {
        var reader = ByteReader(value, from: min(1, value.count))
        guard try reader.varint() == ContentCodec.Field.text else { throw .malformed("a content without a text") }
        return try reader.range(try reader.count())
    }
}
