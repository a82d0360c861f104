internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArchives
internal import EventStore

/// jrnl's own file, which its `--format txt` writes too:
///
///     [2026-11-01 10:00:00 AM] TITLE *        the star is that of the entry
///     BODY, of as many lines as it has
///                                             a blank line
///
/// An entry begins wherever a line begins with a date in brackets and a space; where the first has none, as in jrnl 1,
/// with a date, a time and a title. All other bytes are kept, but line feeds
/// and white space at the end of an entry, which jrnl adds and removes at will.
enum JrnlText: EntryReader {
    /// Whether a file begins with an entry as jrnl writes it.
    static func begins(_ file: SourceFile) -> Bool { JrnlHeads.first(in: file.head).map(isDate) ?? false }

    private static func isDate(_ text: String) -> Bool {
        let now = CivilTime(seconds: 0)
        return DateOrder.all(for: text).contains { WrittenTime.read(text, $0, now: now) != nil }
    }

    /// As jrnl 1 wrote dates, without brackets.
    private static let ofOne = [TimeFormat(known: "%F %R")]

    static func recognises(_ file: SourceFile) -> Bool {
        let head = file.head
        if let date = JrnlHeads.first(in: head) { return isDate(date) }
        if file.path.hasSuffix(".md") { return false }
        // Something may stand before the first entry.
        return JrnlHeads.first(in: head, ofOne) != nil || hasTwo(head)
    }

    /// Whether it begins with an entry as jrnl 1 wrote it, and has another one.
    static func isOfOne(_ file: SourceFile) -> Bool {
        JrnlHeads.first(in: file.head, ofOne) != nil && hasTwo(file.head, ofOne)
    }

    /// Whether two lines begin entries behind the first line: they are no chance. Of jrnl 1 one is enough.
    private static func hasTwo(_ head: [UInt8], _ bare: [TimeFormat] = []) -> Bool {
        var (count, start) = (bare.isEmpty ? 0 : 1, 0)
        while count < 2, let end = head[start...].firstIndex(of: 0x0A), end + 1 < head.count {
            start = end + 1
            if let found = JrnlHeads.head(in: head, at: start, bare), isDate(found.date) { count += 1 }
        }
        return count == 2
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws {
        try read(try source.onlyFile(), on: nil, into: &entries)
    }

    /// Reads a file; `day` is what its place says of all dates in it.
    static func read(
        _ file: SourceFile, on day: CivilTime?, into entries: inout ReadEntries
    ) throws {
        let options = entries.options
        let text = try file.text(forgiving: true)
        let all = JrnlHeads.all(in: text, options.timeFormat.map { [$0] } ?? ofOne)
        // Where the place says the day, no order is asked for.
        let texts = all.map(\.date)
        let order = try day == nil ? DateOrder(of: texts, options) : (try? DateOrder(of: texts, options)) ?? nil
        let read = all.map { (head: $0, time: date($0.date, on: day, order, options)) }
        // What is written as the dates are, and is none, is a date that cannot be.
        let shapes = Set(read.filter { $0.time != nil }.map { shape(of: $0.head.date) })
        let heads = read.filter { $0.time != nil || shapes.contains(shape(of: $0.head.date)) }
        let before = text[..<(heads.first?.head.start ?? text.count)]
        if let sign = before.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            if let day, heads.isEmpty {
                let date = EntryDate(day, .day, in: options.defaults.zone)
                return try entries.add(said(Array(before), date, at: RowOrigin(file.path, .line(1))))
            }
            let line = 1 + before[..<sign].count { $0 == 0x0A }
            let expected = options.timeFormat.map { ReadProblem.Expected.dateWritten($0.text) } ?? .jrnlHead
            try entries.leaveOut(
                ReadProblem(
                    file.path, at: .line(line), .expected(expected, found: ReadProblem.excerpt(before[sign...]))))
        }
        try entries.parts(of: file) { entries in
            for (index, (head, said)) in heads.enumerated() {
                let end = index + 1 < heads.count ? heads[index + 1].head.start : text.count
                let words = Array(text[head.text..<end])
                let origin = RowOrigin(file.path, .line(head.line))
                _ = try entries.going(at: origin) { entries in
                    guard isValidUTF8(words) else { throw JSONProblem.notUTF8 }
                    guard let said else { throw ReadProblem.Reason.field("date", .date, found: head.date) }
                    var time = said.civil
                    if let day, time.startOfDay != day {
                        entries.losses.note(.dates)
                        time = CivilTime(seconds: day.seconds + time.seconds - time.startOfDay.seconds)
                    }
                    let date = EntryDate(time, said.precision, in: options.defaults.zone)
                    try entries.add(Self.said(words, date, at: origin))
                }
            }
        }
    }

    /// A date with the same figure for all: as others are written.
    private static func shape(of date: String) -> String { String(date.map { $0.isWholeNumber ? "0" : $0 }) }

    /// What a date in brackets says; nil if it is none. Times alone are of the day that the file's place says.
    private static func date(
        _ text: String, on day: CivilTime?, _ order: DateOrder?, _ options: ReadOptions
    ) -> WrittenTime.Read? {
        if let format = options.timeFormat {
            return format.read(text, on: format.hasDay ? nil : day).map { ($0, format.precision) }
        }
        var rest = text[...]
        if let day, let clock = Clock(&rest), rest.isEmpty { return (clock.on(day), clock.precision) }
        return WrittenTime.read(text, order ?? .monthFirst, now: options.defaults.now.civil)
    }

