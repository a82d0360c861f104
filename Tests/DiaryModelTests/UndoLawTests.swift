import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// The law of undo, on random histories of two entries: n undos and n redos never conflict and pass through the same
/// states, whatever was done, undone, redone and taken back out of turn before.
@Suite("Undo", .timed) struct UndoLawTests {
    @Test func `n undos lead to the empty diary without a conflict, and n redos back through the same states`() {
        var chance = Chance(for: "the law of undo")
        for _ in 0..<4_000 {
            var world = World(revertsAreOrdinary: true)
            world.live(through: 3 + chance.below(12), &chance)
            let broken = world.breaksTheLaw()
            #expect(broken == nil, "\(world.trace): \(broken ?? "")")
            if broken != nil { return }
        }
    }

    @Test func `a variant that only marks the operation taken back out of turn breaks the law`() {
        var chance = Chance(for: "a killed variant of undo", seed: 7)
        var broken = 0
        for _ in 0..<2_000 {
            var world = World(revertsAreOrdinary: false)
            world.live(through: 3 + chance.below(12), &chance)
            if world.breaksTheLaw() != nil { broken += 1 }
        }
        #expect(broken > 20)
    }

    @Test func `an ordinary operation clears what could be redone`() {
        var stacks = UndoStacks<Int>()
        stacks.does(1)
        stacks.undoes(1, by: 2)
        #expect(stacks.undo == [] && stacks.redo == [2])
        stacks.redoes(2, by: 3)
        #expect(stacks.undo == [3] && stacks.redo == [])
        stacks.undoes(3, by: 4)
        stacks.does(5)
        #expect(stacks.undo == [5] && stacks.redo == [])
    }

    @Test func `undo of an entry walks back step by step, and undoing that restores the step`() {
        var fold = OperationsInEffect<Int>()
        for id in 1...3 { fold.fold(OperationNote(id: id), touches: true) }
        #expect(fold.top == 3)
        fold.fold(OperationNote(id: 4, target: 3), touches: true)
        #expect(fold.top == 2)
        fold.fold(OperationNote(id: 5, target: 2), touches: true)
        #expect(fold.top == 1)
        fold.fold(OperationNote(id: 6, undoRole: .undo, target: 5), touches: true)
        #expect(fold.top == 2)
        fold.fold(OperationNote(id: 7, undoRole: .redo, target: 6), touches: true)
        #expect(fold.top == 1)
        fold.fold(OperationNote(id: 8), touches: false)
        #expect(fold.top == 1)
    }

    @Test func `a field changed since is a conflict, a text changed elsewhere is merged`() {
        let day = EntryDate(seconds: 0, offset: 0, zone: "", precision: .day)
        let later = EntryDate(seconds: 86_400, offset: 0, zone: "", precision: .day)
        let latest = EntryDate(seconds: 172_800, offset: 0, zone: "", precision: .day)
        func state(_ text: String, _ date: EntryDate) -> EntryState {
            EntryState(content: EntryContent(text: Array(text.utf8), date: date))
        }
        let before = state("아침에 비가 왔다.\n\n\n저녁에 개었다.\n", day)
        let after = state("아침에 눈이 왔다.\n\n\n저녁에 개었다.\n", later)
        let now = state("아침에 눈이 왔다.\n\n\n저녁에 활짝 개었다.\n", later)
        #expect(
            inverse(before: before, after: after, now: now, changedSince: true)
                == .become(state("아침에 비가 왔다.\n\n\n저녁에 활짝 개었다.\n", day)))
        let moved = state("아침에 우박이 왔다.\n\n\n저녁에 개었다.\n", latest)
        #expect(
            inverse(before: before, after: after, now: moved, changedSince: true)
                == .conflict(fields: [.text, .date]))
        #expect(
            inverse(before: before, after: after, now: moved, changedSince: true, force: true) == .become(before))
        #expect(inverse(before: before, after: after, now: before, changedSince: true) == .nothing)
    }

    @Test func `the inverse of a creation is the deletion, unless others changed the entry since`() {
        let day = EntryDate(seconds: 0, offset: 0, zone: "", precision: .day)
        let state = EntryState(content: EntryContent(text: [65], date: day))
        let gone = EntryState(content: state.content, isDeleted: true)
        #expect(inverse(before: nil, after: state, now: state, changedSince: false) == .become(gone))
        #expect(inverse(before: nil, after: state, now: state, changedSince: true) == .conflict(fields: [.creation]))
        #expect(inverse(before: nil, after: state, now: gone, changedSince: true) == .nothing)
    }
}

