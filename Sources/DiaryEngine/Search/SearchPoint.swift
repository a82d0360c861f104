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
    /// Entries that the tail has changed: fifteen at most.
    private(set) var superseded: [UInt32] = []
    /// What could not be believed when it was made: every search that uses it has to say so.
    private var damage = Damage()

    init(
        asOf sequence: UInt64, allVersions: Bool, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) {
        let now = try IndexReader(tables, in: view)
        index = allVersions ? now.ofAnyTime : now
        guard sequence > view.log.meta.flushed else { return }
        let (result, damage) = Doubts.witness { () throws(EventStoreError) in
            try view.freshTexts(through: sequence, allVersions: allVersions)
        }
        (fresh, superseded) = try result.get()
        self.damage = damage
    }

    /// The same index as of an earlier event.
    init(_ point: SearchPoint, asOf sequence: UInt64, in view: borrowing StoreView) throws(EventStoreError) {
        index = try point.index.asOf(sequence, in: view)
    }

    /// Notes once more what could not be believed when it was made.
    fileprivate func noteDamage(in view: borrowing StoreView) { view.log.doubts.note(damage) }
}

extension StoreView {
    /// The entries or versions of the tail, up to an event, and the entries that the tail has changed.
    fileprivate func freshTexts(
        through sequence: UInt64, allVersions: Bool
    ) throws(EventStoreError) -> ([SearchPoint.Fresh], superseded: [UInt32]) {
        if allVersions { return (try textsOfTail(through: sequence), []) }
        var fresh: [SearchPoint.Fresh] = []
        var superseded: [UInt32] = []
        for change in try tail(through: sequence).changes {
            if !superseded.contains(change.after.ordinal) { superseded.append(change.after.ordinal) }
            let row = try DiaryStreams.entry(change.after)
            if row.state.isDeleted { continue }
            fresh.append(
                SearchPoint.Fresh(
                    ordinal: change.after.ordinal, born: change.after.create,
                    entry: SearchedEntry(row.state.content, row.branches)))
        }
        return (fresh, superseded)
    }
}

/// A cache of the points searched last: somebody who types a query searches the same point again and again.
final class SearchMemory: Sendable {
    private struct Key: Equatable {
        var generation: UInt32
        /// Another file may have taken the place of this one, with the same numbers.
        var replacements: Int
        /// The number of the transaction: it changes with each commit.
        var transaction: Int
        var allVersions: Bool
        /// The event it is as of; the last flushed one for all that are as now, but for the tail.
        var sequence: UInt64
    }

    /// How many points are kept.
    private static let room = 4

    /// The newest last.
    private let points = Mutex<[(key: Key, point: SearchPoint)]>([])

    func point(
        asOf sequence: UInt64, allVersions: Bool, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchPoint {
        let flushed = view.log.meta.flushed
        // In a search of all versions, all points before the tail are alike.
        var key = Key(
            generation: view.log.meta.generation, replacements: view.log.replacements, transaction: view.identifier,
            allVersions: allVersions, sequence: allVersions ? max(sequence, flushed) : sequence)
        if let known = known(key) {
            known.noteDamage(in: view)
            return known
        }
        if key.sequence >= flushed {
            return keep(try SearchPoint(asOf: sequence, allVersions: allVersions, tables, in: view), key)
        }
        let past = key
        key.sequence = flushed
        var now = known(key)
        if now == nil { now = keep(try SearchPoint(asOf: flushed, allVersions: false, tables, in: view), key) }
        guard let now else { throw .damaged("the search index") }
        return keep(try SearchPoint(now, asOf: sequence, in: view), past)
    }

    private func known(_ key: Key) -> SearchPoint? {
        points.withLock { points in points.last { $0.key == key }?.point }
    }

    private func keep(_ point: SearchPoint, _ key: Key) -> SearchPoint {
        points.withLock { points in
            points.removeAll {
                $0.key.generation != key.generation || $0.key.transaction != key.transaction
                    || $0.key.replacements != key.replacements
            }
            if points.count == Self.room { points.removeFirst() }
            points.append((key, point))
        }
        return point
    }
}
