internal import DiaryModel
internal import EventStore

/// What a row says and said that its entry here never did, as events that stand beside those that are here: as if both
/// had been written on two devices. Where the texts cannot be merged, both are shown.
struct ImportBranch {
    struct Step {
        let entry: EntryID
        /// The events that it is made on; nil: the step before it.
        let parents: [EventReference]?
        let event: EntryEvent
        let writtenAt: ClockReading?
        /// How many bytes the text has that it leads to.
        let bytes: Int
    }

    private let entry: EntryID
    private var base: EventReference?
    private(set) var steps: [Step] = []

    /// A version of the entry that is here.
    private struct Known {
        var event: EventReference
        var content: EntryContent
    }

    /// The versions of a row are sought in the entry's, one after the other; behind the last that is found the branch
    /// begins. Of a row that has none of them, what its source said when it was last imported stands for the first. A
    /// row that was deleted only deletes: the newest version that the row ever was.
    init(of row: ImportedRow, _ id: EntryID, _ known: StreamRow, by wall: Int64, in view: borrowing StoreView)
        throws(EventStoreError)
    {
        entry = id
        let here = try Self.versions(of: known, in: view)
        if row.isDeleted {
            let said = row.versions.map(\.content)
            let last =
                here.last { said.contains($0.content) }
                ?? here.last { version in said.contains { $0.text == version.content.text } }
            base = last?.event
            if let last, try !view.isDeleted(known, at: row.writtenAt) {
                add(.deleted, on: EntryState(content: last.content), row.writtenAt, by: wall)
            }
            return
        }
        var versions = row.versions.filter { !$0.isDeleted }[...]
        var found: Known?
        var source: EntryContent?
        // Tags and the like may have been given by the import: they stay.
        if let first = versions.first,
            let index = here.firstIndex(where: { $0.content == first.content })
                ?? here.firstIndex(where: { $0.content.text == first.content.text })
        {
            (found, source) = (here[index], first.content)
            versions.removeFirst()
            var rest = here[(index + 1)...]
            while let next = versions.first, let index = rest.firstIndex(where: { $0.content == next.content }) {
                (found, source) = (rest[index], next.content)
                versions.removeFirst()
                rest = rest[(index + 1)...]
            }
        } else if let event = try view.lastImport(of: known) {
            found = here.last { $0.event.sequence <= event }
            source = found?.content
            if let first = versions.first?.content {
                source?.tags.removeAll { !first.tags.contains($0) }
                if first.attachments.isEmpty { source?.attachments = [] }
            }
        }
        base = found?.event
        var state = found.map { EntryState(content: $0.content) }
        for version in versions {
            let decision: Decision
            if let source {
                decision = decide(.revise(from: source, to: version.content), state)
            } else {
                decision = decide(.create(version.content), nil)
            }
            source = version.content
            guard case .events(let events) = decision else { continue }
            for event in events { state = add(event, on: state, version.writtenAt, by: wall) }
        }
    }

    /// Returns what the entry is after it.
    @discardableResult
    private mutating func add(
        _ event: EntryEvent, on state: EntryState?, _ time: ClockReading?, by wall: Int64
    ) -> EntryState? {
        guard let after = try? evolve(state, event) else { return state }
        let writtenAt = time.flatMap { $0.isAdmissible(by: wall) ? $0 : nil }
        let parents = steps.isEmpty ? base.map { [$0] } ?? [] : nil
        steps.append(
            Step(
                entry: entry, parents: parents, event: event, writtenAt: writtenAt, bytes: after.content.text.count))
        return after
    }

    private static func versions(
        of row: StreamRow, in view: borrowing StoreView
    ) throws(EventStoreError) -> [Known] {
        var versions: [Known] = []
        for sequence in try view.events(of: row) {
            guard let frame = try view.soundFrame(sequence), let entry = try view.version(of: row, at: sequence),
                entry.isUnderstood, !entry.isDeleted
            else { continue }
            versions.append(
                Known(event: EventReference(sequence: sequence, id: frame.id), content: entry.content))
        }
        return versions
    }
}

extension StoreView {
    /// Whether an event deletes an entry that was written at a time.
    fileprivate func isDeleted(_ row: StreamRow, at time: ClockReading?) throws(EventStoreError) -> Bool {
        for sequence in try events(of: row) {
            guard let frame = try soundFrame(sequence), frame.kind == EntryEventCodec.Kind.delete else { continue }
            if frame.writtenAt == time { return true }
        }
        return false
    }
}
