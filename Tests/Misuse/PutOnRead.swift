import EventStore

/// A reader of a store does not write.
func misuse(_ store: Store, _ key: [UInt8]) throws {
    var reader = try store.beginRead()
    try reader.view.put(key.span, for: key.span, in: .main)  // expect: cannot use mutating member|is a 'let' constant
}
