internal import DiaryModel
internal import EventStore
internal import Host

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
        do { _ = try UTF8Span(validating: body.extracting(text)) } catch { return nil }
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

    /// Applies the splices of a change's field 1, which begins with the eight check bytes; throws if they do not fit.
    mutating func splice(_ whole: Span<UInt8>) throws(FormatError) {
        let growth = try Self.check(whole)
        let field = whole.extracting(8..<whole.count)
        bytes = try Self.spliced(bytes.span, from: textStart, field, growth)
    }

    private static func spliced(
        _ bytes: Span<UInt8>, from textStart: Int, _ field: Span<UInt8>, _ growth: Int
    ) throws(FormatError) -> [UInt8] {
        let text = bytes.extracting(textStart..<bytes.count)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + max(growth, 0))
        result.append(copying: bytes.extracting(0..<textStart))
        var reader = ByteReader(field)
        var position = 0
        for _ in 0..<(try reader.count()) {
            let gap = try reader.varint()
            let removed = field.extracting(try reader.range(try reader.count()))
            let inserted = field.extracting(try reader.range(try reader.count()))
            guard gap <= UInt64(text.count - position), removed.count <= text.count - position - Int(gap) else {
                throw .malformed("a splice outside the text")
            }
            let start = position + Int(gap)
            let end = start + removed.count
            if start < text.count, text[start] & 0xC0 == 0x80 { throw .malformed("a splice inside a character") }
            guard text.extracting(start..<end).isEqual(to: removed) else { throw .malformed("a splice of other bytes") }
            result.append(copying: text.extracting(position..<start))
            result.append(copying: inserted)
            position = end
        }
        result.append(copying: text.extracting(position..<text.count))
        return result
    }

    /// By how many bytes splices lengthen a text, from their structure alone; throws if that is broken.
    @discardableResult
    static func check(_ field: Span<UInt8>) throws(FormatError) -> Int {
        var reader = ByteReader(field)
        try reader.skip(8)
        var growth = 0
        for _ in 0..<(try reader.count()) {
            guard try reader.varint() <= UInt64(EntryLimits.text) else {
                throw .malformed("a splice outside every text")
            }
            let removed = try reader.range(try reader.count())
            let inserted = try reader.range(try reader.count())
            for range in [removed, inserted] {
                do { _ = try UTF8Span(validating: field.extracting(range)) } catch {
                    throw .malformed("a splice that is not UTF-8")
                }
            }
            growth += inserted.count - removed.count
        }
        guard reader.isAtEnd else { throw .malformed("bytes after a field's value") }
        return growth
    }
}

/// How many bytes a number takes as a varint.
private func varintLength(_ number: Int) -> Int { max(1, (Int.bitWidth - number.leadingZeroBitCount + 6) / 7) }
