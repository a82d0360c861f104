public import DiaryModel
public import EventStore

/// What changed between two points, or two versions of an entry.
public struct DiaryDiff: Sendable {
    /// What became of an entry.
    public enum Change: String, Sendable {
        case added, removed, changed
    }

    /// How one entry differs.
    public struct Item: Sendable {
        /// The entry.
        public var id: EntryID
        /// What became of it.
        public var change: Change
        /// The entry as it was; nil if it did not exist or was deleted.
        public var before: Entry?
        /// The entry as it came to be; nil if it does not exist or is deleted.
        public var after: Entry?
        /// The hunks of the text; compare `before` and `after` for the other fields.
        public var hunks: [DiffHunk]

        /// How many of its lines were added, or removed, or stayed beside those.
        public func lines(_ kind: DiffHunk.Kind) -> Int {
            hunks.reduce(0) { $0 + $1.lines.count { $0.kind == kind } }
        }
    }

    /// The event that the first point means.
    public var from: SequenceNumber
    /// The event that the second point means.
    public var to: SequenceNumber
    /// The entries that differ.
    public var items: [Item]
}

extension Diary {
    /// The entries that differ between two points, in the order in which they were first touched between them.
    ///
    /// Reads the events between the two points, and each entry they touch as of both. If `from` is the later point, the
    /// changes are those of going back.
    public func diff(from: DiaryPoint, to: DiaryPoint) throws(EventStoreError) -> DiaryDiff {
        var diff = DiaryDiff(from: try resolve(from), to: try resolve(to), items: [])
        try bridging { try forEachDifference(from: diff.from, to: diff.to) { diff.items.append($0) } }
        return diff
    }

    /// Passes the items of `diff` to `take` one at a time: memory grows neither with the events nor with the entries.
    ///
    /// Each thousand events, or 4 MiB of texts, have a short transaction of their own, so that no pages are held for
    /// long. Throws what `take` throws.
    public func forEachDifference(
        from: SequenceNumber, to: SequenceNumber, _ take: (DiaryDiff.Item) throws -> Void
    ) throws {
        let (start, end) = (min(from, to).rawValue, max(from, to).rawValue)
        var next = start + 1
        while next <= end {
            let portion = try read(.event(SequenceNumber(end))) { view, _ in
                try view.differences(from: from.rawValue, to: to.rawValue, at: next)
            }
            for item in portion.items { try take(item) }
            next = portion.next
        }
    }
}

extension StoreView {
    /// The items of entries first touched by the events from `sequence` on, and the event to go on with.
    fileprivate func differences(
        from: UInt64, to: UInt64, at sequence: UInt64
    ) throws(EventStoreError) -> (items: [DiaryDiff.Item], next: UInt64) {
        let (start, end) = (min(from, to), max(from, to))
        let last = min(sequence + 999, end)
        var sequence = sequence
        var (items, bytes) = ([DiaryDiff.Item](), 0)
        while sequence <= last, bytes < 4 << 20 {
            if let row = try firstTouched(at: sequence, after: start) {
                let before = try entry(row, asOf: from)
                let after = try entry(row, asOf: to)
                if let item = DiaryDiff.item(row.object, before, after) {
                    items.append(item)
                    bytes += (before?.content.text.count ?? 0) + (after?.content.text.count ?? 0)
                }
            }
            sequence += 1
        }
        return (items, sequence)
    }

    /// The entry of an event, if it is the entry's first readable event after `start`; nil for any other event.
    private func firstTouched(
        at sequence: UInt64, after start: UInt64
    ) throws(EventStoreError) -> StreamRow? {
        guard let frame = try soundFrame(sequence), frame.object != .zero else { return nil }
        let before = frame.previousInStream
        let isFirst = before <= start
        if !isFirst, try soundFrame(before) != nil { return nil }
        guard let row = try stream(frame.object, isNamed: true) else { return nil }
        if isFirst { return row }
        // The event before is damaged: an earlier one may be the first.
        return try events(of: row).first { $0 > start } == sequence ? row : nil
    }
}

extension DiaryDiff {
    /// The difference between two states of an entry; nil if there is none. A deleted entry counts as absent.
    public static func item(_ id: EntryID, _ before: Entry?, _ after: Entry?) -> Item? {
        let old = before.flatMap { $0.isDeleted ? nil : $0 }
        let new = after.flatMap { $0.isDeleted ? nil : $0 }
        switch (old, new) {
        case (nil, nil): return nil
        case (nil, let new?):
            return Item(id: id, change: .added, before: nil, after: new, hunks: hunks(from: [], to: new.content.text))
        case (let old?, nil):
            return Item(id: id, change: .removed, before: old, after: nil, hunks: hunks(from: old.content.text, to: []))
        case (let old?, let new?):
            guard old.content != new.content else { return nil }
            return Item(
                id: id, change: .changed, before: old, after: new,
                hunks: hunks(from: old.content.text, to: new.content.text))
        }
    }
}
