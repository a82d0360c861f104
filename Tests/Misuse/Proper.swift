import DiarylogLMDB

/// What all the others are next to: this one compiles.
///
/// A span that has a name lives to the end of its block, so it gets a block of its own before the transaction goes on.
func proper(_ environment: Environment, _ key: [UInt8]) throws {
    var transaction = try environment.beginWrite()
    try transaction.put(key.span, for: key.span, in: .main)
    do {
        var cursor = try transaction.cursor(in: .main)
        while try cursor.next() { print(cursor.key.count, cursor.value.count) }
    }
    try transaction.put(key.span, for: key.span, in: .main)
    if let value = try transaction.value(for: key.span, in: .main) {
        print(value.count)
    }
    try transaction.put(key.span, for: key.span, in: .main)
    let count = try transaction.value(for: key.span, in: .main)?.count
    try transaction.commit()
    print(count ?? 0)
}