    /// The entry of a text as it stands behind its date, up to the next one.
    private static func said(_ bytes: [UInt8], _ date: EntryDate, at origin: RowOrigin) -> Said {
        var text = bytes
        let lineEnd = text.firstIndex(of: 0x0A) ?? text.count
        var isStarred = false
        if let star = JrnlStar.range(in: text[..<lineEnd]) {
            isStarred = true
            text.removeSubrange(star)
        }
        while let last = text.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { text.removeLast() }
        return Said(jrnl: text, date, isStarred: isStarred, at: origin)
    }
}

extension Said {
    /// What jrnl says of an entry: it is known by its time, its text and its star.
    init(jrnl text: [UInt8], _ date: EntryDate, isStarred: Bool, at origin: RowOrigin) {
        self.init("jrnl", at: origin)
        (self.text, self.date, self.isStarred) = (text, .settled(date, onClock: true), isStarred)
        tags = JrnlTags.unsaid(in: text)
        identity = ImportedRow.identity(of: format, on: date, [text]) + [isStarred ? 1 : 0]
    }
}

/// Where entries may begin: lines that begin with something in brackets and a space, which an editor may have taken
/// from the end of a line.
struct JrnlHeads {
    /// The line's first byte, and the first one behind bracket and space.
    var start: Int
    var text: Int
    /// The line's number, from 1.
    var line = 1
    /// What is in the brackets.
    var date: String

    /// No date is longer.
    private static let longest = 80

    /// All of a text. Where the first date has no brackets, none has, and they are written in one of the formats.
    static func all(in text: [UInt8], _ formats: [TimeFormat]) -> [JrnlHeads] {
        let bare = first(in: text) == nil && first(in: text, formats) != nil ? formats : []
        var heads: [JrnlHeads] = []
        var (begin, line) = (0, 1)
        while begin < text.count {
            if var head = head(in: text, at: begin, bare, atLineEnd: true) {
                head.line = line
                heads.append(head)
            }
            begin = text[begin...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            line += 1
        }
        return heads
    }

    /// The date in brackets that a text begins with, or the one in a format; white space before it does not count.
    static func first(in bytes: [UInt8], _ bare: [TimeFormat] = []) -> String? {
        guard let start = bytes.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) else {
            return nil
        }
        return head(in: bytes, at: start, bare)?.date
    }

    static func head(
        in text: [UInt8], at start: Int, _ bare: [TimeFormat] = [], atLineEnd: Bool = false
    ) -> JrnlHeads? {
        if !bare.isEmpty {
            let line = String(decoding: text[start...].prefix(longest).prefix { $0 != 0x0A }, as: UTF8.self)
            for date in bare.lazy.compactMap({ $0.beginning(of: line) }) where line.count > date.count + 1 {
                return JrnlHeads(start: start, text: start + date.utf8.count + 1, date: date)
            }
            return nil
        }
        // A chat marks its messages with a file by a sign that nobody sees.
        let open = text[start...].starts(with: "\u{200E}".utf8) ? start + 3 : start
        guard open < text.count, text[open] == UInt8(ascii: "[") else { return nil }
        let rest = text[(open + 1)...].prefix(longest)
        guard let close = rest.firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == 0x0A }), close > open + 1,
            text[close] == UInt8(ascii: "]"), close + 1 < text.count,
            text[close + 1] == 0x20 || atLineEnd && [0x0A, 0x0D].contains(text[close + 1])
        else { return nil }
        let date = WrittenTime.plain(String(decoding: text[(open + 1)..<close], as: UTF8.self))
        return JrnlHeads(start: start, text: close + 2, date: date)
    }
}

/// The star at the end of an entry's first line.
enum JrnlStar {
    /// Its bytes, with the space before it and what white space follows; nil if the line is that of an entry without
    /// one. A line of Markdown that ends with an emphasis (`**so**`) has none.
    static func range(in line: ArraySlice<UInt8>) -> Range<Int>? {
        var end = line.endIndex
        if end > line.startIndex, line[end - 1] == 0x0D { end -= 1 }
        let lineEnd = end
        while end > line.startIndex, [0x20, 0x09].contains(line[end - 1]) { end -= 1 }
        guard end > line.startIndex, line[end - 1] == UInt8(ascii: "*") else { return nil }
        var start = end - 1
        if start > line.startIndex, [0x20, 0x09].contains(line[start - 1]) { start -= 1 }
        let isApart = start < end - 1 || start == line.startIndex
        guard isApart || line[..<start].allSatisfy({ $0 != UInt8(ascii: "*") }) else { return nil }
        return start..<lineEnd
    }
}

/// What jrnl takes for a tag: `@` or `#` behind white space, then letters, digits and -+*#/_.
enum JrnlTags {
    /// The tags of a text by jrnl's rule that are none by ours, such as `#2026` and `@a/b`: they are given instead.
    static func unsaid(in text: [UInt8]) -> [Tag] {
        guard text.contains(where: { $0 == 0x23 || $0 == 0x40 }) else { return [] }
        let said = Set(TextTags.mentions(in: text).map(\.tag))
        var tags: Set<Tag> = []
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        for word in scalars.split(whereSeparator: \.properties.isWhitespace) {
            guard let sign = word.first, sign == "#" || sign == "@" else { continue }
            let name = word.dropFirst().prefix(while: isPart)
            let tag = Tag((sign == "@" ? "@" : "") + String(String.UnicodeScalarView(name)))
            if name.contains(where: FileNames.isOfWord), tag.bytes.count <= EntryLimits.tag { tags.insert(tag) }
        }
        return tags.subtracting(said).sorted()
    }

    /// Whether jrnl reads a tag back that is written into a text as our own texts say it.
    static func canWrite(_ tag: Tag) -> Bool {
        let text = (tag.bytes.first == 0x40 ? [] : [0x23]) + tag.bytes
        return TextTags.canWrite(tag) || unsaid(in: text) == [tag]
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        FileNames.isOfWord(scalar) || "-+*#/_".unicodeScalars.contains(scalar)
    }
}