/// Two entries, their operations, and the stacks folded from these.
private struct World {
    struct Operation {
        var note: OperationNote<Int>
        var changes: [(entry: Int, before: EntryState?, after: EntryState)]
    }

    let revertsAreOrdinary: Bool
    var operations: [Operation] = []
    var states: [Int: EntryState] = [:]
    var trace: [String] = []

    init(revertsAreOrdinary: Bool) { self.revertsAreOrdinary = revertsAreOrdinary }

    var stacks: UndoStacks<Int> {
        var stacks = UndoStacks<Int>()
        for operation in operations {
            if !revertsAreOrdinary, operation.note.undoRole == .do, let target = operation.note.target {
                // The variant: taking back out of turn only marks its target as undone.
                stacks.undoes(target, by: operation.note.id)
                continue
            }
            switch operation.note.undoRole {
            case .do: stacks.does(operation.note.id)
            case .undo: stacks.undoes(operation.note.target, by: operation.note.id)
            case .redo: stacks.redoes(operation.note.target, by: operation.note.id)
            }
        }
        return stacks
    }

    mutating func live(through steps: Int, _ chance: inout Chance) {
        for _ in 0..<steps {
            switch chance.below(20) {
            case 0...9: write(&chance)
            case 10...13: trace.append("undo \(takeBack(stacks.undo.last, .undo))")
            case 14...16: trace.append("redo \(takeBack(stacks.redo.last, .redo))")
            default:
                guard !operations.isEmpty else { continue }
                let target = chance.below(operations.count)
                trace.append("revert \(target) \(takeBack(target, .do))")
            }
        }
    }

    /// A random edit of a line, a creation or a deletion.
    private mutating func write(_ chance: inout Chance) {
        let entry = 1 + chance.below(2)
        let before = states[entry]
        var after = before ?? EntryState(content: World.content(["", "", ""]))
        if before?.isDeleted == true {
            after.isDeleted = false
        } else if before != nil, chance.below(5) == 0 {
            after.isDeleted = true
        } else {
            var lines = String(decoding: after.content.text, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init)
            lines[chance.below(3)] = ["사과를 먹었다", "바다에 갔다", "비가 왔다"][chance.below(3)]
            after.content = World.content(lines)
        }
        guard after != before else { return }
        trace.append("do \(operations.count) on \(entry)")
        append(OperationNote(id: operations.count), [(entry, before, after)])
    }

    private static func content(_ lines: [String]) -> EntryContent {
        let day = EntryDate(seconds: 0, offset: 0, zone: "", precision: .day)
        return EntryContent(text: Array(lines.joined(separator: "\n").utf8), date: day)
    }

    private mutating func append(
        _ note: OperationNote<Int>, _ changes: [(entry: Int, before: EntryState?, after: EntryState)]
    ) {
        operations.append(Operation(note: note, changes: changes))
        for change in changes { states[change.entry] = change.after }
    }

    enum Result { case done, nothing, conflict }

    mutating func takeBack(_ target: Int?, _ undoRole: OperationNote<Int>.UndoRole) -> Result {
        guard let target else { return .nothing }
        var changes: [(entry: Int, before: EntryState?, after: EntryState)] = []
        for change in operations[target].changes {
            guard let now = states[change.entry] else { continue }
            let since = inEffect(change.entry).stands(after: target)
            switch inverse(before: change.before, after: change.after, now: now, changedSince: since) {
            case .nothing: continue
            case .conflict: return .conflict
            case .become(let state): changes.append((change.entry, now, state))
            }
        }
        if changes.isEmpty, undoRole == .do { return .nothing }
        append(OperationNote(id: operations.count, undoRole: undoRole, target: target), changes)
        return .done
    }

    private func inEffect(_ entry: Int) -> OperationsInEffect<Int> {
        var fold = OperationsInEffect<Int>()
        for operation in operations {
            fold.fold(operation.note, touches: operation.changes.contains { $0.entry == entry })
        }
        return fold
    }

    /// Undoes everything and redoes it; says what went wrong, if anything did.
    mutating func breaksTheLaw() -> String? {
        var passed = [states]
        while true {
            let result = takeBack(stacks.undo.last, .undo)
            if result == .conflict { return "an undo was a conflict" }
            if result == .nothing { break }
            passed.append(states)
        }
        if states.values.contains(where: { !$0.isDeleted }) { return "the bottom is not the empty diary" }
        for expected in passed.dropLast().reversed() {
            guard takeBack(stacks.redo.last, .redo) == .done else { return "a redo did not go through" }
            if states != expected { return "a redo came to another state" }
        }
        return nil
    }
}
