public import DiaryModel
internal import DiarylogSearchIndex
public import EventStore

// What stands against what in an entry that several devices wrote at once, for a person to look at.

/// Which event said something, on which device and when.
public struct EntryOrigin: Equatable, Sendable {
    /// The event.
    public var event: Digest
    /// Its number in this log.
    public var sequence: SequenceNumber
    /// The version that it made, in this log.
    public var version: EntryVersion
    /// The device that wrote it.
    public var device: DeviceID
    /// When it was written, by that device's clock.
    public var writtenAt: ClockReading
}

/// An entry of which several things stand side by side.
public struct EntryConflict: Equatable, Sendable {
    /// A text, and the events that wrote it, the last of them last.
    public struct Text: Equatable, Sendable {
        /// At least one.
        public var origins: [EntryOrigin]
        /// UTF-8.
        public var text: [UInt8]
    }

    /// A value that counts no more beside the one that counts. Neither device knew of the other's.
    public struct LostValue: Equatable, Sendable {
        /// The value that counts no more.
        public var value: SingleValue
        /// Who wrote it.
        public var origin: EntryOrigin
        /// The value that counts, of the same field.
        public var kept: SingleValue
        /// Who wrote that.
        public var keptOrigin: EntryOrigin
    }

    /// The entry as it is shown.
    public var entry: Entry
    /// The texts that differ, the one written last last: a conflict shows that one.
    public var texts: [Text]
    /// The newest text that all of them were made of; nil where there is not exactly one.
    public var base: Text?
    /// Who deleted it, though it lives.
    public var deletions: [EntryOrigin]
    /// Values that lost, as long as the entry stands on several events.
    public var lost: [LostValue]
    /// The events that no other one of the entry descends from.
    public var heads: [EntryOrigin]

    /// Whether a person should look at it. Changes of different words that were put together need no decision.
    public var wantsLook: Bool { entry.status == .conflict || !deletions.isEmpty || !lost.isEmpty }

    /// Every event that is named in it, each once: those of the texts, then the others.
    public var origins: [EntryOrigin] {
        var known: [EntryOrigin] = []
        let all =
            texts.flatMap(\.origins) + heads + deletions + lost.flatMap { [$0.origin, $0.keptOrigin] }
            + (base?.origins ?? [])
        for origin in all where !known.contains(where: { $0.event == origin.event }) { known.append(origin) }
        return known
    }
}

extension Diary {
    /// What stands side by side in an entry as of a point; nil if nothing does, or there is no such entry.
    ///
    /// Costs the entry's events since the last one that all later ones descend from.
    public func conflict(of id: EntryID, at point: DiaryPoint = .head) throws(EventStoreError) -> EntryConflict? {
        try read(point) { view, sequence in
            guard let row = try view.stream(id, isNamed: true), let entry = try view.entry(row, asOf: sequence) else {
                return nil
            }
            return try view.conflict(of: entry, row)
        }
    }

    /// The living entries that want a look as of a point, the newest first, in an order that all copies agree on: texts
    /// in conflict, deleted on one device and gone on with on another, values that lost.
    ///
    /// Now, and where the search index is there, it costs a page for each 2,000 entries, and what `conflict` costs for
    /// each entry that stands on several events; else every entry's row.
    public func conflicts(at point: DiaryPoint = .head) throws(EventStoreError) -> [EntryConflict] {
        try read(point) { view, sequence in
            var found: [(conflict: EntryConflict, place: ListPlace)] = []
            try view.forEachBranchedRow(asOf: sequence, searchMemory) { (row) throws(EventStoreError) in
                guard let entry = try view.entry(row, asOf: sequence), !entry.isDeleted else { return }
                guard let conflict = try view.conflict(of: entry, row), conflict.wantsLook else { return }
                let place = try view.listPlace(of: row, asOf: sequence)
                found.append((conflict, place ?? ListPlace(lamport: 0, entry: row.object)))
            }
            return found.sorted { one, other in
                let (date, second) = (
                    one.conflict.entry.content.date.seconds, other.conflict.entry.content.date.seconds
                )
                return date == second ? other.place < one.place : date > second
            }.map(\.conflict)
        }
    }
}

extension StoreView {
    /// Visits the rows that may be branched as of an event, the newest entry first.
    fileprivate func forEachBranchedRow(
        asOf sequence: UInt64, _ memory: SearchMemory, _ visit: (StreamRow) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        let tail = try tail(through: sequence)
        if sequence == log.head {
            let tables = IndexTables(try log.tables(of: SearchProjection.name))
            let index = try memory.point(asOf: sequence, tables, in: self).index
            for document in try index.branchedDocuments(self) { try visit(row(document, over: tail)) }
            return
        }
        var walk = try OrdinalWalk(asOf: sequence, reversed: false, after: nil, in: self)
        while let candidate = try walk.next(self) {
            // What stands on one event now may have stood on several then.
            let row = candidate.row
            if row.head > sequence || EntryRow.isBranched(row.state) { try visit(row) }
        }
    }

    /// What stands side by side in an entry that stands as it does after its newest event.
    fileprivate func conflict(of entry: Entry, _ row: StreamRow) throws(EventStoreError) -> EntryConflict? {
        guard entry.isBranched, !entry.isForgotten, entry.isUnderstood else { return nil }
        var graph = try graph(of: row.object, create: row.create, to: .point(entry.sequence.rawValue))
        guard let disagreement = graph.disagreement() else { return nil }
        func origins(_ numbers: [UInt64]) throws(EventStoreError) -> [EntryOrigin] {
            var origins: [EntryOrigin] = []
            for number in numbers { origins.append(try origin(number)) }
            return origins
        }
        var texts: [EntryConflict.Text] = []
        for text in disagreement.texts {
            texts.append(EntryConflict.Text(origins: try origins(text.writers), text: text.text))
        }
        var base: EntryConflict.Text?
        if let text = disagreement.base {
            base = EntryConflict.Text(origins: try origins(text.writers), text: text.text)
        }
        var lost: [EntryConflict.LostValue] = []
        for value in disagreement.lost {
            lost.append(
                EntryConflict.LostValue(
                    value: value.value, origin: try origin(value.writer), kept: value.kept,
                    keptOrigin: try origin(value.keeper)))
        }
        return EntryConflict(
            entry: entry, texts: texts, base: base, deletions: try origins(disagreement.deletions), lost: lost,
            heads: try origins(disagreement.heads))
    }

    private func origin(_ number: UInt64) throws(EventStoreError) -> EntryOrigin {
        guard let frame = try soundFrame(number) else { throw .damaged("event \(number)") }
        return EntryOrigin(
            event: frame.id, sequence: SequenceNumber(number), version: EntryVersion(frame.version),
            device: frame.device, writtenAt: frame.writtenAt)
    }
}
