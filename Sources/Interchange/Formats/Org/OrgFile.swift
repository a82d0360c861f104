internal import DiaryEngine
internal import DiaryModel

/// Org mode: each heading that begins with a date is an entry, up to the next one or a heading that is not below it.
///
///     #+FILETAGS: :diary:
///     * <2024-05-01 Wed 22:30> TITLE :a:b:
///     BODY
///     ** 2024-05-02 Thursday              also without brackets, as in a tree of dates
///
/// A file without such headings is one entry, if its name is a date. Headings of a year or a month say nothing else.
enum OrgFile: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file): isOrg(file.path)
        case .folder(let folder): folder.names.contains(where: isOrg) && !folder.names.contains { $0.hasSuffix(".md") }
        }
    }

    private static func isOrg(_ name: String) -> Bool { name.lowercased().hasSuffix(".org") }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file): try read(file, options, into: &entries)
        case .folder(let folder):
            for name in folder.names {
                if isOrg(name) {
                    try read(try folder.file(name), options, into: &entries)
                } else {
                    entries.losses.note(.files)
                }
            }
            if entries.count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
        }
    }

    /// What belongs to one heading, or stands under none that is a date.
    private struct Part {
        var heading: OrgHeading?
        var lines: [ArraySlice<UInt8>] = []
        var line: Int
    }

    private static func read(
        _ file: SourceFile, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        var parts = [Part(line: 1)]
        var tags: [Tag] = []
        var isBlock = false
        let lines = try file.text().split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            let start = text.trimmingSpace().lowercased()
            if start.hasPrefix("#+begin_") || start.hasPrefix("#+end_") { isBlock = start.hasPrefix("#+begin_") }
            if !isBlock, start.hasPrefix("#+filetags:") {
                tags += OrgHeading.tags(start.dropFirst("#+filetags:".count).trimmingSpace()) ?? []
            } else if !isBlock, let level = OrgHeading.level(of: line) {
                let heading: OrgHeading
                do throws(JrnlDates.Ambiguity) { heading = try OrgHeading(text, level, options) } catch {
                    throw ReadProblem(file.path, at: .line(index + 1), error)
                }
                let own = parts[parts.count - 1].heading
                let isBelow = own.map { $0.time != nil && $0.level < level } ?? false
                if heading.time != nil || heading.isPeriod && !isBelow {
                    parts.append(Part(heading: heading, line: index + 1))
                } else {
                    if own?.time != nil, !isBelow { parts.append(Part(line: index + 1)) }
                    parts[parts.count - 1].lines.append(line)
                }
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        for part in parts {
            let lines =
                (part.heading?.time == nil ? [] : part.heading.map { [Array($0.title.utf8)[...]] } ?? []) + part.lines
            let text = NoteSection.trimmed(lines)
            guard Headline(of: String(decoding: text, as: UTF8.self)).title != nil else {
                if part.heading?.time != nil { entries.losses.note(.emptyEntries) }
                continue
            }
            let origin = RowOrigin(file.path, .line(part.line))
            var content = EntryContent(text: text, date: options.defaults.now)
            let name = try NoteName(file.path, options).time
            if let time = part.heading?.time ?? name {
                content.date = time.date(in: options.defaults.zone)
            } else {
                content.date = try UndatedEntry.date(of: file, origin, options, &entries.losses)
            }
            content.tags = Set(tags + (part.heading?.tags ?? [])).sorted()
            if part.heading?.saysMore == true { entries.losses.note(.extra) }
            let said = (part.heading?.time ?? name)?.text ?? ""
            try entries.add(ImportedRow(content, of: "org", text, Array(said.utf8)), from: origin)
        }
    }
}

/// A heading of Org mode: its stars, its date, its title and its tags.
struct OrgHeading {
    let level: Int
    let time: WrittenTime?
    let title: String
    let tags: [Tag]
    /// Whether it is no more than a year or a month: `2024`, `2024-05 May`.
    let isPeriod: Bool

    /// Whether the date has an end, or comes again.
    let saysMore: Bool

    /// The number of stars that begin a heading; nil if the line is none.
    static func level(of line: ArraySlice<UInt8>) -> Int? {
        let stars = line.prefix { $0 == UInt8(ascii: "*") }
        return stars.isEmpty || line[stars.endIndex...].first != 0x20 ? nil : stars.count
    }

    /// Throws if the date is one of two.
    init(_ line: String, _ level: Int, _ options: ReadOptions) throws(JrnlDates.Ambiguity) {
        self.level = level
        var text = line.dropFirst(level).trimmingSpace()
        var tags: [Tag] = []
        if let word = text.split(separator: " ").last, let found = Self.tags(String(word)) {
            tags = found
            text = text.dropLast(word.count).trimmingSpace()
        }
        self.tags = tags
        let words = text.split(separator: " ").map { $0.split(separator: "-") }
        isPeriod =
            words.count <= 2
            && words.first.map { word in
                word.count <= 2 && word.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isWholeNumber } }
                    && word[0].count == 4
            } ?? false
        guard let first = text.first, first == "<" || first == "[",
            let close = text.firstIndex(of: first == "<" ? ">" : "]")
        else {
            let lead = try LeadingTime(text, options)
            time = lead?.time
            let rest = lead?.rest ?? text
            saysMore = false
            title = lead.map { Self.isWeekday(rest, of: $0.time) } == true ? "" : rest
            return
        }
        // Within brackets a weekday stands behind the day, and how often it comes again behind the time.
        let stamp = text[..<close].dropFirst().split(separator: " ")
        let clock = stamp.dropFirst().first { $0.contains(":") }?.split(separator: "-")
        saysMore = clock.map { $0.count > 1 } ?? false || stamp.dropFirst().contains { "+.-".contains($0.prefix(1)) }
        time = try WrittenTime(
            ([stamp.first, clock?.first] as [Substring?]).compactMap { $0 }.joined(separator: " "), options)
        title = time == nil ? text : text[text.index(after: close)...].trimmingSpace()
    }

    private static func isWeekday(_ word: String, of time: WrittenTime) -> Bool {
        [Language.en, .ko].contains { DateStyle.weekdayName(time.civil, language: $0) == word }
    }

    /// The tags in `:a:b:`; nil for anything else.
    static func tags(_ word: String) -> [Tag]? {
        guard word.count > 2, word.hasPrefix(":"), word.hasSuffix(":"), !word.contains(" ") else { return nil }
        return word.split(separator: ":").map { Tag.typed(String($0)) }
    }
}

/// The date of what says none.
enum UndatedEntry {
    /// The time of its file, or now, as `--date-missing` has it; else it is refused.
    static func date(
        of file: SourceFile, _ origin: RowOrigin, _ options: ReadOptions, _ losses: inout FormatLosses
    ) throws(ReadProblem) -> EntryDate {
        switch (options.defaults.dateMissing, file.modifiedAt) {
        case (.mtime, let time?):
            losses.note(.fileTimes)
            return EntryDate(instant: time, in: options.defaults.zone)
        case (.now, _): return options.defaults.now
        default: throw ReadProblem(origin.file, at: origin.position, .row(.missing("date")))
        }
    }
}
