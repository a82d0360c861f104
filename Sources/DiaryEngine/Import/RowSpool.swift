package import DiaryModel
package import DiarylogHost
package import EventStore

/// The rows of an import, which it reads one at a time, and may read again: out of memory where they are many, see
/// `ByteSpool`.
///
/// Held are some twenty bytes a row. It serves one import, by one task.
package final class RowSpool {
    private let held: ByteSpool
    /// The bytes of files that come within the rows themselves, until they are put.
    package let files: ByteSpool
    /// Where each row ends; it begins where the one before it ends.
    private var ends: [Int] = []
    /// Thirty-two bits that follow from each identity and each identifier, in this process; those that came twice.
    private var (fingerprints, repeated): (Set<UInt32>, Set<UInt32>) = ([], [])
    /// How many rows have an identifier.
    private var identified = 0
    /// Files that rows lose when they are read.
    private var lost: Set<AttachedFile> = []

    /// The rows that links lead to, by what these call them, once that is known.
    package var leads: [String: Int] = [:]

    /// A spool without rows. The file is made in the first of some folders where it can be, if it is needed at all:
    /// with more than `most` bytes.
    package init(in folders: [String], holding most: Int = 1 << 20) {
        (held, files) = (ByteSpool(in: folders, holding: most), ByteSpool(in: folders, holding: most))
    }

    package var count: Int { ends.count }
    /// How many bytes the rows take.
    var bytes: Int { ends.last ?? 0 }

    /// Whether another of the rows may have the identity or the identifier of this one: true of each such row, and of a
    /// few others, so that whoever asks needs to look closely at few.
    func mayRepeat(_ row: ImportedRow) -> Bool {
        // An identifier may be the one that follows from another row's identity.
        identified > 0 && identified < count || Self.fingerprints(of: row).contains { repeated.contains($0) }
    }

    private static func fingerprints(of row: ImportedRow) -> [UInt32] {
        ([row.identity] + (row.id.map { [$0.bytes] } ?? [])).map { UInt32(truncatingIfNeeded: $0.hashValue) }
    }

    /// Takes up a row, with its tags and the like put in order. Returns why it, or a version of it, cannot be an entry.
    package func add(_ row: ImportedRow) throws(SystemError) -> Refusal? {
        var row = row
        if let refusal = row.normalize() { return refusal }
        ends.append(try held.append(ImportedRowCodec.encode(row)).upperBound)
        if row.id != nil { identified += 1 }
        for fingerprint in Self.fingerprints(of: row) where !fingerprints.insert(fingerprint).inserted {
            repeated.insert(fingerprint)
        }
        return nil
    }

    /// Takes these files from all rows.
    package func drop(_ files: Set<AttachedFile>) { lost.formUnion(files) }

    /// A row by its number, from 0; with its tags and the like in order.
    package func row(_ index: Int) throws(EventStoreError) -> ImportedRow {
        let place = (index > 0 ? ends[index - 1] : 0)..<ends[index]
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try held.read(place) } catch { throw .storage(error.description) }
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
