internal import DiaryModel
internal import EventStore

/// How far an import is written: all of it in one transaction, or part by part in several.
///
/// It is a value: a transaction that begins anew begins with what the one before it has left.
struct ImportWriting {
    let plan: ImportPlan
    private var context: WriteContext
    private var operation: UnfinishedOperation?
    /// How many events were written, the mark among them.
    private(set) var done = 0
    /// The next event, where events go row by row.
    private var next = (entry: 0, event: 0)
    /// The identifiers that were drawn for entries that have further events.
    private var drawn: [Int: EntryID] = [:]
    /// The changes of entries that were here before, as far as they are written.
    private var back: ChangePlan.Writing
    /// How many steps of branches are written, and the event of the last one.
    private var branches: (done: Int, last: EventReference?) = (0, nil)
    private(set) var receipt: OperationReceipt?

    init(_ plan: ImportPlan, in context: WriteContext) {
        (self.plan, self.context) = (plan, context)
        back = ChangePlan.Writing(plan.back)
    }

    var isDone: Bool { receipt != nil }

    /// Writes events until the operation is whole, or these are so many or of so many bytes. `progress` is told how
    /// many of how many are written.
    mutating func append(
        _ rows: RowSpool, to writer: inout StoreWriter, in empty: ImportPart? = nil,
        _ progress: (Int, Int) -> Void
    ) throws(EventStoreError) {
        let total = plan.operationCount
        if let operation {
            try writer.resume(operation)
        } else {
            context = try writer.seeded(context)
            try writer.begin(.init(command: CommandCode.import.rawValue), count: total, in: &context)
            if plan.isTimed {
                try writer.appendMark(in: &context)
                done += 1
            }
        }
        var part = empty
        var steps: (entry: Int, row: ImportedRow, steps: ImportSteps)?
        while let (number, event) = place(), part?.isFull != true {
            let current: ImportSteps
            let row: ImportedRow
            if let known = steps, known.entry == number {
                (row, current) = (known.row, known.steps)
            } else {
                row = try plan.row(Int(plan.fresh[number]), of: rows, in: writer.view)
                current = ImportSteps(row, by: plan.wall)
            }
            try append(event, of: number, row, current, to: &writer)
            part?.note(row.content.text.count)
            next = event + 1 < current.events.count ? (number, event + 1) : (number + 1, 0)
            steps = (number, row, current)
            done += 1
            progress(done, total)
        }
        while place() == nil, !back.isDone, part?.isFull != true {
            let bytes = try back.append(to: &writer, in: &context)
            part?.note(bytes)
            done += 1
        }
        while place() == nil, back.isDone, branches.done < plan.branches.count, part?.isFull != true {
            let step = plan.branches[branches.done]
            try append(step, to: &writer)
            part?.note(step.bytes)
            done += 1
        }
        operation = try writer.suspend()
        if operation == nil { receipt = writer.receipts.last }
    }

    /// The next event of a row that becomes an entry; nil if all are written.
    private func place() -> (number: Int, event: Int)? {
        guard plan.isTimed else { return next.entry < plan.fresh.count ? (next.entry, next.event) : nil }
        guard done - 1 < plan.plannedEvents.count else { return nil }
        let planned = plan.plannedEvents[done - 1]
        return (Int(planned.entry), Int(planned.event))
    }

    private mutating func append(_ step: ImportBranch.Step, to writer: inout StoreWriter) throws(EventStoreError) {
        let parents = step.parents ?? branches.last.map { [$0] } ?? []
        try writer.append(step.event, of: step.entry, on: parents, written: step.writtenAt, in: &context)
        let sequence = writer.view.log.head
        guard let frame = try writer.view.soundFrame(sequence) else {
            throw .damaged("event \(sequence), which was just written")
        }
        branches = (branches.done + 1, EventReference(sequence: sequence, id: frame.id))
    }

    private mutating func append(
        _ event: Int, of number: Int, _ row: ImportedRow, _ steps: ImportSteps, to writer: inout StoreWriter
    ) throws(EventStoreError) {
        let names = plan.names(of: row, number, in: writer.view)
        let id = names.id ?? drawn.removeValue(forKey: number) ?? context.entropy.identifier()
        let (change, after, writtenAt) = steps.events[event]
        try writer.append(
            change, of: id, version: nil, from: steps.state(before: event), to: after,
            key: event == 0 ? names.key : nil,
            written: writtenAt, in: &context)
        if names.id == nil, event + 1 < steps.events.count { drawn[number] = id }
    }
}

/// How much of an import is written in one transaction of several.
package struct ImportPart {
    private let most: Int
    private var (events, bytes) = (0, 0)

    /// The most events, and the most bytes of texts.
    package static let usual = 4_096
    private static let mostBytes = 4 << 20

    /// None of at most so many events.
    init(most: Int = usual) { self.most = most }

    /// A smaller one in a log of many events: each new event changes a page of the table of keys and one of that of
    /// identifiers, which lie anywhere, and the more pages there are, the fewer events share one.
    func smaller(after head: UInt64) -> ImportPart {
        ImportPart(most: head < 1 << 15 ? most : max(1, head < 1 << 18 ? most / 2 : most / 4))
    }

    mutating func note(_ bytes: Int) {
        events += 1
        self.bytes += bytes
    }

    var isFull: Bool { isFilled(by: events, bytes: bytes) }

    /// Whether so much fills it.
    func isFilled(by events: Int, bytes: Int) -> Bool { events >= most || bytes >= Self.mostBytes }
}
