import DiarylogLMDB

/// A transaction does not live across a suspension.
func misuse(_ environment: Environment) async throws {
    let transaction = try environment.beginWrite()  // expect: unavailable from asynchronous contexts
    try transaction.commit()  // expect: unavailable from asynchronous contexts
}
