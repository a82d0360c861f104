internal import DiaryModel
internal import EventStore

/// Events decided inside a write transaction, before the first of them is appended.
struct ChangePlan {
    private struct Step {
        var entry: EntryID
        var event: EntryEvent
        var before: EntryState?
        var after: EntryState
        var version: UInt64
        var key: EventHeader.Key?
    }

    private var steps: [Step] = []
    /// The rows as they stand before the operation, and the states its events lead to.
    private var states: [EntryID: (row: StreamRow?, state: EntryState?, version: UInt64)] = [:]
    private var order: [EntryID] = []

    var count: Int { steps.count }

    /// The entries the requests named, as they stood.
    var entries: [Entry] {
        order.compactMap { id in
            guard let row = states[id]?.row else { return nil }
            return try? Entry(row)
        }
    }

    /// Decides each request on the state that the earlier ones leave; returns what prevents the operation, if anything.
    mutating func add(
        _ requests: [EntryRequest], in view: borrowing StoreView
    ) throws(EventStoreError) -> ChangeOutcome? {
        for request in requests {
            try begin(with: request.entry, in: view)
            let known = states[request.entry]
            if let row = known?.row, view.log.model.isForgotten(row) {
                return .refused(.isForgotten, entry: request.entry)
            }
            if let row = known?.row, !view.log.model.isUnderstood(row) { throw .needsNewerProgram }
            let decision = decide(request.command, known?.state)
            let isSeen = try known?.row.map { (row) throws(EventStoreError) in try view.stands(row, on: request.seeing)
            }
            if isSeen == false, let row = known?.row {
                if decision == .refused(.isDeleted) { return .refused(.isDeleted, entry: request.entry) }
                let expected = request.expecting ?? .event((request.seeing?.first ?? .zero).hexadecimal)
                return .conflict(
                    entry: request.entry, expected: expected, actual: Self.actual(of: row, known?.version, expected))
            }
            if let expected = request.expecting, let row = known?.row, let version = known?.version,
                try !view.stands(row, at: expected, version)
            {
                // That it was deleted since says more than that it was changed.
                if decision == .refused(.isDeleted) { return .refused(.isDeleted, entry: request.entry) }
                // The same once more, as after an answer that was lost.
                if request.command.isEdit, decision == .events([]), !decidesAlone(request.command, after: [], row) {
                    continue
                }
                return .conflict(
                    entry: request.entry, expected: expected, actual: Self.actual(of: row, version, expected))
            }
            switch decision {
            case .refused(let refusal): return .refused(refusal, entry: request.entry)
            case .events(let events):
                for event in events { try plan(event, of: request.entry, key: nil) }
                if decidesAlone(request.command, after: events, known?.row) {
                    try saveText(of: request.entry)
                }
            }
        }
        return nil
    }

    /// What an entry stands at, named as what was expected is.
    private static func actual(of row: StreamRow, _ version: UInt64?, _ expected: VersionName) -> VersionName {
        if case .version = expected { return .version(EntryVersion(version ?? row.version)) }
        return .event(row.headID.hexadecimal)
    }

    /// Whether a person asked for the text as it is shown, where several things stand side by side: this decides for
    /// it, and ends what a deletion and values that gave way left open, though nothing changes.
    private func decidesAlone(_ command: EntryCommand, after events: [EntryEvent], _ row: StreamRow?) -> Bool {
        switch command {
        case .edit(let edit): if edit.text == nil { return false }
        // What sets another field and leaves the text says nothing about texts.
        case .revise(let seen, let wanted): if seen.text == wanted.text, seen != wanted.inOrder { return false }
        case .become: break
        case .create, .delete, .restore: return false
        }
        guard let row, EntryRow.isBranched(row.state), let branches = (try? EntryRow(row.state))?.branches,
            branches.status == .merged || branches.status == .conflict || branches.isContested
                || branches.heads.count > 1
        else { return false }
        return !events.contains { $0.hunks != nil }
    }

    /// Adds that a person decided for the text as it is shown: to the event that was decided, if there is one.
    private mutating func saveText(of id: EntryID) throws(EventStoreError) {
        guard let state = states[id]?.state else { return }
        if let last = steps.indices.last, steps[last].entry == id, case .edited(let content, _) = steps[last].event {
            steps[last].event = .edited(content, hunks: [])
        } else {
            try plan(.edited(state.content, hunks: []), of: id, key: nil)
        }
    }

