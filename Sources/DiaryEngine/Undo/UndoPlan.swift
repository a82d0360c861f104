internal import DiaryModel
internal import EventStore

/// An operation that takes others back: it surveys all entries, and then writes; one entry is in memory at a time.
struct UndoPlan {
    /// What is to be undone, on all entries or on `only` one.
    enum Source {
        case operation(OperationRecord, only: EntryID?)
        /// Everything after this event.
        case point(UInt64, only: EntryID?)
    }

    var operation: EventHeader.Operation
    var source: Source

    /// The most conflicts, and the most entries, that an outcome reports in full.
    private static let shown = 100

    func carryOut(
        _ options: UndoOptions, with writer: inout StoreWriter, in context: inout WriteContext
    ) throws(EventStoreError) -> UndoOutcome {
        let head = writer.view.log.head
        var survey = Survey()
        try forEachEntry(options, head, &writer) { step, _ in survey.note(step) }
        guard survey.conflicts.isEmpty else {
            return .conflicts(survey.conflicts, more: survey.conflictCount - survey.conflicts.count)
        }
        if survey.events == 0 {
            guard operation.undoRole != .do else { return .unchanged }
            try mark(&writer, in: &context)
        } else {
            var drawing = context
            try writer.begin(operation, count: survey.events, in: &drawing)
            try forEachEntry(options, head, &writer) { step, writer in
                try writer.append(
                    step.events, of: step.row.object, version: step.row.version, from: step.now, in: &drawing)
            }
        }
        guard let receipt = writer.receipts.last else { return .unchanged }
        return .changed(receipt, target: operation.target.map { OperationID($0) }, try survey.entries(writer))
    }

    /// What the first pass over the entries found.
    private struct Survey {
        var events = 0
        var conflicts: [UndoConflict] = []
        var conflictCount = 0
        var touched: [EntryID] = []

        mutating func note(_ step: Step) {
            if case .conflict(let fields) = step.inverse {
                conflictCount += 1
                if conflicts.count < UndoPlan.shown {
                    conflicts.append(UndoConflict(entry: step.row.object, fields: fields))
                }
            }
            events += step.events.count
            if !step.events.isEmpty, touched.count < UndoPlan.shown {
                touched.append(step.row.object)
            }
        }

        func entries(_ writer: borrowing StoreWriter) throws(EventStoreError) -> [Entry] {
            var entries: [Entry] = []
            for id in touched {
                if let row = try writer.view.stream(id, isNamed: true) { entries.append(try Entry(row)) }
            }
            return entries
        }
    }

    /// One entry's part of the undo.
    struct Step {
        var row: StreamRow
        var now: EntryState
        var inverse: Inverse
        var events: [EntryEvent]
    }

    /// Records an undo that has nothing left to write, as the undo stack must move all the same.
    private func mark(_ writer: inout StoreWriter, in context: inout WriteContext) throws(EventStoreError) {
        try writer.begin(operation, count: 1, in: &context)
        try writer.appendMark(in: &context)
    }
}

