import DiaryEngine

/// A task does not wait for the disk: the compiler says what it awaits instead.
func misuse(_ diary: Diary) async throws {
    _ = try diary.undo()  // expect: a task awaits write
    _ = try diary.write(.redo())  // expect: expression is 'async' but is not marked with 'await'
}
