public import DiaryModel
public import EventStore
internal import Host
internal import LMDB

/// What changed between two moments, or two versions of an entry.
public struct DiaryDiff: Sendable {
    /// How an entry differs.
    public enum Change: String, Sendable {
        case added, removed, changed
    }

    /// One entry's difference.
    public struct Item: Sendable {
        /// The entry.
        public var id: Identifier
        /// What became of it.
        public var change: Change
        /// As it was; nil where it was not there.
        public var before: Entry?
        /// As it came to be; nil where it is gone.
        public var after: Entry?
        /// Of the text; fields other than the text are seen in `before` and `after`.
        public var hunks: [DiffHunk]
    }

    /// The event after which the first moment is.
    public var from: UInt64
    /// The event after which the second is.
    public var to: UInt64
    /// The entries that differ.
    public var items: [Item]
}

extension Diary {
    /// The entries that differ between two moments, in the order in which they were first touched between them.
    ///
    /// Reads the events between the two, and each entry they touch as of both. Asked backwards, it answers backwards.
    @available(*, noasync)
    public func diff(from: DiaryPoint, to: DiaryPoint) throws(DiaryError) -> DiaryDiff {
        let start = try resolve(from)
        let end = try resolve(to)
        return try read(.event(max(start, end))) { (reader, _) throws(EventStoreError) in
            var diff = DiaryDiff(from: start, to: end, items: [])
            var seen: Set<Identifier> = []
            var sequence = min(start, end)
            while sequence < max(start, end) {
                sequence += 1
                guard let frame = try reader.transaction.soundFrame(sequence, reader.log), frame.object != .none,
                    let bytes = try reader.transaction.frameCopy(sequence, reader.log),
                    let id = try reader.transaction.object(of: frame, bytes: bytes.span, reader.log),
                    seen.insert(id).inserted, let row = try reader.transaction.stream(id, reader.log)
                else { continue }
                let before = try reader.transaction.entry(row, asOf: start, reader.log)
                let after = try reader.transaction.entry(row, asOf: end, reader.log)
                if let item = DiaryDiff.item(id, before, after) { diff.items.append(item) }
            }
            return diff
        }
    }
}

extension DiaryDiff {
    /// The difference between two states of an entry; nil where there is none. A deleted entry is as good as absent.
    public static func item(_ id: Identifier, _ before: Entry?, _ after: Entry?) -> Item? {
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
