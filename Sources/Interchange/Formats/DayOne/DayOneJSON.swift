internal import DiaryEngine

/// Day One's export: a zip, or its folder, with one `<Journal>.json` for each journal and what belongs to the entries
/// in `photos`, `audios`, `videos` and `pdfs`; or such a JSON file alone.
///
///     {"metadata": {"version": "1.0"}, "entries": [{"uuid", "creationDate", "timeZone", "text", …}, …]}
enum DayOneJSON: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file):
            guard file.mayBeOneObject, let bytes = try? file.bytes() else { return false }
            return isJournal(bytes)
        case .folder(let folder):
            return journals(of: folder).contains { name in
                do throws(ReadProblem) { return isJournal(try folder.file(name).bytes()) } catch { return false }
            }
        }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file):
            try read(file, journal: nil, DayOneJournals([file]), DayOneFiles(nil), options, into: &entries)
        case .folder(let folder):
            let files = DayOneFiles(folder)
            var named: [(name: String, file: SourceFile)] = []
            for name in journals(of: folder) {
                _ = try entries.going { (entries) throws(ReadProblem) in
                    let file = try folder.file(name)
                    guard isJournal(try file.bytes()) else { return entries.losses.note(.files) }
                    named.append((name, file))
                }
            }
            if named.isEmpty { throw ReadProblem(folder.path, .emptyFolder) }
            let journals = DayOneJournals(named.map(\.file))
            for (name, file) in named {
                _ = try entries.going { (entries) throws(ReadProblem) in
                    try read(file, journal: journal(name), journals, files, options, into: &entries)
                }
            }
            entries.losses.note(.files, folder.names.count { !belongs($0) && !isJSON($0) })
        }
    }

    /// The JSON files of the folder itself, or of the only folder in it.
    private static func journals(of folder: SourceFolder) -> [String] { folder.names.filter(isJSON) }

    private static func isJSON(_ name: String) -> Bool {
        name.hasSuffix(".json") && name.utf8.count { $0 == UInt8(ascii: "/") } <= 1
    }

    /// Whether a file belongs to entries, which count it.
    private static func belongs(_ name: String) -> Bool {
        name.split(separator: "/").dropLast().contains { DayOneFiles.folders.contains(String($0)) }
    }

    /// The journal's name by that of its file.
    private static func journal(_ name: String) -> String {
        String((name.split(separator: "/").last ?? "").dropLast(".json".count))
    }

    /// Whether it is an object whose `entries` have a `creationDate`, or one of metadata without entries.
    private static func isJournal(_ bytes: [UInt8]) -> Bool {
        guard firstSign(of: bytes) == UInt8(ascii: "{") else { return false }
        do throws(JSONProblem) {
            var reader = try JSONReader(bytes)
            var hasMetadata = false
            guard reader.takes("{") else { return false }
            repeat {
                guard case .string(let name) = try reader.value(), reader.takes(":") else { return false }
                if name == Array("entries".utf8), reader.takes("[") {
                    return reader.takes("]") ? hasMetadata : try reader.value()["creationDate"] != nil
                }
                if name == Array("metadata".utf8) { hasMetadata = true }
                _ = try reader.value()
            } while reader.takes(",")
        } catch {}
        return false
    }

    private static func read(
        _ file: SourceFile, journal: String?, _ journals: DayOneJournals, _ files: DayOneFiles,
        _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        var decoder = DayOneEntries(options, journal: journal)
        try eachEntry(of: file) { (value, origin) throws(ReadProblem) in
            _ = try entries.going { (entries) throws(ReadProblem) in
                let imported: ImportedRow?
                do throws(RowReason) { imported = try decoder.entry(value) } catch {
                    throw ReadProblem(file.path, at: origin.position, .row(error.reason))
                }
                guard var imported else { return }
                guard journals.isBest(value, at: origin) else { return entries.losses.note(.twice, at: origin) }
                try files.attach(value, to: &imported, &entries)
                try entries.add(imported, from: origin)
            }
        }
        entries.losses += decoder.losses
    }

    /// Hands over each object among a journal's `entries`, and where it stands.
    static func eachEntry(
        of file: SourceFile, _ visit: (JSONValue, RowOrigin) throws(ReadProblem) -> Void
    ) throws(ReadProblem) {
        var row = 0
        func problem(_ reason: RowError.Reason) -> ReadProblem {
            ReadProblem(file.path, at: .row(max(row, 1)), .row(reason))
        }
        let bytes = try file.bytes()
        do {
            var reader = try JSONReader(bytes)
            guard reader.takes("{") else { throw RowReason(.notAnObject) }
            repeat {
                guard case .string(let name) = try reader.value() else { throw RowReason(.notAnObject) }
                guard reader.takes(":") else { throw JSONProblem.unexpected(byte: reader.index) }
                guard name == Array("entries".utf8) else {
                    _ = try reader.value()
                    continue
                }
                guard reader.takes("[") else { throw RowReason(.wrongKind("entries")) }
                var goesOn = !reader.takes("]")
                while goesOn {
                    row += 1
                    try visit(try reader.value(), RowOrigin(file.path, .row(row)))
                    goesOn = reader.takes(",")
                    if !goesOn, !reader.takes("]") { throw JSONProblem.endsEarly }
                }
            } while reader.takes(",")
            guard reader.takes("}"), reader.isAtEnd() else { throw JSONProblem.unexpected(byte: reader.index) }
        } catch let error as JSONProblem {
            throw problem(.json(error))
        } catch let error as RowReason {
            throw problem(error.reason)
        } catch let error as ReadProblem {
            throw error
        } catch {
            throw problem(.notAnObject)
        }
    }
}
