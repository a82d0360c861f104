/// What a source holds as tests look at it.

import DiaryEngine
import DiaryModel
import EventStore
import Interchange

/// What was read, the rows of the spool into which it went, and where each of them stands.
@dynamicMemberLookup struct ReadRows {
    private var read: ReadEntries
    private let spool: RowSpool
    let rows: [ImportedRow]
    let origins: [RowOrigin]

    fileprivate init(_ read: ReadEntries, _ spool: RowSpool, _ origins: [RowOrigin]) throws {
        (self.read, self.spool, self.origins) = (read, spool, origins)
        rows = try (0..<spool.count).map { try spool.row($0) }
    }

    /// The rows that links lead to, once that is settled.
    var leads: [String: Int] { spool.leads }

    mutating func settleLinks() { read.settleLinks() }

    subscript<Value>(dynamicMember path: KeyPath<ReadEntries, Value>) -> Value { read[keyPath: path] }
}

/// Reads a source as an import does.
func readEntries(
    _ source: Source, format: EntryFormat? = nil, _ options: ReadOptions, tags: [Tag] = []
) throws(ReadProblem) -> ReadRows {
    let spool = RowSpool(in: [], holding: .max)
    var origins: [RowOrigin] = []
    let read = try readEntries(source, format: format, options, into: spool, tags: tags) { origins.append($1) }
    do { return try ReadRows(read, spool, origins) } catch { throw ReadProblem(error, at: RowOrigin(source.path)) }
}
