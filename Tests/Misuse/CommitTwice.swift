import DiarylogLMDB

/// A transaction is committed once.
func misuse(_ environment: Environment) throws {
    let transaction = try environment.beginWrite()  // expect: 'transaction' consumed more than once
    try transaction.commit()
    try transaction.commit()
}
