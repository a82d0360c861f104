internal import DiaryModel

/// jrnl's folder: a file for each day, `YYYY/MM/DD.txt`, written as its single file is. The path says the day.
enum JrnlFolder: EntryReader {
    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(folder.names.filter { day(of: $0) != nil })
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        try entries.each(of: folder, where: { day(of: $0) != nil }) { file, name, entries in
            try JrnlText.read(file, on: day(of: name), into: &entries)
        }
    }

    /// The day of a file by its path; nil if jrnl would not read it.
    private static func day(of name: String) -> CivilTime? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 6,
            parts[2].hasSuffix(".txt"), let year = digits(parts[0]), let month = digits(parts[1]),
            let day = digits(parts[2].dropLast(4))
        else { return nil }
        return CivilTime(year: year, month: month, day: day)
    }

    private static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
