internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// An entry's content as bytes: all fields but the text, as `ContentCodec` writes them, and then the text.
///
/// A change of the text, the frequent case, is applied to the bytes; any other change goes through `EntryContent`. Both
/// ways give the same bytes and refuse the same changes.
struct ContentBytes {
    private(set) var bytes: [UInt8]
    /// Where the text begins.
    private var textStart: Int
    /// Civil seconds of the date.
    private(set) var date: Int64

    /// Empty content, to which a keyframe is applied.
    static let nothing = ContentBytes(EntryContent.nothing)

    /// Reads content as a creation or a keyframe holds it; throws what decoding it would throw.
    init(_ body: Span<UInt8>) throws(FormatError) {
        guard let plain = try Self.plain(body) else {
            self.init(try ContentCodec.decode(body))
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count)
        bytes.append(copying: body.extracting(plain.rest))
        bytes.append(copying: body.extracting(plain.text))
        self.init(bytes: bytes, textStart: plain.rest.count, date: plain.date)
    }

    private init(bytes: [UInt8], textStart: Int, date: Int64) {
        self.bytes = bytes
        self.textStart = textStart
        self.date = date
    }

    init(_ content: EntryContent) {
        var rest = content
        rest.text = []
        // Content without a text begins with an empty field 1: two bytes.
        bytes = Array(ContentCodec.encode(rest).dropFirst(2))
        textStart = bytes.count
        bytes += content.text
        date = content.date.seconds
    }

    /// The ranges of the text and of the other fields, in content that need not be decoded; nil for any other.
    ///
    /// Such content has only text, date, tags and star, exactly as they are written. Checks that the text is UTF-8.
    private static func plain(
        _ body: Span<UInt8>
    ) throws(FormatError) -> (text: Range<Int>, rest: Range<Int>, date: Int64)? {
        var reader = ByteReader(body)
        guard !reader.isAtEnd, try reader.varint() == ContentCodec.Field.text else { return nil }
        let text = try reader.range(try reader.count())
        guard body.extracting(text).isUTF8 else { return nil }
        let rest = reader.position
        guard !reader.isAtEnd, try reader.varint() == ContentCodec.Field.date else { return nil }
        let dateRange = try reader.range(try reader.count())
        guard let date = plainDate(body.extracting(dateRange)) else { return nil }
        var last = ContentCodec.Field.date
        while !reader.isAtEnd {
            let number = try reader.varint()
            let value = body.extracting(try reader.range(try reader.count()))
            guard number > last, isPlain(number, value) else { return nil }
            last = number
        }
        return (text, rest..<body.count, date)
    }

    private static func plainDate(_ value: Span<UInt8>) -> Int64? {
        guard value.count >= 13, value[12] <= EntryDate.Precision.second.rawValue else { return nil }
        for index in 13..<value.count where value[index] >= 0x80 { return nil }
        return value.littleEndian(at: 0)
    }

    /// Whether the value of tags or star has exactly the form in which it is written.
    private static func isPlain(_ number: UInt64, _ value: Span<UInt8>) -> Bool {
        if number == ContentCodec.Field.star { return value.count == 1 && value[0] == 1 }
        guard number == ContentCodec.Field.tags else { return false }
        var reader = ByteReader(value)
        guard let count = try? reader.count(), count > 0 else { return false }
        for _ in 0..<count {
            guard let length = try? reader.count(), (try? reader.skip(length)) != nil else { return false }
        }
        return reader.isAtEnd
    }

    var text: ArraySlice<UInt8> { bytes[textStart...] }

    /// The content, decoded.
    var content: EntryContent {
        get throws(FormatError) {
            var content = try ContentCodec.decode(bytes.span.extracting(0..<textStart))
            content.text = Array(text)
            return content
        }
    }

    /// Words of the text.
    var words: Int { wordCount(bytes.span.extracting(textStart..<bytes.count)) }

    /// Writes the content as `ContentCodec` does.
    func write(to writer: inout ByteWriter) {
        writer.varint(ContentCodec.Field.text)
        writer.varint(bytes.count - textStart)
        writer.append(bytes.span.extracting(textStart..<bytes.count))
        writer.append(bytes.span.extracting(0..<textStart))
    }

