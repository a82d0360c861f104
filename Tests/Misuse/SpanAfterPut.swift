import DiarylogLMDB

/// A value ends when its transaction writes.
func misuse(_ environment: Environment, _ key: [UInt8]) throws {
    var transaction = try environment.beginWrite()
    guard let value = try transaction.value(for: key.span, in: .main) else { return }
    try transaction.put(key.span, for: key.span, in: .main)  // expect: overlapping accesses
    print(value.count)
    try transaction.commit()
}
