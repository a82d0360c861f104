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
/// The tables beside the pages say their properties again. The date is that of a property, or of the title.
enum NotionExport: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .folder(let folder) = source else { return false }
        return folder.names.contains { isPage($0) }
    }

    private static func isPage(_ name: String) -> Bool { name.hasSuffix(".md") && id(of: name) != nil }

    /// What stands behind a page's name.
    private static func id(of name: String) -> EntryID? {
        let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
        let id = stem.suffix(32)
        guard stem.dropLast(32).last == " ", id.count == 32 else { return nil }
        return EntryID(hexadecimal: String(id))
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        var files = NoteFiles(folder) { isPage($0) }
        var others = 0
        for name in folder.names {
            guard isPage(name) else {
                // A table of pages, which repeats what they say.
                let isTable = name.hasSuffix(".csv") && folder.names.contains { $0.hasSuffix(".md") }
                others += isTable ? 0 : 1
                continue
            }
            _ = try entries.going { (entries) throws(ReadProblem) in
                let file = try folder.file(name)
                guard var row = try row(file, options, &entries.losses) else { return }
                row.id = id(of: name)
                try files.attach(named: [], to: &row, of: name, &entries)
                try entries.add(row, from: RowOrigin(file.path))
            }
        }
        if entries.count == 0, entries.leftOut.count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
        entries.losses.note(.files, others - files.used.count)
    }

    private static func row(
        _ file: SourceFile, _ options: ReadOptions, _ losses: inout FormatLosses
    ) throws(ReadProblem) -> ImportedRow? {
        var lines = try file.text().split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        var title = ""
        if let first = lines.first, first.starts(with: Array("# ".utf8)) {
            title = String(decoding: first.dropFirst(2), as: UTF8.self).trimmingSpace()
            lines = lines.dropFirst().drop { $0.isEmpty }
        } else {
            // The name of the file is the title, and its identifier.
            title = file.name.dropLast(".md".count).dropLast(33).trimmingSpace()
        }
        var properties: [(name: String, value: String)] = []
        var rest = lines
        while let line = rest.first, let property = Self.property(line) {
            properties.append(property)
            rest.removeFirst()
        }
        // Lines of a text may look like properties: those are followed by a blank line, or by nothing.
        if rest.first.map({ !$0.isEmpty }) ?? false { properties = [] } else { lines = rest }
        let body = NoteSection.trimmed(Array(lines))
        let text = Array(title.utf8) + (title.isEmpty || body.isEmpty ? [] : [0x0A, 0x0A]) + body
        guard Headline(of: String(decoding: text, as: UTF8.self)).title != nil else {
            losses.note(.emptyEntries)
            return nil
        }
        var content = EntryContent(text: text, date: options.defaults.now)
        let time: WrittenTime?
        do throws(JrnlDates.Ambiguity) { time = try self.time(properties, title, options) } catch {
            throw ReadProblem(file.path, error)
        }
        if let time {
            content.date = time.date(in: options.defaults.zone)
        } else {
            content.date = try UndatedEntry.date(of: file, RowOrigin(file.path), options, &losses)
        }
        for (name, value) in properties {
            if ["tags", "tag", "태그"].contains(name.lowercased()) {
                content.tags += value.split(separator: ",").map { Tag.typed($0.trimmingSpace()) }
            } else if !content.extra.contains(where: { $0.key == name }), name.utf8.count <= EntryLimits.name {
                content.extra.append(ExtraField(key: name, value: Array(value.utf8)))
            } else {
                losses.note(.extra)
            }
        }
        content.tags = Set(content.tags.filter { !$0.bytes.isEmpty }).sorted()
        return ImportedRow(content, of: "notion", text, Array((time?.text ?? "").utf8))
    }

    /// `Name: value`, as Notion writes what a page has in its table.
    private static func property(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(": "), colon > text.startIndex,
            text[..<colon].count <= 60, text.first?.isLetter == true
        else { return nil }
        return (String(text[..<colon]), text[colon...].dropFirst(2).trimmingSpace())
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
