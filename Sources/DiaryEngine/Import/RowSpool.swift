package import DiaryModel
package import DiarylogHost
package import EventStore

/// Rows that an import reads one at a time, and may read again.
package protocol RowSupply {
    /// How many rows there are.
    var count: Int { get }
    /// A row by its number, from 0; with its tags and the like in order.
    func row(_ index: Int) throws(EventStoreError) -> ImportedRow
}

/// Rows that are in memory.
struct RowArray: RowSupply {
    let rows: [ImportedRow]
    var count: Int { rows.count }
    func row(_ index: Int) -> ImportedRow { rows[index] }
}

/// The rows of an import, out of memory: those that are more than a megabyte lie in a file without a name.
///
/// Held are eight bytes a row. It serves one import, by one task.
package final class RowSpool: RowSupply {
    private let folders: [String]
    private let most: Int
    private var file: NamelessFile?
    /// How many bytes the file has; what follows is `waiting`.
    private var written = 0
    private var waiting: [UInt8] = []
    private var starts: [Int] = []
    /// Files that rows lose when they are read.
    private var lost: Set<AttachedFile> = []

    /// Called with the number of rows, for each that is added.
    package var notice: ((Int) -> Void)?

    /// A spool without rows. The file is made in the first of some folders where it can be, if it is needed at all:
    /// with more than `most` bytes.
    package init(in folders: [String], holding most: Int = 1 << 20) { (self.folders, self.most) = (folders, most) }

    package var count: Int { starts.count }

    /// Takes up a row, with its tags and the like put in order. Returns why it, or a version of it, cannot be an entry.
    package func add(_ row: ImportedRow) throws(SystemError) -> Refusal? {
        var row = row
        if let refusal = row.settle() { return refusal }
        let bytes = ImportedRowCodec.encode(row)
        starts.append(written + waiting.count)
        waiting += bytes
        notice?(starts.count)
        guard waiting.count > most else { return nil }
        let file = if let file { file } else { try makeFile() }
        self.file = file
        let full = waiting
        waiting = []
        try file.write(full.span, at: written)
        written += full.count
        return nil
    }

    private func makeFile() throws(SystemError) -> NamelessFile {
        for folder in folders.dropLast() {
            if let file = try? NamelessFile(in: folder) { return file }
        }
        return try NamelessFile(in: folders.last ?? ".")
    }

    /// Takes these files from all rows.
    package func drop(_ files: Set<AttachedFile>) { lost.formUnion(files) }

    package func row(_ index: Int) throws(EventStoreError) -> ImportedRow {
        let start = starts[index]
        let end = index + 1 < starts.count ? starts[index + 1] : written + waiting.count
        let bytes = try bytes(start..<end)
        var row: ImportedRow
        do throws(FormatError) { row = try ImportedRowCodec.decode(bytes.span) } catch {
            throw .damaged("row \(index + 1) of the import, as it was kept")
        }
        if lost.isEmpty { return row }
        func isLost(_ attachment: Attachment) -> Bool { attachment.file.map { lost.contains($0) } ?? true }
        row.content.attachments.removeAll(where: isLost)
        for version in row.earlier.indices { row.earlier[version].content.attachments.removeAll(where: isLost) }
        return row
    }

    private func bytes(_ range: Range<Int>) throws(EventStoreError) -> [UInt8] {
        guard range.lowerBound < written, let file else {
            return Array(waiting[(range.lowerBound - written)..<(range.upperBound - written)])
        }
        do throws(SystemError) { return try file.read(at: range.lowerBound, count: range.count) } catch {
            throw .storage(error.description)
        }
    }
}
