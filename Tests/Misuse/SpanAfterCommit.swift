import DiarylogLMDB

/// A value ends when its transaction does.
func misuse(_ environment: Environment, _ key: [UInt8]) throws {
    var transaction = try environment.beginWrite()
    guard let value = try transaction.value(for: key.span, in: .main) else { return }
    try transaction.commit()  // expect: consuming use|overlapping accesses|consumed
    print(value.count)
}
