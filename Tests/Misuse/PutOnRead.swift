import LMDB

/// A reader does not write.
func misuse(_ environment: Environment, _ key: [UInt8]) throws {
    var transaction = try environment.beginRead()
    try transaction.put(key.span, for: key.span, in: .main)  // expect: has no member 'put'
}
