import DiaryEngine
import DiarylogArchives
import Interchange

/// What a file of entries held.
struct RowsOfFile {
    var rows: [ImportedRow] = []
    var format: RowFormat?
    var unknown: [String: Int]
    var losses: RowLosses
}

/// All rows of a file, and what its reader says then.
func readRows(
    _ bytes: [UInt8], format: RowFormat? = nil, defaults: RowDefaults
) throws(RowError) -> RowsOfFile {
    var reader = RowReader(ByteSource(bytes), format: format, defaults: defaults)
    var rows: [ImportedRow] = []
    while let row = try reader.next() { rows.append(row) }
    return RowsOfFile(rows: rows, format: reader.format, unknown: reader.unknown, losses: reader.losses)
}
