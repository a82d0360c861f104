internal import DiaryModel
internal import DiarylogHost
package import EventStore

/// The diary folded in memory: the one fold of a replay and of a check.
///
/// Threads fold side by side, each a share of the entries, in the order of the log. Some 0.6 µs of a core an event, and
/// 0.1 µs more in each further thread.
package struct ReplayFold: Sendable {
    private var shares: [EntryShare]
    /// The ordinals of all entries, share by share, once they are numbered.
    private var ordinals: [[UInt32]] = []
    /// The ordinals of rows of whose entries the log no longer tells anything.
    private(set) var unexplained: Set<UInt32> = []

    /// An entry, by its share and its place there.
    private struct Place {
        var share: Int
        var index: Int

        init(_ share: Int, _ index: Int) { (self.share, self.index) = (share, index) }
    }

    /// Folds the log through an event, which `view` sees; `report` is told of numbers of events.
    package init(
        _ store: Store, through last: UInt64, threads: Int, keepingSpans: Bool = false, in view: borrowing StoreView,
        _ report: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        shares = try store.shares(threads, of: view) { (share, view) throws(EventStoreError) in
            var entries = EntryShare(share, keepingSpans: keepingSpans)
            try entries.advance(to: last, view, report)
            return entries
        }
    }

    /// Begins with the entries of a list's snapshot after an event, and reads their contents from the log: for each
    /// entry, its newest event. Nil if that cannot be done. Has no spans.
    init?(_ list: ListFold, after sequence: UInt64, _ view: borrowing StoreView) throws(EventStoreError) {
        var entries: [EntryFold] = []
        entries.reserveCapacity(list.creates.count)
        for (create, head) in zip(list.creates, list.heads) {
            guard let written = try view.writtenContent(ofEntry: create, at: head, asWhole: true) else { return nil }
            entries.append(EntryFold(written, create: create, at: head))
        }
        shares = [EntryShare(entries, after: sequence)]
    }

    /// Folds on, through an event.
    package mutating func advance(
        to sequence: UInt64, _ view: borrowing StoreView, _ report: (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        for index in shares.indices { try shares[index].advance(to: sequence, view, report) }
    }

    /// The last event that was folded.
    package var position: UInt64 { shares.first?.position ?? 0 }

    /// How many entries there are, deleted ones included.
    package var count: Int { shares.reduce(0) { $0 + $1.entries.count } }

    package var living: Int { shares.reduce(0) { $0 + $1.entries.count { !$0.head.isDeleted } } }

    /// Entries that only a newer program can read, deleted ones included.
    package var notUnderstood: Int { shares.reduce(0) { $0 + $1.entries.count { !$0.isUnderstood } } }

    /// Events that cannot be read.
    var lost: [UInt64] { shares.flatMap(\.lost).sorted() }

    /// Events that can be read, and that their entry cannot follow.
    var refused: [UInt64] { shares.flatMap(\.refused).sorted() }

    package var damaged: [UInt64] { (lost + refused).sorted() }

    /// SHA-256 over the entries sorted by id: over what they are, not when or in what order their events came in.
    package func stateHash(in view: borrowing StoreView) throws(EventStoreError) -> Digest {
        var digest = RunningDigest()
        // Entries are handed on together: each call costs as much as some hundred bytes.
        let full = 1 << 16
        var writer = ByteWriter(capacity: full + 4096)
        for place in places(by: { ($0.object, $0.create) < ($1.object, $1.create) }) {
            try shares[place.share].entries[place.index].whole(in: view).writeHashed(to: &writer)
            guard writer.bytes.count >= full else { continue }
            digest.update(writer.bytes)
            writer.removeAll()
        }
        digest.update(writer.bytes)
        return digest.finish()
    }

    private func places(by precedes: (EntryKey, EntryKey) -> Bool) -> [Place] {
        var keys: [EntryKey] = []
        keys.reserveCapacity(count)
        for (share, part) in shares.enumerated() {
            for (index, entry) in part.entries.enumerated() {
                keys.append(EntryKey(object: entry.object, create: entry.create, place: Place(share, index)))
            }
        }
        keys.sort(by: precedes)
        return keys.map(\.place)
    }

    private struct EntryKey {
        var object: EntryID
        var create: UInt64
        var place: Place
    }
}

// What the tables must hold.

extension ReplayFold {
    /// The ordinals of rows whose entries began with events that cannot be read.
    func lostOrdinals(in view: borrowing StoreView) -> Set<UInt32> {
        Set(lost.compactMap { event in (try? view.storedRow(createdAt: event))?.ordinal })
    }

    /// Gives the entries the ordinals of their rows: they count up as the entries began. Of an entry whose first event
    /// was lost since, the row has kept the ordinal, which is among those that are left.
    package mutating func number(leaving lostOrdinals: Set<UInt32>, in view: borrowing StoreView) {
        unexplained = lostOrdinals
        ordinals = shares.map { [UInt32](repeating: 0, count: $0.entries.count) }
        var (kept, last): (Set<UInt32>, UInt32) = ([], 0)
        for place in places(by: { $0.create < $1.create }) {
            let object = shares[place.share].entries[place.index].object
            if !unexplained.isEmpty, let own = try? view.storedOrdinal(of: object), unexplained.contains(own),
                kept.insert(own).inserted
            {
                ordinals[place.share][place.index] = own
                continue
            }
            repeat { last += 1 } while unexplained.contains(last)
            ordinals[place.share][place.index] = last
        }
        unexplained.subtract(kept)
    }

    /// Visits the rows of all entries that were numbered, by their ordinals.
    package func forEachRow(
        in view: borrowing StoreView, _ visit: (StreamRow) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        var places = [Place?](repeating: nil, count: Int(ordinals.joined().max() ?? 0) + 1)
        for (share, own) in ordinals.enumerated() {
            for (index, ordinal) in own.enumerated() { places[Int(ordinal)] = Place(share, index) }
        }
        for (ordinal, place) in places.enumerated() {
            guard let place else { continue }
            let entry = try shares[place.share].entries[place.index].whole(in: view)
            try visit(entry.row(ordinal: UInt32(ordinal)))
        }
    }

    /// The identifiers of all entries that were numbered, ascending, with their ordinals.
    var identifiers: [(entry: EntryID, ordinal: UInt32)] {
        var all: [(entry: EntryID, ordinal: UInt32)] = []
        all.reserveCapacity(count)
        for (share, own) in zip(shares, ordinals) {
            for (entry, ordinal) in zip(share.entries, own) { all.append((entry.object, ordinal)) }
        }
        return all.sorted { ($0.entry, $0.ordinal) < ($1.entry, $1.ordinal) }
    }

    /// All spans of one kind of the entries that were numbered, in the order of the list.
    package func spans(_ kind: SpanKind) -> [EntrySpan] {
        var all: [EntrySpan] = []
        for (share, own) in zip(shares, ordinals) {
            all += share.spans[kind.rawValue].lazy.map { span in
                var span = span
                span.ordinal = own[Int(span.ordinal)]
                return span
            }
        }
        return all.sorted(by: EntrySpan.precedes)
    }
}
