import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Undo in every scope, on the real log, against a model that keeps every operation with its states before and after.
@Suite(.timed) struct UndoModelTests {
    /// In part 2, the weather comes by itself now and then.
    @Test("whatever is done and undone, the diary is the model's, now and as of every operation", arguments: 0..<3)
    func histories(part: Int) throws {
        var chance = Chance(for: "undo histories \(part)")
        for _ in 0..<runs(debug: 30) / 2 {
            let seed = chance.next()
            let length = 10 + chance.below(50)
            guard let problem = try UndoRun.problem(seed: seed, commands: length, part == 2) else { continue }
            for shorter in 1..<length {
                if let problem = try UndoRun.problem(seed: seed, commands: shorter, part == 2) {
                    Issue.record("run \(seed), \(shorter) commands: \(problem)")
                    return
                }
            }
            Issue.record("run \(seed), \(length) commands: \(problem)")
            return
        }
    }
}

private struct UndoRun {
    typealias States = [EntryID: EntryState]

    struct Operation {
        var note: OperationNote<Digest>
        var before: States
        var after: States
        var touched: Set<EntryID>
        var first: UInt64
        var last: UInt64
    }

    private var chance: Chance
    private let scratch: Scratch
    /// A second handle, as another process would have.
    private let second: Diary
    private var states: States = [:]
    private var operations: [Operation] = []
    private var trace: [String] = []
    private var problem: String?

    static func problem(seed: UInt64, commands: Int, _ observes: Bool) throws -> String? {
        var run = try UndoRun(seed: seed)
        for _ in 0..<commands where run.problem == nil {
            try run.command()
            if observes, run.chance.below(3) == 0 { try run.observe() }
        }
        if run.problem == nil { try run.compareHistory() }
        return run.problem.map { "\($0) after \(run.trace.suffix(12))" }
    }

    private init(seed: UInt64) throws {
        chance = Chance(seed: seed)
        scratch = try Scratch(seed: seed)
        second = try Diary(at: scratch.path)
    }

    private var diary: Diary { operations.count % 5 == 3 ? second : scratch.diary }

