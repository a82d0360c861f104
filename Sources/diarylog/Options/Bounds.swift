/// Between which numbers the options lie that several commands have.
enum Bounds {
    /// How many of something: more than a diary has.
    static let limit = 0...1_000_000_000
    /// How many lines.
    static let lines = 0...100_000
    /// The years of the calendar.
    static let years = 1...9999
}