extension UndoPlan {
    /// Visits each entry concerned once, with what is to be done to it.
    ///
    /// `head` is the newest event before the plan began to write: the plan does not look at what it appends itself.
    private func forEachEntry(
        _ options: UndoOptions, _ head: UInt64, _ writer: inout StoreWriter,
        _ visit: (Step, inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        let (range, only): (ClosedRange<UInt64>, EntryID?) =
            switch source {
            case .operation(let record, let only): (record.first...record.last, only)
            case .point(let point, let only): (min(point + 1, head + 1)...head + 1, only)
            }
        for sequence in range where sequence <= head {
            guard let id = try firstTouch(at: sequence, since: range.lowerBound, writer), only == nil || only == id,
                let row = try writer.view.stream(id, isNamed: true)
            else { continue }
            let step = try step(row, sequence, range, options, writer)
            do { try visit(step, &writer) } catch { throw EventStoreError(error) }
        }
    }

    /// The entry of an event, if it is the entry's first event since `start`; nil for any other event.
    private func firstTouch(
        at sequence: UInt64, since start: UInt64, _ writer: borrowing StoreWriter
    ) throws(EventStoreError) -> EntryID? {
        guard let frame = try writer.view.soundFrame(sequence), frame.object != .zero,
            frame.previousInStream < start
        else { return nil }
        return frame.object
    }

    private func step(
        _ row: StreamRow, _ first: UInt64, _ range: ClosedRange<UInt64>, _ options: UndoOptions,
        _ writer: borrowing StoreWriter
    ) throws(EventStoreError) -> Step {
        let entry = try DiaryStreams.entry(row)
        let now = entry.state
        if entry.branches?.status == .forgotten {
            return Step(row: row, now: now, inverse: .nothing, events: [])
        }
        var undone: Inverse
        if case .operation(let record, _) = source {
            undone = try inverse(of: record, row, first, entry, options.force, writer)
        } else {
            let before = try writer.view.entry(row, asOf: range.lowerBound - 1)
                .map(\.state)
            let target = before ?? EntryState(content: now.content, isDeleted: true)
            undone = target == now ? .nothing : .become(target)
        }
        if case .conflict = undone, options.skipChanged { undone = .nothing }
        var step = Step(row: row, now: now, inverse: undone, events: [])
        if case .become(let target) = undone {
            // What only a newer program can read, nobody can write here.
            guard target.isUnderstood else { throw .needsNewerProgram }
            step.events = events(from: now, to: target)
        }
        return step
    }

    private func inverse(
        of record: OperationRecord, _ row: StreamRow, _ first: UInt64, _ entry: EntryRow,
        _ force: Bool, _ writer: borrowing StoreWriter
    ) throws(EventStoreError) -> Inverse {
        let now = entry.state
        let before = try writer.view.view(before: record.first...record.last, of: row)
        if before?.state.isUnderstood == false { throw .needsNewerProgram }
        if row.head <= record.last, entry.branches == nil, before?.branches == nil {
            return DiaryModel.inverse(before: before?.state, after: now, now: now, changedSince: false, force: force)
        }
        guard let last = try writer.view.lastEvent(of: row, notAfter: record.last),
            let then = try writer.view.version(of: row, at: last)
        else { return .nothing }
        var after = then.state
        var wroteText = true
        if let before, before.branches != nil {
            let graph = try writer.view.graph(of: row.object, create: row.create, to: .event(last))
            wroteText = graph.writesText(in: first...last)
            // The operation did not change a text that it left undecided.
            if !wroteText { after.content.text = before.state.content.text }
        }
        var changedSince = false
        if before == nil {
            changedSince = try writer.view.inEffect(on: row).stands(after: record.id)
        }
        let isUndecided = entry.branches?.status == .conflict && wroteText
        return DiaryModel.inverse(
            before: before?.state, after: after, now: now, changedSince: changedSince, isUndecided: isUndecided,
            force: force)
    }
}

extension StoreView {
    /// The events outside an operation on which its events of an entry were decided; nil if one cannot be read.
    func parents(of operation: ClosedRange<UInt64>, _ row: StreamRow) throws(EventStoreError) -> [UInt64] {
        var own: Set<UInt64> = []
        var parents: [UInt64] = []
        var sequence = try lastEvent(of: row, notAfter: operation.upperBound) ?? 0
        while sequence >= operation.lowerBound {
            guard let bytes = try frameCopy(sequence), let frame = try? Frame(bytes.span, expecting: sequence) else {
                throw .damaged("event \(sequence)")
            }
            own.insert(sequence)
            parents += frame.parents(in: bytes.span).filter { $0 > 0 && !parents.contains($0) }
            sequence = frame.previousInStream
        }
        return parents.filter { !own.contains($0) }
    }

    /// The entry as the writer of an operation saw it: the view of what its events were decided on; nil if it created
    /// the entry.
    fileprivate func view(before operation: ClosedRange<UInt64>, of row: StreamRow) throws(EventStoreError)
        -> EntryView?
    {
        let parents = try parents(of: operation, row)
        guard let first = parents.first else { return nil }
        if parents.count == 1, try soundFrame(first)?.marks.contains(.undecided) == false,
            let entry = try version(of: row, at: first)
        {
            return EntryView(state: entry.state, branches: nil)
        }
        var graph = try graph(of: row.object, create: row.create, to: .events(parents))
        return graph.view(of: parents)
    }
}
