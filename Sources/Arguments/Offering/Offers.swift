package import DiarylogWords

/// What may come next on a command line.
package enum Offers: Sendable {
    case words([Offer])
    case files
    case folders

    /// For the words of one command. What is said of an option is its help.
    package init(
        _ declarations: [Declaration], behind words: [String], _ typed: TypedSoFar, _ language: Language
    ) {
        let matching = Matching(words, declarations)
        if let option = matching.pending {
            self = Self.values(option.completion, option.choices, typed)
        } else if !matching.isEnded, OptionWord(typed.prefix) != nil || typed.prefix == "-" || typed.prefix == "--" {
            self = Self.options(declarations, words, typed, language)
        } else if let argument = matching.next {
            self = Self.values(argument.completion, argument.choices, typed)
        } else {
            self = .words([])
        }
    }

    private static func values(_ kind: CompletionKind, _ choices: [String], _ typed: TypedSoFar) -> Offers {
        switch kind {
        case .none: .words(choices.map { Offer(word: $0) })
        case .list(let words): .words(words.map { Offer(word: $0) })
        case .files: .files
        case .folders: .folders
        case .found(let find): .words(find(typed))
        case .chosen(let choose): values(choose(typed), choices, typed)
        }
    }

    /// The options that may still come; behind a `=` the values of the one before it.
    private static func options(
        _ declarations: [Declaration], _ words: [String], _ typed: TypedSoFar, _ language: Language
    ) -> Offers {
        if let option = OptionWord(typed.prefix), let value = option.value {
            guard let declaration = declarations.first(where: { $0.kind == .option && $0.name == option.name }),
                case .words(let offers) = values(
                    declaration.completion, declaration.choices, TypedSoFar(before: typed.before, prefix: value))
            else { return .words([]) }
            return .words(offers.map { Offer(word: "\(option.text)=\($0.word)", about: $0.about) })
        }
        let given = Set(words)
        return .words(
            (declarations + Declaration.ofEveryCommand).filter { declaration in
                declaration.kind != .argument && (declaration.isRepeated || !given.contains("--" + declaration.name))
            }.map { Offer(word: "--" + $0.name, about: $0.help.text(language)) })
    }
}

/// What a shell may offer for a value.
package enum CompletionKind: Sendable {
    case none
    case list([String])
    case files
    case folders
    /// What is found when somebody asks: what is typed so far, in; what may stand there, out.
    case found(@Sendable (TypedSoFar) -> [Offer])
    /// Another one, by what is typed so far.
    case chosen(@Sendable (TypedSoFar) -> CompletionKind)
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
