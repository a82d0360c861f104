internal import DiaryEngine

/// Day One's export: a zip, or its folder, with one `<Journal>.json` for each journal and what belongs to the entries
/// in `photos`, `audios`, `videos` and `pdfs`; or such a JSON file alone.
///
///     {"metadata": {"version": "1.0"}, "entries": [{"uuid", "creationDate", "timeZone", "text", …}, …]}
enum DayOneJSON: EntryReader {
    static func recognises(_ file: SourceFile) -> Bool { isJournal(file) }

    static func parts(of folder: SourceFolder) -> FormatParts {
        let journals = folder.names.filter { name in isJSON(name) && (try? folder.file(name)).map(isJournal) ?? false }
        return FormatParts(journals, entries: journals.reduce(0) { $0 + folder.count(of: "creationDate", in: $1) })
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        switch source {
        case .file(let file):
            try read(file, journal: nil, DayOneJournals([file]), DayOneFiles(nil), into: &entries)
        case .folder(let folder):
            let files = DayOneFiles(folder)
            var named: [(name: String, file: SourceFile)] = []
            for name in folder.names where isJSON(name) {
                _ = try entries.going { entries in
                    let file = try entries.open(name, of: folder)
                    guard isJournal(file) else { return entries.losses.note(.files, at: RowOrigin(file.path)) }
                    named.append((name, file))
                }
            }
            if named.isEmpty { throw ReadProblem(folder.path, .emptyFolder) }
            let journals = DayOneJournals(named.map(\.file))
            for (name, file) in named {
                _ = try entries.going { entries in
                    try read(file, journal: name.stem, journals, files, into: &entries)
                }
            }
            entries.noteUnused(of: folder, besides: isJSON)
        }
    }

    private static func isJSON(_ name: String) -> Bool { NoteFolder.has(name, ["json"]) && !belongs(name) }

    /// Whether a file belongs to entries, which count it.
    private static func belongs(_ name: String) -> Bool {
        name.split(separator: "/").dropLast().contains { DayOneFiles.folders.contains(String($0)) }
    }

    /// Whether it is an object with `entries` of which one has a `creationDate`, or with metadata beside them.
    private static func isJournal(_ file: SourceFile) -> Bool {
        guard firstSign(of: file.head) == UInt8(ascii: "{") else { return false }
        var (isOne, hasMetadata, hasEntries, count) = (false, false, false, 0)
        try? eachMember(of: file) { (name, parts) throws(ReadProblem) in
            guard name == "entries", parts.takes("[") else {
                if name == "metadata" { hasMetadata = true }
                return parts.next() != nil
            }
            hasEntries = true
            while !isOne, count < 100, !parts.takes("]"), let bytes = parts.next() {
                isOne = (try? JSONValue(forgiving: bytes, isWhole: false))?["creationDate"] != nil
                count += 1
                if !parts.takes(",") { break }
            }
            return !isOne
        }
        return isOne || hasMetadata && hasEntries
    }

    private static func read(
        _ file: SourceFile, journal: String?, _ journals: DayOneJournals, _ files: DayOneFiles,
        into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let decoder = DayOneEntries(options: entries.options, journal: journal)
        let others = try eachEntry(of: file) { (bytes, origin) throws(ReadProblem) in
            try entries.going(at: origin) { entries in
                let value = try JSONValue(forgiving: bytes, isWhole: false)
                var said = try decoder.said(value, at: origin, &entries.losses)
                guard journals.isBest(value, at: origin) else { return entries.losses.note(.twice, at: origin) }
                said.files = files.said(value, in: said.titled)
                try entries.add(said, in: file)
            } != nil
        }
        entries.losses.note(.extra, others, at: RowOrigin(file.path))
    }

    /// Hands over the bytes of each value among a journal's `entries`, and where it stands. Where the file breaks off
    /// in a value that `visit` could not read, that has been said. Returns how many members of the journal stand beside
    /// the entries.
    @discardableResult
    static func eachEntry(
        of file: SourceFile, _ visit: ([UInt8], RowOrigin) throws(ReadProblem) -> Bool
    ) throws(ReadProblem) -> Int {
        var (row, others) = (0, 0)
        func problem(_ reason: RowReason) -> ReadProblem {
            ReadProblem(file.path, at: .row(max(row, 1)), .row(reason))
        }
        try eachMember(of: file) { (name, parts) throws(ReadProblem) in
            guard name == "entries" else {
                others += name == "metadata" ? 0 : 1
                return parts.next() != nil
            }
            guard parts.takes("[") else { throw problem(.wrongKind("entries")) }
            var goesOn = !parts.takes("]")
            while goesOn {
                row += 1
                guard let bytes = parts.next() else { throw problem(.json(.endsEarly)) }
                let isRead = try visit(bytes, RowOrigin(file.path, .row(row)))
                goesOn = parts.takes(",")
                if !goesOn, !parts.takes("]") {
                    if !isRead, parts.isAtEnd() { return false }
                    throw problem(.json(parts.isAtEnd() ? .endsEarly : .unexpected(byte: parts.index)))
                }
            }
            return true
        }
        return others
    }

    /// Hands over the name of each member of the object that a file is, with its value as the next part, up to one
    /// behind which `visit` does not go on.
    private static func eachMember(
        of file: SourceFile, _ visit: (String, inout JSONParts) throws(ReadProblem) -> Bool
    ) throws(ReadProblem) {
        var parts = JSONParts(file.content)
        func problem(_ reason: RowReason) -> ReadProblem {
            if let problem = parts.problem { return ReadProblem(file.path, .archive(problem)) }
            return ReadProblem(file.path, at: .row(1), .row(reason))
        }
        guard parts.takes("{") else { throw problem(.notAnObject) }
        repeat {
            let name: JSONValue
            do throws(JSONProblem) { name = try parts.value() } catch { throw problem(.json(error)) }
            guard let name = name.saidText else { throw problem(.notAnObject) }
            guard parts.takes(":") else { throw problem(.json(.unexpected(byte: parts.index))) }
            guard try visit(name, &parts) else { return }
        } while parts.takes(",")
        guard parts.takes("}"), parts.isAtEnd() else {
            throw problem(.json(parts.isAtEnd() ? .endsEarly : .unexpected(byte: parts.index)))
        }
    }
}
