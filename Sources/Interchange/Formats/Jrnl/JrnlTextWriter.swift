package import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// Writes jrnl's own file. Dates are those of each entry's own wall clock.
package struct JrnlTextWriter: EntryWriter {
    package let isFolder = false
    package private(set) var losses = FormatLosses()
    private let format: TimeFormat
    private let zone: String
    private var isFirst = true

    package init(_ options: WriteOptions) {
        format = options.timeFormat ?? TimeFormat(known: "%F %r")
        zone = options.zone
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let bytes = text(of: entry, earlier: earlier)
        defer { isFirst = false }
        return [.bytes((isFirst ? [] : [0x0A]) + bytes)]
    }

    /// An entry as the file has it, with a line feed at its end.
    mutating func text(of entry: Entry, earlier: [Entry]) -> [UInt8] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields)
        losses.note(clockOf: content.date, format.precision, zone: zone)
        var text = content.text
        while let last = text.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { text.removeLast() }
        if text.count < content.text.count { losses.note(.blankEnds) }
        text = JrnlLosses.withTags(text, of: content, &losses)
        let firstEnd = text.firstIndex(of: 0x0A) ?? text.count
        if content.isStarred {
            text.insert(contentsOf: Array(" *".utf8), at: firstEnd)
        } else if JrnlLosses.endsInStar(text[..<firstEnd]) {
            losses.note(.stars)
        }
        return Array("[\(format.write(content.date.civil))] ".utf8) + withoutHeads(text) + [0x0A]
    }

    /// The text with a space before each line that jrnl would take for the beginning of an entry.
    private mutating func withoutHeads(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "[")) else { return text }
        var result: [UInt8] = []
        var begin = 0
        while begin < text.count {
            let end = text[begin...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            // jrnl tries to read whatever is longer than six characters, words such as "next monday" too.
            if begin > 0, let head = JrnlHeads.head(in: text, at: begin), head.date.count > 6 {
                losses.note(.entryLines)
                result.append(0x20)
            }
            result += text[begin..<end]
            begin = end
        }
        return result
    }
}

/// Writes jrnl's folder.
package struct JrnlFolderWriter: EntryWriter {
    package let isFolder = true
    private var text: JrnlTextWriter
    private var day: CivilTime?
    private var bytes: [UInt8] = []

    package var losses: FormatLosses { text.losses }

    package init(_ options: WriteOptions) { text = JrnlTextWriter(options) }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let day = entry.content.date.civil.startOfDay
        let parts = day == self.day ? [] : finish()
        self.day = day
        bytes += (bytes.isEmpty ? [] : [0x0A]) + text.text(of: entry, earlier: earlier)
        return parts
    }

    package mutating func finish() -> [WrittenPart] {
        guard let day, !bytes.isEmpty else { return [] }
        defer { bytes = [] }
        return [.file(TimeFormat(known: "%Y/%m/%d").write(day) + ".txt", bytes)]
    }
}

/// What jrnl's formats cannot hold, alike in all of them.
enum JrnlLosses {
    static let fields: Set<FormatLoss> = [.attachments, .places, .weather, .extra, .versions, .texts]

    /// The text with a last line that says the tags which it does not say itself.
    static func withTags(_ text: [UInt8], of content: EntryContent, _ losses: inout FormatLosses) -> [UInt8] {
        let said = Set(TextTags.mentions(in: text).map(\.tag) + JrnlTags.unsaid(in: text))
        let unsaid = content.tags.filter { !said.contains($0) }
        let words = unsaid.filter(JrnlTags.canWrite).map { ($0.bytes.first == 0x40 ? [] : [0x23]) + $0.bytes }
        losses.note(.tags, unsaid.count - words.count)
        if words.isEmpty { return text }
        losses.note(.tagLines)
        return text + [0x0A] + (text.contains(0x0A) ? [] : [0x0A]) + Array(words.joined(separator: [0x20]))
    }

    /// Whether jrnl takes an entry for a starred one by its first line.
    static func endsInStar(_ line: ArraySlice<UInt8>) -> Bool {
        line.last { ![0x20, 0x09, 0x0D].contains($0) } == UInt8(ascii: "*")
    }
}

extension FormatLosses {
    /// Notes what a format of wall clocks in a zone, with that precision, cannot say of a date.
    mutating func note(clockOf date: EntryDate, _ precision: EntryDate.Precision, zone: String) {
        if date.precision != precision { note(.precision) }
        if ZoneDatabase.offset(of: zone, local: date.seconds) != date.offset { note(.zones) }
    }
}
