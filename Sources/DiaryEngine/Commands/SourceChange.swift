internal import DiaryModel
package import EventStore

/// What became of an imported entry at its source, and here, since the import that last wrote it.
enum SourceChange {
    /// The source says what it said then, or what the entry says by now.
    case none
    /// Other fields have changed there than here: these become what the source says.
    case changed(from: EntryContent, to: EntryContent)
    /// A field has become one thing there and another here.
    case conflict

    /// Compares what the source said (`base`) and says (`row`) with what the entry says. Tags of an entry stay,
    /// whatever the source says by now, since `--tag` may have given them.
    init(from base: EntryContent, to row: EntryContent, over entry: EntryContent) {
        var target = row
        target.tags = Set(base.tags + row.tags).sorted()
        if row.attachments.isEmpty { target.attachments = base.attachments }
        target.unknown = base.unknown
        func clashes<Value: Equatable>(_ field: KeyPath<EntryContent, Value>) -> Bool {
            let (then, there, here) = (base[keyPath: field], target[keyPath: field], entry[keyPath: field])
            return there != then && here != then && here != there
        }
        if clashes(\.text) || clashes(\.date) || clashes(\.isStarred) || clashes(\.place) || clashes(\.weather)
            || clashes(\.extra)
        {
            self = .conflict
            return
        }
        let merged = decide(.revise(from: base, to: target), EntryState(content: entry))
        if case .events(let events) = merged, !events.isEmpty {
            self = .changed(from: base, to: target)
        } else {
            self = .none
        }
    }
}

extension StoreView {
    /// What the source of an entry said when an import that stands last wrote it; nil if none did. Costs a step for
    /// each event of the entry since then.
    func imported(_ row: StreamRow) throws(EventStoreError) -> EntryContent? {
        guard let sequence = try lastImport(of: row) else { return nil }
        return try entry(row, asOf: sequence)?.content
    }

    /// The newest event of an entry that an import wrote, which stands.
    func lastImport(of row: StreamRow) throws(EventStoreError) -> UInt64? {
        for sequence in try events(of: row).reversed() {
            guard let operation = try operation(containing: sequence), operation.command == .import,
                try stands(sequence)
            else { continue }
            return sequence
        }
        return nil
    }
}

extension Diary {
    /// Whether somebody wrote on an entry since an import last wrote it, or none did.
    package func isWrittenHere(_ id: EntryID) throws(EventStoreError) -> Bool {
        try read(.head) { view, _ in
            guard let row = try view.stream(id, isNamed: true), let frame = try view.soundFrame(row.head) else {
                return false
            }
            return try view.lastEdit(from: frame).sequence > view.lastImport(of: row) ?? 0
        }
    }
}
