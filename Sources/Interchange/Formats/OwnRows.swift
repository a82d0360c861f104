internal import DiaryEngine
internal import DiarylogArchives

/// Our own JSON: an array of objects, or one object a line; or a folder of such files.
enum OwnRows: EntryFileReader {
    /// Also an empty file, which has no entries in any format.
    static func recognises(_ file: SourceFile) -> Bool {
        let first = firstSign(of: file.head)
        return first == nil || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(
            folder.names(like: endings) { file in
                let first = JSONTable.first(of: file)
                return are(first) && first.contains { $0["date"] != nil }
            })
    }

    /// Whether these first objects of a file are ours: one has what only ours have, or all have nothing else and the
    /// first one's date is written as ours are.
    static func are(_ objects: [JSONValue]) -> Bool {
        objects.contains(where: RowDecoder.isMarked)
            || objects.allSatisfy(RowDecoder.isPlain) && objects.first.map(RowDecoder.hasOurDate) != false
    }

    static func isPart(_ name: String) -> Bool { NoteFolder.has(name, endings) }

    private static let endings = ["json", "jsonl"]

    static func read(_ file: SourceFile, _: SaidFiles, into entries: inout ReadEntries) throws(ReadProblem) {
        try readObjects(file, format: nil, into: &entries)
    }
}

/// The JSON of the apps' samples; recognised by the first object, as our own is.
enum SampleRows: EntryReader {
    /// Whether these first objects of a file have a sample's members alone.
    static func are(_ objects: [JSONValue]) -> Bool {
        objects.allSatisfy { object in
            guard case .object(let members) = object, object["title"] != nil else { return false }
            return members.allSatisfy { member in
                let isTime = member.value == .null || member.value.saidText == nil
                return ["title", "body"].contains(member.name)
                    || ["created_at", "last_modified"].contains(member.name) && isTime
            }
        }
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        try readObjects(source.onlyFile(), format: .sample, into: &entries)
    }
}

private func readObjects(
    _ file: SourceFile, format: EntryFormat?, into entries: inout ReadEntries
) throws(ReadProblem) {
    var reader = RowReader(file.content, format: format, defaults: entries.options.defaults)
    var goesOn = true
    while goesOn {
        _ = try entries.going { entries in
            let row: ImportedRow?
            do { row = try reader.next() } catch {
                goesOn = reader.canGoOn
                if let problem = reader.problem { throw problem }
                throw ReadProblem(error, at: RowOrigin(file.path, .row(max(reader.row, 1))))
            }
            guard let row else { return goesOn = false }
            entries.here = RowOrigin(file.path, .row(reader.row))
            if reader.isOnClock { entries.noteDoubt(of: row.content.date) }
            try entries.add(row, from: entries.here, isOurs: reader.format == .json)
        }
        if reader.problem != nil { goesOn = false }
    }
    entries.format = reader.format
    entries.unknown.merge(reader.unknown, uniquingKeysWith: +)
    entries.rowLosses.merge(reader.losses, uniquingKeysWith: +)
}

extension SourceFile {
    /// Whether it may be one object: it begins as one, and that does not end before the file does.
    var mayBeOneObject: Bool {
        let head = head
        guard firstSign(of: head) == UInt8(ascii: "{") else { return false }
        var parts = JSONParts(ByteSource(head))
        guard parts.next() != nil, head.count < content.size else { return true }
        return parts.index == head.count
    }
}

/// The first byte that is neither white space nor of a byte order mark; nil if there is none.
func firstSign(of bytes: [UInt8]) -> UInt8? {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
}
