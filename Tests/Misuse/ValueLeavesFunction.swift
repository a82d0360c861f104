import DiarylogLMDB

/// A value does not outlive the transaction it was read in.
@_lifetime(immortal)
func misuse(_ environment: Environment, _ key: [UInt8]) throws -> Span<UInt8>? {
    let transaction = try environment.beginRead()
    return try transaction.value(for: key.span, in: .main)  // expect: lifetime-dependent value escapes
}
