package import DiaryEngine
internal import DiaryModel

/// What `jrnl --format markdown` writes into one file:
///
///     # 2026
///
///     ## November
///
///     ### 2026-11-01 10:00 TITLE
///                                     a blank line, the body
///
/// Headings of the body have three signs more than the entry has; here they lose them again.
enum JrnlMarkdown: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source else { return false }
        let head = String(decoding: file.head.prefix(400), as: UTF8.self)
        let lines = head.split(whereSeparator: \.isNewline)
        return lines.count >= 3 && isYear(Array(lines[0].utf8)[...]) && isMonth(Array(lines[1].utf8)[...])
            && lines[2].hasPrefix("### ")
    }

    private static func isYear(_ line: ArraySlice<UInt8>) -> Bool {
        line.count == 6 && line.starts(with: Array("# ".utf8))
            && line.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isMonth(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: Array("## ".utf8))
            && TimeNames.months.contains(String(decoding: line.dropFirst(3), as: UTF8.self))
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let file = try source.onlyFile()
        let lines = try file.text().split(separator: 0x0A, omittingEmptySubsequences: false)
        let heads = lines.indices.filter { lines[$0].starts(with: Array("### ".utf8)) }
        func title(_ index: Int) -> String { String(decoding: lines[index].dropFirst(4), as: UTF8.self) }
        let formats = options.timeFormat.map { [$0] } ?? JrnlDates.tried
        var dates: [String] = []
        for head in heads {
            // The longest date that a format reads at the beginning.
            let found = formats.compactMap { $0.beginning(of: title(head)) }.max { $0.utf8.count < $1.utf8.count }
            guard let found else {
                throw ReadProblem(
                    file.path, at: .line(head + 1), .expected(.dateAndTitle, found: ReadProblem.excerpt(lines[head])))
            }
            dates.append(found)
        }
        let reader: JrnlDates
        do throws(JrnlDates.Ambiguity) { reader = try JrnlDates(of: dates, chosen: options.timeFormat) } catch {
            throw ReadProblem(file.path, error)
        }
        for (number, line) in lines[..<(heads.first ?? lines.count)].enumerated() where !line.isEmpty {
            guard isYear(line) || isMonth(line) else {
                throw ReadProblem(
                    file.path, at: .line(number + 1), .expected(.dateAndTitle, found: ReadProblem.excerpt(line)))
            }
        }
        for (index, head) in heads.enumerated() {
            guard let (time, precision) = reader.read(dates[index]) else {
                throw ReadProblem(file.path, at: .line(head + 1), .field("###", .date, found: dates[index]))
            }
            let end = index + 1 < heads.count ? heads[index + 1] : lines.count
            var body = Array(lines[(head + 1)..<end].filter { !isYear($0) && !isMonth($0) })
            if body.first?.isEmpty == true { body.removeFirst() }
            while let last = body.last, last.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { body.removeLast() }
            let text = body.map { isHeading($0) && $0.starts(with: Array("####".utf8)) ? $0.dropFirst(3) : $0 }
            let rest = Array(title(head).dropFirst(dates[index].count + 1).utf8)
            let entry = JrnlEntry(title: rest, body: Array(text.joined(separator: [0x0A])))
            try entries.add(
                entry.row(EntryDate(time, precision, in: options.defaults.zone)),
                from: RowOrigin(file.path, .line(head + 1)))
        }
    }

    /// Whether a line is one or more `#` and a space.
    static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == 0x23 && line.drop { $0 == 0x23 }.first == 0x20
    }
}

/// Writes what `jrnl --format markdown` does.
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
            lines.append((JrnlMarkdown.isHeading(line) ? Array("###".utf8) : []) + line)
        }
        return [.bytes(Array((lines + [[], []]).joined(separator: [0x0A])))]
    }

    package mutating func finish() -> [WrittenPart] { [] }
}