    /// Adds the creation of an entry whose identifier is new, as it was decided.
    mutating func create(
        _ id: EntryID, by events: [EntryEvent], key: EventHeader.Key?
    ) throws(EventStoreError) {
        states[id] = (nil, nil, 0)
        for event in events { try plan(event, of: id, key: key) }
    }

    /// Adds the events that make an entry alive again, with this content; the last of them holds the key.
    mutating func bringBack(
        _ id: EntryID, as content: EntryContent, key: EventHeader.Key, in view: borrowing StoreView
    ) throws(EventStoreError) {
        _ = try add([EntryRequest(entry: id, command: .become(content))], in: view)
        if steps.last?.entry == id { hold(key) }
    }

    /// Lets the last event hold a key.
    mutating func hold(_ key: EventHeader.Key?) {
        if let last = steps.indices.last { steps[last].key = key }
    }

    private mutating func begin(
        with id: EntryID, in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard states[id] == nil else { return }
        let row = try view.stream(id, isNamed: true)
        let state = try row.map { (row) throws(EventStoreError) in try DiaryStreams.entry(row).state }
        states[id] = (row, state, row?.version ?? 0)
        order.append(id)
    }

    private mutating func plan(_ event: EntryEvent, of id: EntryID, key: EventHeader.Key?) throws(EventStoreError) {
        let known = states[id] ?? (nil, nil, 0)
        let after = try event.applied(to: known.state, of: id)
        steps.append(
            Step(entry: id, event: event, before: known.state, after: after, version: known.version, key: key))
        states[id] = (known.row, after, known.version + 1)
    }

    /// Appends everything that was decided as one operation.
    func append(
        to writer: inout StoreWriter, as operation: EventHeader.Operation, in context: inout WriteContext
    ) throws(EventStoreError) {
        try writer.begin(operation, count: steps.count, in: &context)
        try write(to: &writer, in: &context)
    }

    /// Appends what was decided to the operation that has begun.
    func write(to writer: inout StoreWriter, in context: inout WriteContext) throws(EventStoreError) {
        var writing = Writing(self)
        while !writing.isDone { _ = try writing.append(to: &writer, in: &context) }
    }

    /// How far a plan is written: one event at a time.
    struct Writing {
        private let steps: [Step]
        private var next = 0
        private var written: Set<EntryID> = []

        init(_ plan: ChangePlan) { steps = plan.steps }

        var isDone: Bool { next == steps.count }

        /// Appends the next event; returns how many bytes the text has that it leads to.
        mutating func append(
            to writer: inout StoreWriter, in context: inout WriteContext
        ) throws(EventStoreError) -> Int {
            let step = steps[next]
            let version = written.insert(step.entry).inserted ? Optional(step.version) : nil
            try writer.append(
                step.event, of: step.entry, version: version, from: step.before, to: step.after, key: step.key,
                in: &context)
            next += 1
            return step.after.content.text.count
        }
    }

    /// The receipt, and the touched entries as they stand after the operation; most of them need not be read again.
    func outcome(
        _ receipt: OperationReceipt?, in context: WriteContext, _ writer: borrowing StoreWriter
    ) throws(EventStoreError) -> ChangeOutcome {
        guard let receipt else { return .unchanged(entries) }
        var last: [EntryID: UInt64] = [:]
        for (index, step) in steps.enumerated() { last[step.entry] = receipt.first.rawValue + UInt64(index) }
        var touched: [Entry] = []
        var seen: Set<EntryID> = []
        for step in steps.prefix(Self.shown) where seen.insert(step.entry).inserted {
            guard let known = states[step.entry], let state = known.state, let sequence = last[step.entry] else {
                continue
            }
            if let row = known.row, EntryRow.isBranched(row.state) {
                // Only the row says what the heads amount to now.
                if let after = try writer.view.stream(step.entry, isNamed: true) {
                    touched.append(try Entry(after))
                }
                continue
            }
            guard let frame = try writer.view.soundFrame(sequence) else { continue }
            touched.append(
                Entry(
                    id: step.entry, content: state.content, isDeleted: state.isDeleted,
                    version: EntryVersion(frame.version),
                    sequence: SequenceNumber(sequence), event: frame.id,
                    createdAt: known.row.flatMap { EntryRow.head(of: $0.state)?.created } ?? context.now,
                    modifiedAt: context.now))
        }
        return .changed(receipt, touched)
    }

    /// How many entries an outcome reports in full.
    private static let shown = 100
}
