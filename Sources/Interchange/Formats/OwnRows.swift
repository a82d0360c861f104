internal import DiaryModel

/// Our own JSON: an array of objects, or one object a line.
enum OwnRows: EntryReader {
    /// Also an empty file, which has no entries in any format.
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source else { return false }
        let first = firstSign(of: file.bytes)
        return first == nil || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    static func read(_ source: Source, _ options: ReadOptions) throws(ReadProblem) -> ReadEntries {
        try readObjects(source, format: nil, options)
    }
}

/// The JSON of the apps' samples; recognised by the first object, as our own is.
enum SampleRows: EntryReader {
    static func recognises(_ source: Source) -> Bool { false }

    static func read(_ source: Source, _ options: ReadOptions) throws(ReadProblem) -> ReadEntries {
        try readObjects(source, format: .sample, options)
    }
}

private func readObjects(
    _ source: Source, format: RowFormat?, _ options: ReadOptions
) throws(ReadProblem) -> ReadEntries {
    let source = try source.onlyFile()
    let file: ImportedFile
    do throws(RowError) {
        file = try readRows(source.bytes, format: format, defaults: options.defaults)
    } catch {
        throw ReadProblem(source.path, at: .row(error.row), .row(error.reason))
    }
    var entries = ReadEntries(format: file.format.map { $0 == .json ? .json : .sample })
    for (index, row) in file.rows.enumerated() { entries.add(row, from: RowOrigin(source.path, .row(index + 1))) }
    entries.unknown = file.unknown
    entries.rowLosses = file.losses
    return entries
}

/// The first byte that is neither white space nor of a byte order mark; nil if there is none.
func firstSign(of bytes: [UInt8]) -> UInt8? {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
}
