internal import DiaryModel
internal import EventStore
internal import SearchIndex
internal import Synchronization
internal import TextSearch

/// What every search as of one point needs besides postings: the index, and what the tail changes.
struct SearchPoint: Sendable {
    /// An entry or version from the tail, which is not in the index yet.
    struct Fresh: Sendable {
        var ordinal: UInt32
        var born: UInt64
        var entry: SearchedEntry
        /// The units of each of its texts.
        var units: [TextUnits]

        init(ordinal: UInt32, born: UInt64, entry: SearchedEntry) {
            self.ordinal = ordinal
            self.born = born
            self.entry = entry
            units = (0..<entry.count).map { TextUnits(entry.text($0)) }
        }

        /// The units of its first text that matches a tree; nil if none does.
        func answering(_ tree: SearchTree) -> TextUnits? {
            for index in units.indices where entry.answers(tree, index, units[index]) { return units[index] }
            return nil
        }
    }

    let index: IndexReader
    private(set) var fresh: [Fresh] = []
    /// Entries that the tail has changed.
    private(set) var superseded: Set<UInt32> = []

    init(
        asOf sequence: UInt64, allVersions: Bool, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) {
        index = try IndexReader(tables, in: view)
        if sequence > view.log.meta.flushed { try readTail(sequence, allVersions, view) }
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
}

/// A cache of the point searched last: somebody who types a query searches the same point again and again.
final class SearchMemory: Sendable {
    private struct Key: Equatable {
        var generation: UInt32
        /// The number of the transaction: it changes with each commit.
        var transaction: Int
        var sequence: UInt64
        var allVersions: Bool
    }

    private let last = Mutex<(key: Key, point: SearchPoint)?>(nil)

    func point(
        asOf sequence: UInt64, allVersions: Bool, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchPoint {
        // All points before the tail are alike.
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
