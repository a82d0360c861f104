internal import DiaryEngine
internal import DiaryModel

/// Notion's export as Markdown and CSV: a zip or its folder, with a page for each entry.
///
///     TITLE 0123456789abcdef0123456789abcdef.md
///         # TITLE
///                                 a blank line
///         Date: May 1, 2024 10:30 PM
///         Tags: a, b
///                                 a blank line, the text
///
/// The tables beside the pages say their properties again; rows without a page are entries. The date is that of a
/// property, or of the title.
enum NotionExport: EntryReader {
    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(folder.names.filter { isPage($0) || $0.hasSuffix(".csv") && id(of: $0) != nil })
    }

    private static func isPage(_ name: String) -> Bool { name.hasSuffix(".md") && id(of: name) != nil }

    /// What stands behind a page's name.
    private static func id(of name: String) -> EntryID? {
        var stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
        if stem.hasSuffix("_all") { stem = stem.dropLast("_all".count) }
        let id = stem.suffix(32)
        guard stem.dropLast(32).last == " ", id.count == 32 else { return nil }
        return EntryID(hexadecimal: String(id))
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        let files = NoteFiles(folder) { isPage($0) }
        var pages: [String: [[String: String]]] = [:]
        for name in folder.names where isPage(name) {
            _ = try entries.going { entries in
                let file = try entries.open(name, of: folder)
                let page = try NotionPage(file)
                pages[page.title, default: []].append(Dictionary(page.properties) { first, _ in first })
                var said = try said(page, file, entries.options, &entries.losses)
                said.id = id(of: name)
                try entries.add(said, in: file) { (row, entries) throws(ReadProblem) in
                    try files.attach(named: [], to: &row, of: name, &entries)
                }
            }
        }
        let tables = folder.names.filter { $0.hasSuffix(".csv") }
        // Of a table as somebody sees it and of all of it (`…_all.csv`), the latter has all rows.
        for name in tables where !tables.contains(name.dropLast(".csv".count) + "_all.csv") {
            _ = try entries.going { entries in
                try CSVTable.read(try entries.open(name, of: folder), besides: pages, into: &entries)
            }
        }
        let used = entries.used
        entries.losses.note(.files, folder.names.count { !isPage($0) && !$0.hasSuffix(".csv") && !used.contains($0) })
    }

    private static func said(
        _ page: NotionPage, _ file: SourceFile, _ options: ReadOptions, _ losses: inout FormatLosses
    ) throws -> Said {
        var said = Said("notion", at: RowOrigin(file.path))
        let body = NoteSection.trimmed(page.lines)
        // The page has its title above the text, whatever that begins with.
        said.text = Array(page.title.utf8) + (page.title.isEmpty || body.isEmpty ? [] : [0x0A, 0x0A]) + body
        said.known = [said.text]
        let time = try time(page.properties, page.title, options)
        said.dated = time?.text ?? ""
        if let time { said.date = time.said(in: options.defaults.zone) }
        for (name, value) in page.properties {
            if ["tags", "tag", "태그"].contains(name.lowercased()) {
                said.tags += value.split(separator: ",").map { Tag.typed($0.trimmingSpace()) }
            } else if name.utf8.count <= EntryLimits.name {
                said.others.append(ExtraField(key: name, value: Array(value.utf8)))
            } else {
                losses.note(.extra)
            }
        }
        return said
    }

    /// Names of the property that is a page's date, the likeliest first.
    private static let dates = ["date", "날짜", "일시", "created", "created time", "생성 일시", "생성일"]

    private static func time(
        _ properties: [(name: String, value: String)], _ title: String, _ options: ReadOptions
    ) throws(JrnlDates.Ambiguity) -> WrittenTime? {
        for name in dates {
            guard let value = properties.first(where: { $0.name.lowercased() == name })?.value else { continue }
            // Of a span its beginning counts; the whole stays a field.
            let start = value.split(separator: "→").first?.trimmingSpace() ?? ""
            if let time = try WrittenTime(start, options) { return time }
        }
        return try LeadingTime(title.hasPrefix("@") ? String(title.dropFirst()) : title, options)?.time
    }
}

/// What a page says: its title, its properties, and the lines of its text.
private struct NotionPage {
    var title: String
    var properties: [(name: String, value: String)] = []
    var lines: [ArraySlice<UInt8>]

    init(_ file: SourceFile) throws(ReadProblem) {
        var lines = try file.text().split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        if let first = lines.first, first.starts(with: Array("# ".utf8)) {
            title = String(decoding: first.dropFirst(2), as: UTF8.self).trimmingSpace()
            lines = lines.dropFirst().drop { $0.isEmpty }
        } else {
            // The name of the file is the title, and its identifier.
            title = file.name.dropLast(".md".count).dropLast(33).trimmingSpace()
        }
        var rest = lines
        while let line = rest.first, let property = Self.property(line) {
            properties.append(property)
            rest.removeFirst()
        }
        // Lines of a text may look like properties: those are followed by a blank line, or by nothing.
        if rest.first.map({ !$0.isEmpty }) ?? false { properties = [] } else { lines = rest }
        self.lines = Array(lines)
    }

    /// `Name: value`, as Notion writes what a page has in its table.
    private static func property(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(": "), colon > text.startIndex,
            text[..<colon].count <= 60, text.first?.isLetter == true
        else { return nil }
        return (String(text[..<colon]), text[colon...].dropFirst(2).trimmingSpace())
    }
}
