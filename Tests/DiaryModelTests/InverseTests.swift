import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// What taking one operation back makes of an entry; the law of undo is in `WorldTests`.
@Suite("Undo", .timed) struct InverseTests {
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