    private mutating func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
        if !isRight, problem == nil { problem = what() }
    }

    private mutating func command() throws {
        scratch.wall += Int64(chance.below(4)) * 1_000_000
        switch chance.below(24) {
        case 0..<4: try add()
        case 4..<9: try edit()
        case 9..<11: try order(.delete)
        case 11: try order(.restore)
        case 12..<16: try undo()
        case 16..<18: try redo()
        case 18..<20: try undoEntry()
        case 20: try undoOperation()
        case 21: try restore()
        case 22: try bring()
        default: try scratch.reopen()
        }
        try compareNow()
    }

    // MARK: Commands

    private mutating func add() throws {
        let content = chance.content()
        let outcome = try diary.add(content, in: scratch.context)
        guard let entry = outcome.entries.first, let receipt = outcome.receipt else { return check(false, "no entry") }
        trace.append("add")
        note(receipt, .do, nil, [entry.id: EntryState(content: content)])
    }

    private mutating func edit() throws {
        guard let id = pick(), let state = states[id], !state.isDeleted else { return }
        let edit = chance.edit(of: state.content)
        let outcome = try diary.perform([EntryRequest(entry: id, command: .edit(edit))], in: scratch.context)
        guard let receipt = outcome.receipt else { return }
        trace.append("edit")
        note(receipt, .do, nil, [id: EntryState(content: edit.applied(to: state.content))])
    }

    private mutating func order(_ command: EntryCommand) throws {
        guard let id = pick(), let state = states[id] else { return }
        let outcome = try diary.perform([EntryRequest(entry: id, command: command)], in: scratch.context)
        guard let receipt = outcome.receipt else { return }
        trace.append("\(command)")
        note(receipt, .do, nil, [id: EntryState(content: state.content, isDeleted: command == .delete)])
    }

    private mutating func observe() throws {
        guard let id = pick(), let state = states[id] else { return }
        let weather = Weather(main: "Rain \(operations.count)", icon: "")
        let outcome = try diary.write(.observe(weather, of: id), in: scratch.context)
        guard case .observed(let receipt, _) = outcome else {
            return check(state.isDeleted || state.content.weather != nil, "an observation led to \(outcome)")
        }
        trace.append("observe")
        var after = state
        after.content.weather = weather
        note(receipt, .do, nil, [id: after], isAttended: false)
    }

    private mutating func bring() throws {
        let rows = (0..<1 + chance.below(20)).map { _ in
            let number = UInt8(chance.below(30))
            return ImportedRow(content: plain("row \(number)", day: Int64(number)), identity: [number])
        }
        let before = try scratch.head
        guard case .imported(let receipt?, _, _, _) = try diary.import(rows, in: scratch.context) else { return }
        check(receipt.first.rawValue == before + 1, "an import began elsewhere")
        var after: States = [:]
        for sequence in receipt.first.rawValue...receipt.last.rawValue {
            let event = try scratch.diary.log(limit: 1, at: .event(SequenceNumber(sequence))).events.first
            guard let id = event?.entry, let entry = try scratch.diary.entry(id) else { return check(false, "no row") }
            after[id] = EntryState(content: entry.content)
        }
        trace.append("import \(after.count)")
        note(receipt, .do, nil, after)
    }

    private mutating func undo() throws {
        let expected = stacks.undo.last
        let outcome = try diary.undo(in: scratch.context)
        trace.append("undo")
        try apply(outcome, .undo, expected, mustNotConflict: true)
    }

    private mutating func redo() throws {
        let expected = stacks.redo.last
        let outcome = try diary.redo(in: scratch.context)
        trace.append("redo")
        try apply(outcome, .redo, expected, mustNotConflict: true)
    }

    private mutating func undoEntry() throws {
        guard let id = pick() else { return }
        let expected = inEffect(on: id).top
        let outcome = try diary.write(.undo(entry: id), in: scratch.context)
        trace.append("undo entry")
        try apply(outcome, .do, expected, only: id)
    }

    private mutating func undoOperation() throws {
        guard !operations.isEmpty else { return }
        let target = chance.pick(operations)
        var options = UndoOptions()
        options.force = chance.below(3) == 0
        options.skipChanged = !options.force && chance.below(2) == 0
        let name =
            chance.below(2) == 0
            ? OperationName.event(target.last) : .prefix(String(target.note.id.hexadecimal.prefix(20)))
        let outcome = try diary.write(.undo(operation: name, options), in: scratch.context)
        trace.append("undo operation \(target.first)")
        try apply(outcome, .do, target.note.id, options: options)
    }

    private mutating func restore() throws {
        let asked = UInt64(chance.below(Int(try scratch.head) + 1))
        let id = chance.below(2) == 0 ? pick() : nil
        let moment = operations.last { $0.last <= asked }
        var after: States = [:]
        for (entry, state) in states where id == nil || entry == id {
            var target = EntryState(content: state.content, isDeleted: true)
            if let then = moment.flatMap({ snapshot(after: $0)[entry] }) { target = then }
            if target != state { after[entry] = target }
        }
        let outcome = try diary.write(.restore(to: .event(SequenceNumber(asked)), entry: id), in: scratch.context)
        trace.append("restore to \(asked)")
        switch outcome {
        case .changed(let receipt, _, _): note(receipt, .do, nil, after)
        case .unchanged: check(after.isEmpty, "a restore did nothing, wanted \(after.count)")
        case .noSuchEntry, .nothing: check(id == nil || states.isEmpty, "a restore found no entry")
        default: check(false, "a restore led to \(outcome)")
        }
    }

    // MARK: The model

    private func snapshot(after operation: Operation) -> States { operation.after }

    private var stacks: UndoStacks<Digest> {
        var stacks = UndoStacks<Digest>()
        for operation in operations { stacks.fold(operation.note) }
        return stacks
    }

    private func inEffect(on id: EntryID) -> OperationsInEffect<Digest> {
        var fold = OperationsInEffect<Digest>()
        for operation in operations { fold.fold(operation.note, touches: operation.touched.contains(id)) }
        return fold
    }

    private mutating func pick() -> EntryID? {
        states.isEmpty ? nil : chance.pick(states.keys.sorted())
    }

    private mutating func note(
        _ receipt: OperationReceipt, _ acts: OperationNote<Digest>.Acts, _ target: Digest?, _ changes: States,
        isAttended: Bool = true
    ) {
        let before = states
        states.merge(changes) { $1 }
        operations.append(
            Operation(
                note: OperationNote(id: receipt.id.event, acts: acts, target: target, isAttended: isAttended),
                before: before, after: states,
                touched: Set(changes.keys), first: receipt.first.rawValue, last: receipt.last.rawValue))
    }

    /// What taking `target` back must lead to, and whether it did.
    private mutating func apply(
        _ outcome: UndoOutcome, _ acts: OperationNote<Digest>.Acts, _ target: Digest?, only: EntryID? = nil,
        options: UndoOptions = UndoOptions(), mustNotConflict: Bool = false
    ) throws {
        guard let target, let undone = operations.first(where: { $0.note.id == target }) else {
            if case .nothing = outcome { return }
            return check(false, "there was nothing to take back, yet \(outcome)")
        }
        var changes: States = [:]
        var conflicts = 0
        for id in undone.touched where only == nil || only == id {
            guard let now = states[id], let after = undone.after[id] else { continue }
            let inverse = inverse(
                before: undone.before[id], after: after, now: now,
                changedSince: inEffect(on: id).stands(after: target), force: options.force)
            switch inverse {
            case .nothing: continue
            case .conflict: conflicts += options.skipChanged ? 0 : 1
            case .become(let state): changes[id] = state
            }
        }
        switch outcome {
        case .changed(let receipt, let said, _):
            check(conflicts == 0, "a conflict was written over")
            check(said?.event == target, "another operation was taken back")
            note(receipt, acts, target, changes)
        case .conflicts(let found, let more):
            check(!mustNotConflict, "an undo in turn was a conflict")
            check(found.count + more == conflicts, "\(found.count + more) conflicts, not \(conflicts)")
        case .unchanged: check(changes.isEmpty && conflicts == 0 && acts == .do, "nothing was written")
        default: check(false, "\(outcome)")
        }
    }

    private mutating func compareNow() throws {
        for (id, state) in states {
            let entry = try diary.entry(id)
            let found = entry.map { EntryState(content: $0.content, isDeleted: $0.isDeleted) }
            check(found == state, "entry \(id.hexadecimal.prefix(6)) is another than the model's")
        }
        let living = states.values.filter { !$0.isDeleted }.count
        let totals = try diary.totals()
        check(totals.live == UInt64(living), "\(totals.live) live entries, not \(living)")
    }

    private mutating func compareHistory() throws {
        for operation in operations {
            for (id, state) in operation.after {
                let entry = try scratch.diary.entry(id, at: .event(SequenceNumber(operation.last)))
                let found = entry.map { EntryState(content: $0.content, isDeleted: $0.isDeleted) }
                check(found == state, "entry \(id.hexadecimal.prefix(6)) as of \(operation.last) is another")
            }
        }
        let report = try scratch.diary.replay(.checking)
        check(report.differences == [], "the tables differ: \(report.differences ?? [])")
        // n undos lead to the empty diary, and n redos back.
        let top = states
        var undone = 0
        while case .changed = try diary.undo(in: scratch.context) { undone += 1 }
        let bottom = try diary.totals().live
        check(bottom == 0, "\(bottom) entries are left at the bottom")
        for _ in 0..<undone {
            guard case .changed = try diary.redo(in: scratch.context) else { return check(false, "a redo failed") }
        }
        states = top
        try compareNow()
    }
}
