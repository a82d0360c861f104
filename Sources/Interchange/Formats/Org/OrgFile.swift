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
enum OrgFile: EntryFileReader {
    static func recognises(_ file: SourceFile) -> Bool {
        isOrg(file.path) || isPeriod(file.path) && begins(file)
            || !NoteFolder.has(file.path, NoteFolder.markdown)
                && ["* <2", "* [2", "#+TITLE:", "#+title:"].contains { file.head.starts(with: $0.utf8) }
    }

    static func parts(of folder: SourceFolder) -> FormatParts {
        let days = folder.names.filter(isPeriod)
        let areOrg = days.first.flatMap { try? folder.file($0) }.map(begins) ?? false
        return FormatParts(folder.names.filter(isOrg) + (areOrg ? days : []))
    }

    private static func isOrg(_ name: String) -> Bool { name.lowercased().hasSuffix(".org") }

    /// Whether a file is named by a day alone, without an ending: `20240501`, `2024-05-01`.
    static func isDay(_ path: String) -> Bool {
        let name = path.lastStep
        let digits = name.filter { $0 != "-" }
        return digits.count == 8 && (name.count == 8 || name.count == 10)
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether it is named by a day, a month or a year alone: `20240501`, `202405`, `2024`.
    private static func isPeriod(_ path: String) -> Bool {
        let name = path.lastStep
        return isDay(path) || [4, 6].contains(name.count) && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether it begins as Org does, with a heading, a keyword or a drawer.
    static func begins(_ file: SourceFile) -> Bool {
        let start = String(decoding: file.head.prefix(200), as: UTF8.self).drop(while: \.isWhitespace)
        return start.hasPrefix("* ") || start.hasPrefix("#+") || start.hasPrefix(":PROPERTIES:")
    }

    static func isPart(_ name: String) -> Bool { isOrg(name) || isPeriod(name) }

    static func read(_ file: SourceFile, _ files: SaidFiles, into entries: inout ReadEntries) throws {
        let own = try NoteName(file.path, entries.options)
        let named = own.known.time ?? own.time
        let outline = try OrgOutline(of: file, on: named?.civil, entries.options)
        // What a heading says that is no entry, the first one below it keeps.
        var above: (level: Int, properties: [(name: String, value: String)]) = (0, [])
        try entries.parts(of: file) { entries in
            for var part in outline.parts {
                let level = part.heading?.level ?? 0
                part.tags = outline.tags + part.tags
                if level > above.level {
                    part.properties = above.properties + part.properties
                } else {
                    entries.losses.note(.extra, above.properties.count)
                }
                let whole = part
                let isOne = try entries.going(at: RowOrigin(file.path, .line(part.line))) { entries in
                    guard whole.isText else { throw JSONProblem.notUTF8 }
                    return try read(whole, of: file, named, files, into: &entries)
                }
                above = isOne == false ? (level, part.properties) : (level, [])
            }
        }
        entries.losses.note(.extra, above.properties.count)
    }

    /// Reads a part; false if it says nothing.
    private static func read(
        _ part: OrgOutline.Part, of file: SourceFile, _ named: WrittenTime?, _ files: SaidFiles,
        into entries: inout ReadEntries
    ) throws(ReadProblem) -> Bool {
        let heading = part.heading
        let title = heading?.time == nil || part.isDay ? [] : heading.map { [Array($0.title.utf8)[...]] } ?? []
        // Before the first heading stand keywords of the file, which are nobody's text but for two.
        let lines = heading == nil ? part.lines.filter { !$0.starts(with: Array("#+".utf8)) } : part.lines
        let (fileTime, fileTitle) = heading == nil ? keywords(of: part.lines, entries.options) : (nil, nil)
        let text = NoteSection.trimmed(title + lines)
        let used = text.saysSomething ? (fileTitle == nil ? 0 : 1) + (named != nil || fileTime == nil ? 0 : 1) : 0
        entries.losses.note(.extra, part.lines.count - lines.count - used)
        // Headings of days and years say no more than that.
        if !text.saysSomething, heading?.time == nil || part.isDay { return false }
        var said = Said("org", at: RowOrigin(file.path, .line(part.line)))
        said.text = inPlace(text, part.properties)
        let time = heading?.time ?? named ?? fileTime
        if let time { said.date = time.said(in: entries.options.defaults.zone) }
        said.dated = time?.text ?? ""
        said.tags = part.tags + (heading?.tags ?? [])
        said.title = fileTitle ?? ""
        said.names = part.properties.filter { $0.name.lowercased() == "id" }.map(\.value)
        if let title = heading?.title, !title.isEmpty { said.names.append("*" + title) }
        for (name, value) in part.properties where !said.keep(name, .text(value)) { entries.losses.note(.extra) }
        if heading?.saysMore == true { entries.losses.note(.extra) }
        said.files = files
        try entries.add(said, in: file)
        return true
    }

    /// The text with the paths of what Org calls attached: files in a folder that a property names, or the identifier.
    private static func inPlace(_ text: [UInt8], _ properties: [(name: String, value: String)]) -> [UInt8] {
        func value(_ names: String...) -> String? { properties.last { names.contains($0.name.lowercased()) }?.value }
        let own = value("id").map { "data/\($0.prefix(2))/\($0.dropFirst(2))" }
        guard let folder = value("dir", "attach_dir") ?? own else { return text }
        return FileReferences.rewriting(text) { target in
            FileReferences.name(target).map { FileReferences.encodedPath(folder + "/" + $0) }
        }
    }

    /// What the keywords of a file say of its text before the first heading: `#+TITLE: …`, and `#+DATE: …` where the
    /// name of the file says no date.
    private static func keywords(
        of lines: [ArraySlice<UInt8>], _ options: ReadOptions
    ) -> (time: WrittenTime?, title: String?) {
        func said(_ keyword: String) -> String? {
            lines.lazy.map { String(decoding: $0, as: UTF8.self) }
                .first { $0.lowercased().hasPrefix("#+" + keyword + ":") }
                .map { $0.dropFirst(keyword.count + 3).trimmingSpace() }
        }
        let time = said("date").flatMap { (try? OrgHeading("* " + $0, 1, options))?.time }
        return (time, said("title").flatMap { $0.isEmpty ? nil : $0 })
    }
}
