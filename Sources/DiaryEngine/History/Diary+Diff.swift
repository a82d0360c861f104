package import DiaryModel
package import EventStore
internal import Host
internal import LMDB

/// What changed between two moments, or two versions of an entry.
package struct DiaryDiff: Sendable {
    package enum Change: String, Sendable {
        case added, removed, changed
    }

    /// One entry's difference.
    package struct Item: Sendable {
        package var id: Identifier
        package var change: Change
        package var before: Entry?
        package var after: Entry?
        /// Of the text; fields other than the text are seen in `before` and `after`.
        package var hunks: [DiffHunk]
    }

    package var from: UInt64
    package var to: UInt64
    package var items: [Item]
}

extension Diary {
    /// The entries that differ between two moments, in the order in which they were first touched between them.
    ///
    /// Reads the events between the two, and each entry they touch as of both. Asked backwards, it answers backwards.
    @available(*, noasync)
    package func diff(from: DiaryPoint, to: DiaryPoint) throws(DiaryError) -> DiaryDiff {
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
    package static func item(_ id: Identifier, _ before: Entry?, _ after: Entry?) -> Item? {
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
