internal import DiaryEngine
internal import DiaryModel

/// Notion's export as Markdown and CSV, or as HTML: a zip or its folder, with a page for each entry.
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
        let names = folder.names.filter { isPage($0) || $0.hasSuffix(".csv") && id(of: $0) != nil }
        // Joplin names all files by their identifiers alone.
        return FormatParts(names.allSatisfy { stem(of: $0).dropLast(32).isEmpty } ? [] : names)
    }

    private static func isPage(_ name: String) -> Bool {
        NoteFolder.has(name, ["md", "html"]) && id(of: name) != nil
    }

    /// What stands behind a page's name, if that has a letter.
    private static func id(of name: String) -> EntryID? {
        let stem = stem(of: name)
        guard stem.count == 32 || stem.dropLast(32).last == " " else { return nil }
        return EntryID(hexadecimal: String(stem.suffix(32)))
    }

    private static func stem(of name: String) -> Substring {
        name.stem.hasSuffix("_all") ? name.stem.dropLast("_all".count) : name.stem[...]
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        let files = NoteFiles(folder) { isPage($0) }
        var pages: [String: [[String: String]]] = [:]
        var undated: [Said] = []
        for name in folder.names where isPage(name) {
            _ = try entries.going { entries in
                let file = try entries.open(name, of: folder)
                let page = try NotionPage(file, &entries.losses)
                pages[page.title, default: []].append(Dictionary(page.properties) { first, _ in first })
                var said = try said(page, file, entries.options, &entries.losses)
                said.id = id(of: name)
                said.files = files.said(of: name)
                if said.date == .none, entries.options.defaults.dateMissing == nil { return undated.append(said) }
                try entries.add(said, in: file)
            }
        }
        // Beside pages that say a day, one that says none is that of a table, or of something else.
        let arePages = entries.count > 0 && !entries.options.with.contains(.pages)
        for said in undated {
            if arePages {
                entries.losses.note(.pages, at: said.origin)
            } else {
                _ = try entries.going(at: said.origin) { entries in try entries.add(said) }
            }
        }
        let tables = folder.names.filter { $0.hasSuffix(".csv") }
        // Of a table as somebody sees it and of all of it (`…_all.csv`), the latter has all rows.
        for name in tables where !tables.contains(name.dropLast(".csv".count) + "_all.csv") {
            _ = try entries.going { entries in
                let file = try entries.open(name, of: folder)
                try CSVTable.read(file, files.said(of: name), besides: pages, into: &entries)
            }
        }
        let used = entries.used
        entries.note(.files, of: folder) { !isPage($0) && !$0.hasSuffix(".csv") && !used.contains($0) }
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
        for (name, value) in page.properties where !value.isEmpty {
            if ["tags", "tag", "태그"].contains(NotionPage.plain(name)) {
                said.tags += value.split(separator: ",").map { Tag.typed($0.trimmingSpace()) }
            } else if name.utf8.count <= EntryLimits.name {
                said.others.append(ExtraField(key: name, value: Array(value.utf8)))
            } else {
                losses.note(.extra)
            }
        }
        return said
    }

    private static func time(
        _ properties: [(name: String, value: String)], _ title: String, _ options: ReadOptions
    ) throws(DateOrder.Ambiguity) -> WrittenTime? {
        for name in EntryColumn.date.names {
            guard let value = properties.first(where: { NotionPage.plain($0.name) == name })?.value else { continue }
            if let time = try WrittenTime(WrittenTime.words(of: value), options) { return time }
        }
        return try LeadingTime(WrittenTime.words(of: title), options)?.time
    }
}

/// What a page says: its title, its properties, and the lines of its text.
private struct NotionPage {
    var title: String
    var properties: [(name: String, value: String)] = []
    var lines: [ArraySlice<UInt8>]

    init(_ file: SourceFile, _ losses: inout FormatLosses) throws(ReadProblem) {
        let text = try file.text()
        if NoteFolder.has(file.path, NoteFolder.pages) {
            let page = HTMLDocument(text)
            losses.note(of: page)
            title = page.title.trimmingSpace()
            properties = page.members.map { ($0.name, $0.value.words ?? "") }
            self.lines = Array(page.text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
            // Its title stands above it, wherever a picture put it.
            let heading = self.lines.firstIndex { line in
                NoteSection.isHeading(line) && NoteName.mentions(line.filter { $0 != 0x5C }, page.title.trimmingSpace())
            }
            if let heading { self.lines.remove(at: heading) }
            return
        }
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        if let first = lines.first, first.starts(with: Array("# ".utf8)) {
            title = String(decoding: first.dropFirst(2), as: UTF8.self).trimmingSpace()
            lines = lines.dropFirst().drop(while: Self.isBlank)
        } else {
            // The name of the file is the title, and its identifier.
            title = file.name.dropLast(".md".count).dropLast(33).trimmingSpace()
        }
        let block = lines.prefix { !Self.isBlank($0) }
        var isPlain = true
        for line in block {
            if let property = Self.property(line) {
                properties.append(property)
                isPlain = isPlain && !property.value.isEmpty
            } else {
                isPlain = false
                guard let last = properties.indices.last else { break }
                properties[last].value += "\n" + String(decoding: line, as: UTF8.self).trimmingSpace()
            }
        }
        // Lines of a text may look like properties: those all have a value of one line, or one of them is a date.
        let dates = EntryColumn.date.names
        if isPlain || properties.contains(where: { dates.contains(Self.plain($0.name)) }) {
            lines = lines.dropFirst(block.count)
        } else {
            properties = []
        }
        self.lines = Array(lines)
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 == 0x0D } }

    /// The name of a property in small letters, without the picture that may stand before it.
    static func plain(_ name: String) -> String { String(name.drop { !$0.isLetter }).lowercased() }

    /// `Name: value`, as Notion writes what a page has in its table.
    private static func property(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let text = String(decoding: line, as: UTF8.self).trimmingSpace()
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text[..<colon].count <= 60,
            let first = text.first, !"#->[!*|`".contains(first),
            case let value = text[text.index(after: colon)...], value.isEmpty || value.first == " "
        else { return nil }
        return (String(text[..<colon]), value.trimmingSpace())
    }
}
