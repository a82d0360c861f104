import DiaryEngine
import DiarylogArchives
import Interchange

/// Why a row cannot be read.
func problem(row: Int, _ reason: RowReason) -> ReadProblem { ReadProblem("", at: .row(row), .row(reason)) }

/// What a file of entries held.
struct RowsOfFile {
    var rows: [ImportedRow] = []
    var format: EntryFormat?
    var unknown: [String: Int]
    var losses: [RowLoss: Int]
}

/// All rows of a file, and what its reader says then; throws where the row stands that cannot be read.
func readRows(
    _ bytes: [UInt8], format: EntryFormat? = nil, defaults: RowDefaults
) throws -> RowsOfFile {
    var reader = RowReader(ByteSource(bytes), format: format, defaults: defaults)
    var rows: [ImportedRow] = []
    do {
        while let row = try reader.next() { rows.append(row) }
    } catch { throw ReadProblem(error, at: RowOrigin("", .row(max(reader.row, 1)))) }
    return RowsOfFile(rows: rows, format: reader.format, unknown: reader.unknown, losses: reader.losses)
}
