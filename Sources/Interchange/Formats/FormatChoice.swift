/// Tells the format of a source by what is in it.

internal import DiaryModel

/// The files of a folder that have entries of a format, as far as can be told without reading them.
struct FormatParts {
    var names: [String]
    /// How many entries there are in them.
    var entries: Int

    /// Where nobody knows better, each file is an entry.
    init(_ names: [String], entries: Int? = nil) { (self.names, self.entries) = (names, entries ?? names.count) }
}

/// What a source is taken for.
struct FormatChoice {
    var format: EntryFormat
    /// Those of a folder that have entries of it.
    private(set) var names: [String] = []
    /// Files that have entries of another format.
    var others: [(name: String, format: EntryFormat)] = []

    init(format: EntryFormat) { self.format = format }

    /// In which order formats are tried: what says its format plainly comes before what only looks like it.
    private static let tried: [EntryFormat] = [
        .iCalendar, .joplin, .dayOne, .googleKeep, .journey, .evernote, .notion, .jrnlFolder, .redNotebook, .jrnlJSON,
        .csv, .org,
        .jrnl, .markdown, .text, .html, .sample, .json,
    ]

    /// Nil if it looks like nothing that is known.
    init?(_ source: Source) {
        switch source {
        case .file(let file):
            guard let format = Self.tried.first(where: { $0.reader?.recognises(file) == true }) else { return nil }
            self.format = format
        case .folder(let folder):
            let found = Self.tried.compactMap { format in
                format.reader.map { (format: format, parts: $0.parts(of: folder)) }
            }.filter { !$0.parts.names.isEmpty }
            // No stray file decides: it is the first of those that have not many fewer entries than another. What an
            // app exports is weighed against notes that say their days alone, and Keep's against nothing: a Takeout
            // has whatever else its owner keeps.
            let most = found.map(\.parts.entries).max() ?? 0
            let sure = found.filter { Self.exports.contains($0.format) }
            let notes = sure.isEmpty ? [] : Set(found.filter { Self.plain.contains($0.format) }.flatMap(\.parts.names))
            let days = notes.subtracting(sure.flatMap(\.parts.names)).count { Self.isDated($0, in: folder) }
            let sureMost = sure.map(\.parts.entries).max() ?? 0
            let export = sure.first { format, parts in
                parts.entries * 2 > sureMost
                    && (parts.entries * 2 > days || format == .googleKeep && parts.names.count > 1)
            }
            guard let chosen = export ?? found.first(where: { $0.parts.entries * 2 > most || most == 0 }) else {
                return nil
            }
            names = chosen.parts.names
            format = chosen.format
            var known = Set(chosen.parts.names)
            var named = found.filter { $0.format != .csv }
            if Self.plain.contains(format) {
                named.append((format: .csv, parts: FormatParts(CSVTable.diaries(in: folder))))
            }
            for (format, parts) in named where parts.entries > 0 {
                // Among other formats a note may be anything, unless it says its day.
                let isPlain = Self.plain.contains(format)
                for name in parts.names
                where known.insert(name).inserted && (!isPlain || Self.isDated(name, in: folder)) {
                    others.append((name, format))
                }
            }
        }
    }

    /// Those that an ending alone tells, and those that nobody but an app writes.
    static let plain: Set<EntryFormat> = [.markdown, .text, .html]
    private static let exports: Set<EntryFormat> = [.joplin, .dayOne, .googleKeep, .journey, .evernote]

    /// Whether a note says a day: in its name, in front matter, or in its first line.
    static func isDated(_ path: String, in folder: SourceFolder) -> Bool {
        func isDay(_ words: some StringProtocol) -> Bool { ISODate(String(words.prefix(10))) != nil }
        if isDay(path.lastStep) { return true }
        guard NoteFolder.has(path, NoteFolder.texts), let head = try? folder.file(path).head else { return false }
        return ["---\n", "---\r", "+++\n", "+++\r"].contains { head.starts(with: $0.utf8) }
            || isDay(NoteName.firstLine(head) ?? "")
    }
}

extension SourceFolder {
    /// The files with these endings, of each folder in which one of the first three is as wanted: an archive may have
    /// other products' files first.
    func names(like endings: [String], _ isOne: (SourceFile) -> Bool) -> [String] {
        let all = names.filter { NoteFolder.has($0, endings) }
        var tried: [String: Int] = [:]
        var found: Set<String> = []
        for name in all where tried[name.folder, default: 0] < 3 && !found.contains(name.folder) {
            tried[name.folder, default: 0] += 1
            if let file = try? file(name), isOne(file.decoded ?? file) { found.insert(name.folder) }
        }
        return all.filter { found.contains($0.folder) }
    }

    /// How often a word stands in a file.
    func count(of word: String, in name: String) -> Int {
        let word = Array(word.utf8)
        guard let first = word.first else { return 0 }
        var (count, rest) = (0, [UInt8]())
        try? stream(name) { (part) throws(ReadProblem) in
            let bytes = rest + part
            var index = 0
            while let start = bytes[index...].firstIndex(of: first) {
                index = start + 1
                if bytes[start...].starts(with: word) { count += 1 }
            }
            rest = Array(bytes.suffix(word.count - 1))
        }
        return count
    }
}
