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
///
/// Below a heading that is a day, or in a file that is named by one, headings may begin with a time alone, as
/// org-journal writes them; it names a day by its words and a drawer, and its files have no ending:
///
///     * Wednesday, 05/01/24
///     :PROPERTIES:
///     :CREATED:  20240501
///     :END:
///     ** 21:40 TITLE
enum OrgFile: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file): return isOrg(file.path) || isDay(file.path) && begins(file)
        case .folder(let folder):
            if folder.names.contains(where: { $0.hasSuffix(".md") }) { return false }
            if folder.names.contains(where: isOrg) { return true }
            guard let name = folder.names.first(where: isDay), let file = try? folder.file(name) else { return false }
            return begins(file)
        }
    }

    private static func isOrg(_ name: String) -> Bool { name.lowercased().hasSuffix(".org") }

    /// Whether a file is named by a day alone, without an ending: `20240501`, `2024-05-01`.
    private static func isDay(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let digits = name.filter { $0 != "-" }
        return digits.count == 8 && (name.count == 8 || name.count == 10)
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether it begins as Org does, with a heading, a keyword or a drawer.
    private static func begins(_ file: SourceFile) -> Bool {
        let start = String(decoding: file.head.prefix(200), as: UTF8.self).drop(while: \.isWhitespace)
        return start.hasPrefix("* ") || start.hasPrefix("#+") || start.hasPrefix(":PROPERTIES:")
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file): try read(file, options, into: &entries)
        case .folder(let folder):
            for name in folder.names {
                if isOrg(name) || isDay(name) {
                    _ = try entries.going { (entries) throws(ReadProblem) in
                        try read(try folder.file(name), options, into: &entries)
                    }
                } else {
                    entries.losses.note(.files)
                }
            }
            if entries.count == 0, entries.leftOut.count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
        }
    }

    private static func read(
        _ file: SourceFile, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let named = try NoteName(file.path, options).time
        let outline = try OrgOutline(of: file, on: named?.civil, options)
        for part in outline.parts {
            _ = try entries.going { (entries) throws(ReadProblem) in
                try read(part, of: file, named, outline.tags, options, into: &entries)
            }
        }
    }

    private static func read(
        _ part: OrgOutline.Part, of file: SourceFile, _ named: WrittenTime?, _ tags: [Tag], _ options: ReadOptions,
        into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let heading = part.heading
        let title = heading?.time == nil || part.isDay ? [] : heading.map { [Array($0.title.utf8)[...]] } ?? []
        // Before the first heading stand keywords of the file, which are nobody's text.
        let lines = heading == nil ? part.lines.filter { !$0.starts(with: Array("#+".utf8)) } : part.lines
        let keywords = part.lines.count - lines.count
        let text = NoteSection.trimmed(title + lines)
        guard Headline(of: String(decoding: text, as: UTF8.self)).title != nil else {
            entries.losses.note(.extra, keywords)
            if heading?.time != nil, !part.isDay { entries.losses.note(.emptyEntries) }
            return
        }
        entries.losses.note(.extra, keywords)
        let origin = RowOrigin(file.path, .line(part.line))
        var content = EntryContent(text: text, date: options.defaults.now)
        if let time = heading?.time ?? named {
            content.date = time.date(in: options.defaults.zone)
        } else {
            content.date = try UndatedEntry.date(of: file, origin, options, &entries.losses)
        }
        content.tags = Set(tags + (heading?.tags ?? [])).sorted()
        for (name, value) in part.properties where !content.extra.contains(where: { $0.key == name }) {
            if let field = ExtraField(name, .text(value)) { content.extra.append(field) }
        }
        if heading?.saysMore == true { entries.losses.note(.extra) }
        let said = (heading?.time ?? named)?.text ?? ""
        try entries.add(ImportedRow(content, of: "org", text, Array(said.utf8)), from: origin)
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
