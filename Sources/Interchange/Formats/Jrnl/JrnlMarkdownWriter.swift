package import DiaryEngine
internal import DiaryModel

/// Writes what `jrnl --format markdown` does into one file:
///
///     # 2026
///
///     ## November
///
///     ### 2026-11-01 10:00 TITLE
///                                     a blank line, the body
///
/// Headings of the body get three signs more than the entry has.
package struct JrnlMarkdownWriter: EntryWriter {
    package let isFolder = false
    package private(set) var losses = FormatLosses()
    private let format: TimeFormat
    private let zone: String
    private var month: (year: Int, month: Int)?

    package init(_ options: WriteOptions) {
        format = options.timeFormat ?? JrnlDates.usual
        zone = options.zone
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields)
        losses.note(clockOf: content.date, format.precision, zone: zone)
        if content.isStarred { losses.note(.starsLost) }
        var text = content.text
        while let last = text.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { text.removeLast() }
        if text.count < content.text.count { losses.note(.blankEnds) }
        text = JrnlLosses.withTags(text, of: content, &losses)
        let time = content.date.civil
        var lines: [[UInt8]] = []
        if month?.year != time.year { lines += [Array("# \(time.isoDay.prefix(4))".utf8), []] }
        if month?.year != time.year || month?.month != time.month {
            lines += [Array("## \(TimeNames.months[time.month - 1])".utf8), []]
        }
        month = (time.year, time.month)
        let parts = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        lines.append(Array("### \(format.write(time)) ".utf8) + parts[0])
        if parts.count > 1 { lines.append([]) }
        for line in parts.dropFirst() {
            lines.append((NoteSection.isHeading(line) ? Array("###".utf8) : []) + line)
        }
        return [.bytes(Array((lines + [[], []]).joined(separator: [0x0A])))]
    }

    package mutating func finish() -> [WrittenPart] { [] }
}
