internal import DiaryModel
internal import EventStore
internal import Synchronization
internal import TextSearch

/// What every search of one point needs besides postings: what the index consists of, and what the tail changes.
struct SearchPoint: Sendable {
    /// A text that the tail brought, and is not in the index.
    struct Fresh: Sendable {
        var ordinal: UInt32
        var born: UInt64
        var entry: SearchedEntry
        /// Of each of its texts.
        var units: [TextUnits]

        init(ordinal: UInt32, born: UInt64, entry: SearchedEntry) {
            self.ordinal = ordinal
            self.born = born
            self.entry = entry
            units = (0..<entry.count).map { TextUnits(entry.text($0)) }
        }

        /// The units of the first of its texts that answers to a tree.
        func answering(_ tree: SearchTree) -> TextUnits? {
            for index in units.indices where entry.answers(tree, index, units[index]) { return units[index] }
            return nil
        }
    }

    let manifest: SearchManifest
    let relevance: Relevance
    private(set) var fresh: [Fresh] = []
    /// Entries that the tail has changed.
    private(set) var superseded: Set<UInt32> = []
    /// Of each stretch of entries, the newest date of all up to it.
    private var newestDates: [Int64] = []

    init(
        asOf sequence: UInt64, allVersions: Bool, _ tables: SearchTables, in view: borrowing StoreView
    ) throws(EventStoreError) {
        manifest = try view.searchManifest(tables)
        relevance = Relevance(documents: UInt64(manifest.entries), units: manifest.units)
        try readDates(tables, view)
        if sequence > view.log.meta.flushed { try readTail(sequence, allVersions, view) }
    }

    /// The latest date that an entry up to this one ever had.
    func newestDate(upTo ordinal: UInt32) -> Int64 {
        let index = Int(ordinal / DatePage.stretch)
        return index < newestDates.count ? newestDates[index] : .max
    }

    private mutating func readTail(
        _ sequence: UInt64, _ allVersions: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        if allVersions {
            fresh = try view.textsOfTail(through: sequence)
            return
        }
        let tail = try view.tail(through: sequence)
        for change in tail.changes {
            superseded.insert(change.after.ordinal)
            let row = try DiaryStreams.entry(change.after)
            if row.state.isDeleted { continue }
            fresh.append(
                Fresh(
                    ordinal: change.after.ordinal, born: change.after.create,
                    entry: SearchedEntry(row.state.content, row.branches)))
        }
    }

    /// The latest dates, stretch by stretch.
    private mutating func readDates(
        _ tables: SearchTables, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard manifest.entries > 0 else { return }
        var newest = Int64.min
        for page in 0...DatePage.page(of: manifest.entries) {
            let key = DocumentPage.key(page)
            guard let bytes = try view.bytes(for: key, in: tables.dates),
                let dates = DatePage(bytes, key: key)
            else { throw .damaged("a page of the search index") }
            for date in dates.dates {
                newest = max(newest, date)
                newestDates.append(newest)
            }
        }
    }
}

/// The point searched last: who types a query asks again and again of the same.
final class SearchMemory: Sendable {
    private struct Key: Equatable {
        var generation: UInt32
        /// The snapshot's number: another commit is another snapshot.
        var transaction: Int
        var sequence: UInt64
        var allVersions: Bool
    }

    private let last = Mutex<(key: Key, point: SearchPoint)?>(nil)

    func point(
        asOf sequence: UInt64, allVersions: Bool, _ tables: SearchTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchPoint {
        // Before the tail all points are alike.
        let key = Key(
            generation: view.log.meta.generation, transaction: view.identifier,
            sequence: max(sequence, view.log.meta.flushed), allVersions: allVersions)
        let known = last.withLock { $0?.key == key ? $0?.point : nil }
        if let known { return known }
        let point = try SearchPoint(asOf: sequence, allVersions: allVersions, tables, in: view)
        last.withLock { $0 = (key, point) }
        return point
    }
}
