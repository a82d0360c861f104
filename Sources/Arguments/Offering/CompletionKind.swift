/// What a shell may offer for a value.
package enum CompletionKind: Sendable {
    case none
    case list([String])
    case files
    case folders
    /// What is found when somebody asks: what is typed so far, in; what may stand there, out.
    case found(@Sendable (TypedSoFar) -> [Offer])
}

/// A command line on which somebody asks what may come next. Words are without a shell's quotes.
package struct TypedSoFar: Sendable {
    /// The words behind the program's name, and before the one that is typed.
    package let before: [String]
    /// What is typed of the word so far.
    package let prefix: String

    package init(before: [String], prefix: String) { (self.before, self.prefix) = (before, prefix) }
}

/// A word that may come next, and what is said of it.
package struct Offer: Sendable, Equatable {
    package let word: String
    package let about: String

    package init(word: String, about: String = "") { (self.word, self.about) = (word, about) }
}
