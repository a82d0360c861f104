extension DefaultStringInterpolation {
    /// A number and what it counts, in English: `\(1, "entry", "entries")`.
    mutating func appendInterpolation(_ number: some BinaryInteger, _ one: String, _ many: String) {
        appendInterpolation("\(number) " + (number == 1 ? one : many))
    }
}
