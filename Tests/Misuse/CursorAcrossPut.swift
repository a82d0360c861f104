import DiarylogLMDB

/// A cursor ends when its transaction writes.
func misuse(_ environment: Environment, _ key: [UInt8]) throws {
    var transaction = try environment.beginWrite()
    var cursor = try transaction.cursor(in: .main)
    guard try cursor.first() else { return }
    try transaction.put(key.span, for: key.span, in: .main)  // expect: overlapping accesses
    _ = try cursor.next()
    try transaction.commit()
}
