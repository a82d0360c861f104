package import DiaryModel
package import DiarylogHost
package import EventStore

/// Rows that an import reads one at a time, and may read again.
protocol RowSupply {
    /// How many rows there are.
    var count: Int { get }
    /// A row by its number, from 0; with its tags and the like in order.
    func row(_ index: Int) throws(EventStoreError) -> ImportedRow
    /// Which of them may be there twice.
    var repeated: RepeatedRows { get }
    /// How many bytes they take, about.
    var bytes: Int { get }
}

/// Rows that are in memory.
struct RowArray: RowSupply {
    let rows: [ImportedRow]
    let repeated: RepeatedRows
    let bytes: Int

    init(rows: [ImportedRow]) {
        var repeated = RepeatedRows()
        for row in rows { repeated.note(row) }
        (self.rows, self.repeated) = (rows, repeated)
        bytes = rows.reduce(0) { $0 + $1.content.text.count + $1.identity.count }
    }

    var count: Int { rows.count }
    func row(_ index: Int) -> ImportedRow { rows[index] }
}

/// The rows of an import, out of memory: see `ByteSpool`.
///
/// Held are some eight bytes a row. It serves one import, by one task.
package final class RowSpool: RowSupply {
    private let held: ByteSpool
    /// The bytes of files that come within the rows themselves, until they are put.
    package let files: ByteSpool
    private var places = RowPlaces()
    private(set) var repeated = RepeatedRows()
    /// Files that rows lose when they are read.
    private var lost: Set<AttachedFile> = []

    /// Called with the number of rows, for each that is added.
    package var notice: ((Int) -> Void)?

    /// A spool without rows. The file is made in the first of some folders where it can be, if it is needed at all:
    /// with more than `most` bytes.
    package init(in folders: [String], holding most: Int = 1 << 20) {
        (held, files) = (ByteSpool(in: folders, holding: most), ByteSpool(in: folders, holding: most))
    }

    package var count: Int { places.count }
    var bytes: Int { places.end }

    /// Takes up a row, with its tags and the like put in order. Returns why it, or a version of it, cannot be an entry.
    package func add(_ row: ImportedRow) throws(SystemError) -> Refusal? {
        var row = row
        if let refusal = row.settle() { return refusal }
        let bytes = ImportedRowCodec.encode(row)
        places.append(bytes.count)
        repeated.note(row)
        _ = try held.append(bytes)
        notice?(places.count)
        return nil
    }

    /// Takes these files from all rows.
    package func drop(_ files: Set<AttachedFile>) { lost.formUnion(files) }

    package func row(_ index: Int) throws(EventStoreError) -> ImportedRow {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try held.read(places[index]) } catch { throw .storage(error.description) }
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
}

/// Where rows lie that stand one after the other: four bytes a row, and eight for each sixty-four.
private struct RowPlaces {
    private var starts: [Int] = []
    private var sizes: [UInt32] = []
    private(set) var end = 0

    private static let block = 64

    var count: Int { sizes.count }

    mutating func append(_ size: Int) {
        if sizes.count.isMultiple(of: Self.block) { starts.append(end) }
        // An entry is far smaller than this.
        sizes.append(UInt32(size))
        end += size
    }

    subscript(index: Int) -> Range<Int> {
        let first = index / Self.block * Self.block
        let start = sizes[first..<index].reduce(starts[index / Self.block]) { $0 + Int($1) }
        return start..<start + Int(sizes[index])
    }
}
