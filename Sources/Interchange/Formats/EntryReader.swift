internal import DiaryModel

/// Reads the entries of one format.
protocol EntryReader {
    /// Whether a file alone looks like this format, by its bytes or its name; it need not be free of mistakes.
    static func recognises(_ file: SourceFile) -> Bool

    /// The files of a folder that look like it.
    static func parts(of folder: SourceFolder) -> FormatParts

    /// Adds all entries of a source, or throws what is wrong with it: a `ReadProblem` that says where, or what is known
    /// where it was found, to which the file is added. Never traps, whatever the bytes are.
    static func read(_ source: Source, into entries: inout ReadEntries) throws
}

extension EntryReader {
    // The format is one of folders, or of files.
    static func recognises(_ file: SourceFile) -> Bool { false }
    static func parts(of folder: SourceFolder) -> FormatParts { FormatParts([]) }
}

/// Reads a format of files that may lie alone or in a folder, each with entries of its own.
protocol EntryFileReader: EntryReader {
    /// Whether a file of a folder has entries, by its name.
    static func isPart(_ name: String) -> Bool

    /// All files of a folder that have entries.
    static func names(of folder: SourceFolder) -> [String]

    /// Adds the entries of a file; `files` are those that they may refer to.
    static func read(_ file: SourceFile, _ files: SaidFiles, into entries: inout ReadEntries) throws
}

extension EntryFileReader {
    static func names(of folder: SourceFolder) -> [String] { folder.names.filter(isPart) }

    static func parts(of folder: SourceFolder) -> FormatParts { FormatParts(folder.names.filter(isPart)) }

    static func read(_ source: Source, into entries: inout ReadEntries) throws {
        switch source {
        case .file(let file): try read(file, NoteFiles.said(of: file, besides: isPart), into: &entries)
        case .folder(let folder):
            let files = NoteFiles(folder, besides: isPart)
            try entries.each(of: folder, names(of: folder)) { file, name, entries in
                try read(file, files.said(of: name), into: &entries)
            }
        }
    }
}

/// Reads a format of a file of JSON for each entry, with its pictures beside it: in a folder, or alone.
protocol EntryObjectReader: EntryReader {
    /// Whether an object is an entry of this format.
    static func isOne(_ fields: JSONFields) -> Bool

    /// What an object says, and the names of its files; nil for one that stays behind, and is counted.
    static func said(
        _ fields: inout JSONFields, at origin: RowOrigin, _ entries: inout ReadEntries
    ) throws -> (said: Said, files: [String])?
}

extension EntryObjectReader {
    static func recognises(_ file: SourceFile) -> Bool {
        file.mayBeOneObject && (try? JSONFields(of: file)).map(isOne) ?? false
    }

    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(folder.names(like: ["json"]) { file in (try? JSONFields(of: file)).map(isOne) ?? false })
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws {
        switch source {
        case .file(let file):
            try add(try JSONFields(of: file), of: file, NoteFiles.said(of: file), to: &entries)
        case .folder(let folder):
            let files = NoteFiles(folder) { NoteFolder.has($0, ["json"]) }
            var count = 0
            for name in folder.names where NoteFolder.has(name, ["json"]) {
                entries.used.insert(name)
                count += 1
                _ = try entries.going { entries in
                    let file = try entries.open(name, of: folder)
                    let value = try JSONValue(forgiving: file.text(), isWhole: true)
                    guard let fields = try? JSONFields(value), isOne(fields) else {
                        count -= 1
                        return entries.losses.note(.files)
                    }
                    // A page beside it says the same.
                    entries.used.insert(name.dropLast("json".count) + "html")
                    try add(fields, of: file, files.said(of: name), to: &entries)
                }
            }
            if count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
            entries.noteUnused(of: folder)
        }
    }

    private static func add(
        _ fields: JSONFields, of file: SourceFile, _ files: SaidFiles, to entries: inout ReadEntries
    ) throws {
        var fields = fields
        guard let (found, names) = try said(&fields, at: RowOrigin(file.path), &entries) else { return }
        var said = found
        said.files = files
        said.files.areAllMeant = false
        said.files.listed = names.map(said.files.meant)
        // What is not there keeps its reference, which no field has.
        said.files.kept = names
        try entries.add(said, in: file)
    }
}
