internal import DiaryModel

/// jrnl's folder: a file for each day, `YYYY/MM/DD.txt`, written as its single file is. The path says the day.
enum JrnlFolder: EntryReader {
    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(folder.names.filter { day(of: $0) != nil })
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        try entries.each(of: folder, parts(of: folder).names) { file, name, entries in
            try JrnlText.read(file, on: day(of: name), into: &entries)
        }
    }

    /// The day of a file by its path; nil if jrnl would not read it.
    private static func day(of name: String) -> CivilTime? {
        guard name.utf8.count == 14, name.split(separator: "/").count == 3, name.hasSuffix(".txt") else { return nil }
        return ISODate(String(name.dropLast(4)).replacing("/", with: "-"))?.civil
    }
}