    /// How many bytes `write` appends.
    var length: Int { bytes.count + 1 + varintLength(bytes.count - textStart) }

    /// Applies changes by way of the decoded content.
    mutating func apply(_ event: EntryEvent) throws(FormatError) {
        let content = try content
        let state: EntryState
        do { state = try evolve(EntryState(content: content), event) } catch {
            throw .malformed("an event that does not follow the entry's state")
        }
        self = ContentBytes(state.content)
    }

    /// Applies the splices of a change's field 1, which begins with the eight check bytes; throws if they do not fit,
    /// and then applies none of them.
    mutating func splice(_ whole: Span<UInt8>) throws(FormatError) {
        let (count, growth) = try Self.check(whole, bytes.span.extracting(textStart..<bytes.count))
        let field = whole.extracting(8..<whole.count)
        if count == 1, bytes.count + growth <= bytes.capacity { return try spliceInPlace(field) }
        bytes = try Self.spliced(bytes.span, from: textStart, field, growth)
    }

    /// How many splices there are, and by how many bytes they lengthen a text; throws unless they fit it.
    private static func check(
        _ whole: Span<UInt8>, _ text: Span<UInt8>
    ) throws(FormatError) -> (count: Int, growth: Int) {
        var reader = ByteReader(whole)
        try reader.skip(8)
        var (position, growth) = (0, 0)
        let count = try reader.count()
        for _ in 0..<count {
            let gap = try reader.varint()
            let removed = whole.extracting(try reader.range(try reader.count()))
            let inserted = whole.extracting(try reader.range(try reader.count()))
            guard gap <= UInt64(min(text.count - position, EntryLimits.text)),
                removed.count <= text.count - position - Int(gap)
            else { throw .malformed("a splice outside the text") }
            let start = position + Int(gap)
            let end = start + removed.count
            // The text is UTF-8: what lies between two beginnings of characters is UTF-8, too.
            for offset in [start, end] where offset < text.count && text[offset] & 0xC0 == 0x80 {
                throw .malformed("a splice inside a character")
            }
            guard text.extracting(start..<end).isEqual(to: removed) else { throw .malformed("a splice of other bytes") }
            guard inserted.isUTF8 else { throw .malformed("a splice that is not UTF-8") }
            growth += inserted.count - removed.count
            position = end
        }
        guard reader.isAtEnd else { throw .malformed("bytes after a field's value") }
        return (count, growth)
    }

    /// Applies the only splice, which was checked.
    private mutating func spliceInPlace(_ field: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(field)
        _ = try reader.count()
        let start = textStart + Int(try reader.varint())
        let removed = try reader.range(try reader.count())
        bytes.replace(start..<start + removed.count, copying: field.extracting(try reader.range(try reader.count())))
    }

    /// Applies splices that were checked, to a copy that has room to grow by a sixteenth.
    private static func spliced(
        _ bytes: Span<UInt8>, from textStart: Int, _ field: Span<UInt8>, _ growth: Int
    ) throws(FormatError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + growth + (bytes.count + growth) / 16)
        result.append(copying: bytes.extracting(0..<textStart))
        var reader = ByteReader(field)
        var position = textStart
        for _ in 0..<(try reader.count()) {
            let start = position + Int(try reader.varint())
            let removed = try reader.range(try reader.count())
            result.append(copying: bytes.extracting(position..<start))
            result.append(copying: field.extracting(try reader.range(try reader.count())))
            position = start + removed.count
        }
        result.append(copying: bytes.extracting(position..<bytes.count))
        return result
    }

    /// Checks the structure of splices that are not applied.
    static func check(_ field: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(field)
        try reader.skip(8)
        for _ in 0..<(try reader.count()) {
            guard try reader.varint() <= UInt64(EntryLimits.text) else {
                throw .malformed("a splice outside every text")
            }
            for _ in 0..<2 {
                let bytes = field.extracting(try reader.range(try reader.count()))
                guard bytes.isUTF8 else { throw .malformed("a splice that is not UTF-8") }
            }
        }
        guard reader.isAtEnd else { throw .malformed("bytes after a field's value") }
    }
}

/// How many bytes a number takes as a varint.
private func varintLength(_ number: Int) -> Int { max(1, (Int.bitWidth - number.leadingZeroBitCount + 6) / 7) }
