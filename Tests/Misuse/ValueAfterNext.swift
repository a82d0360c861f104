import DiarylogLMDB

/// A cursor's value ends when it moves.
func misuse(_ environment: Environment) throws {
    let transaction = try environment.beginRead()
    var cursor = try transaction.cursor(in: .main)
    guard try cursor.first() else { return }
    let value = cursor.value
    _ = try cursor.next()  // expect: overlapping accesses
    print(value.count)
}
