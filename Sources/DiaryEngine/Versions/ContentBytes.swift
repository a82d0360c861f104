internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// An entry's content as bytes: all fields but the text, as `ContentCodec` writes them, and then the text.
///
/// The frequent content, which has a text, a date, tags and a star, is copied as it lies in an event; any other goes
/// through `EntryContent`. Both ways give the same bytes and refuse the same bodies.
struct ContentBytes {
    private(set) var bytes: [UInt8]
    /// Where the text begins.
    private let textStart: Int
    /// Civil seconds of the date.
    let date: Int64

    /// What remains of an entry that was forgotten.
    static let forgotten = ContentBytes(EntryState.forgotten.content)

    /// Reads a content as a row holds it; throws what decoding it would throw.
    init(_ fields: Span<UInt8>) throws(FormatError) {
        var hasHunks = false
        try self.init(body: fields, &hasHunks)
        if hasHunks { throw .malformed("hunks in a content") }
    }

    /// Reads the content that an event's body holds; `hasHunks` says whether a person saved a text with it. With
    /// `onlyDate` no bytes are kept.
    init(body: Span<UInt8>, _ hasHunks: inout Bool, onlyDate: Bool = false) throws(FormatError) {
        guard let plain = try Self.plain(body) else {
            let (content, hunks) = try ContentCodec.decodeBody(body)
            hasHunks = hunks != nil
            if onlyDate { self.init(bytes: [], textStart: 0, date: content.date.seconds) } else { self.init(content) }
            return
        }
        hasHunks = plain.hasHunks
        guard !onlyDate else {
            self.init(bytes: [], textStart: 0, date: plain.date)
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(plain.rest.count + plain.text.count)
        bytes.append(copying: body.extracting(plain.rest))
        bytes.append(copying: body.extracting(plain.text))
        self.init(bytes: bytes, textStart: plain.rest.count, date: plain.date)
    }

    private init(bytes: [UInt8], textStart: Int, date: Int64) {
        (self.bytes, self.textStart, self.date) = (bytes, textStart, date)
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

    private struct Plain {
        var text: Range<Int>
        var rest: Range<Int>
        var date: Int64
        var hasHunks = false
    }

    /// The ranges of the text and of the other fields, in content that need not be decoded; nil for any other.
    ///
    /// Such content has only text, date, tags and star, exactly as they are written, and hunks behind them. Checks that
    /// the text is UTF-8, and that hunks can be read.
    private static func plain(_ body: Span<UInt8>) throws(FormatError) -> Plain? {
        var reader = ByteReader(body)
        guard !reader.isAtEnd, try reader.varint() == ContentCodec.Field.text else { return nil }
        let text = try reader.range(try reader.count())
        guard body.extracting(text).isUTF8 else { return nil }
        let start = reader.position
        guard !reader.isAtEnd, try reader.varint() == ContentCodec.Field.date else { return nil }
        let dateRange = try reader.range(try reader.count())
        guard let date = plainDate(body.extracting(dateRange)) else { return nil }
        var last = ContentCodec.Field.date
        var plain = Plain(text: text, rest: start..<reader.position, date: date)
        while !reader.isAtEnd {
            let number = try reader.varint()
            let value = body.extracting(try reader.range(try reader.count()))
            guard number > last, !plain.hasHunks else { return nil }
            if number == ContentCodec.Field.hunks {
                var hunks = ByteReader(value)
                _ = try ContentCodec.hunks(&hunks)
                plain.hasHunks = true
            } else {
                guard isPlain(number, value) else { return nil }
                plain.rest = start..<reader.position
            }
            last = number
        }
        return plain
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
}

/// How many bytes a number takes as a varint.
private func varintLength(_ number: Int) -> Int { max(1, (Int.bitWidth - number.leadingZeroBitCount + 6) / 7) }
