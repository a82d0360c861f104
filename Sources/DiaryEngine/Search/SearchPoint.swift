internal import DiaryModel
internal import EventStore
internal import SearchIndex
internal import Synchronization
internal import TextSearch

/// What every search of one point needs besides postings: the index, and what the tail changes.
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
        asOf sequence: UInt64, allVersions: Bool, _ tables: IndexTables, in view: borrowing StoreView
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
