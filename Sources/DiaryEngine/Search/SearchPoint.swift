internal import DiarylogSearchIndex
internal import EventStore
internal import Synchronization

/// What every search as of one point needs besides postings: the index with what the tail brings, and the tail's rows.
struct SearchPoint: Sendable {
    let index: IndexReader
    /// The rows that the tail has changed.
    private(set) var tail = TailOverlay()
    /// What could not be believed when it was made: every search that uses it has to say so.
    private var damage = Damage()

    init(asOf sequence: UInt64, _ tables: IndexTables, in view: borrowing StoreView) throws(EventStoreError) {
        guard sequence > view.log.meta.flushed else {
            index = try IndexReader(tables, in: view)
            return
        }
        var unflushed = IndexDraft(after: tables)
        let (result, damage) = FoundDamage.collecting { () throws(EventStoreError) in
            try view.tail(through: sequence) { change in
                let indexed: IndexedChange?
                do throws(FormatError) { indexed = try IndexedChange(change) } catch {
                    throw EventStoreError.damagedTable("streams")
                }
                guard let indexed else { return }
                let row = change.after
                try unflushed.put(row.ordinal, indexed.after, replacing: indexed.before, event: row.head, view)
            }
        }
        tail = try result.get()
        index = try unflushed.reader(over: tables, in: view)
        self.damage = damage
    }

    /// The same index as of an earlier event.
    init(_ point: SearchPoint, asOf sequence: UInt64, in view: borrowing StoreView) throws(EventStoreError) {
        index = try point.index.asOf(sequence, in: view)
    }

    /// Notes once more what could not be believed when it was made.
    fileprivate func noteDamage(in view: borrowing StoreView) { view.log.damage.note(damage) }
}

/// A cache of the points searched last: somebody who types a query searches the same point again and again.
final class SearchMemory: Sendable {
    private struct Key: Equatable {
        var generation: UInt32
        /// Another file may have taken the place of this one, with the same numbers.
        var replacements: Int
        /// The number of the transaction: it changes with each commit.
        var transaction: Int
        /// The event it is as of.
        var sequence: UInt64
    }

    /// How many points are kept.
    private static let room = 4

    /// The newest last.
    private let points = Mutex<[(key: Key, point: SearchPoint)]>([])

    func point(
        asOf sequence: UInt64, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> SearchPoint {
        let flushed = view.log.meta.flushed
        var key = Key(
            generation: view.log.meta.generation, replacements: view.log.replacements, transaction: view.identifier,
            sequence: sequence)
        if let known = known(key) {
            known.noteDamage(in: view)
            return known
        }
        if key.sequence >= flushed {
            return keep(try SearchPoint(asOf: sequence, tables, in: view), key)
        }
        let past = key
        key.sequence = flushed
        var now = known(key)
        if now == nil { now = keep(try SearchPoint(asOf: flushed, tables, in: view), key) }
        guard let now else { throw IndexTables.damage }
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
