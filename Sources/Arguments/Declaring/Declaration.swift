package import DiarylogWords

/// What a command says of one of its options, flags or arguments.
package struct Declaration: Sendable {
    /// How it is typed.
    package enum Kind: Sendable {
        /// `--limit 3`: a name, and a value behind it.
        case option
        /// `--json`: a name alone.
        case flag
        /// A word without a name, by its position.
        case argument
    }

    package let kind: Kind
    /// Its name without the dashes; for an argument, what its place in the usage line is called.
    package let name: String
    /// The letter behind one dash that means the same.
    package let short: Character?
    /// What its value is called in the help.
    package let value: String
    package let taking: Taking
    /// What it is for, in a sentence.
    package let help: Sentence
    package let completion: CompletionKind
    /// Whether it may be given more than once, and counts each time.
    package let isRepeated: Bool
    /// Whether the command can do without it.
    package let isOptional: Bool
    /// What is taken where it is not given, as it would be typed.
    package let usual: String?
    /// What it cannot stand beside, and what it is for, of which one is enough: each as `told`, or with a value.
    package let against: [String]
    package let with: [String]
    /// Lists its choices: help asks for them, a command that runs does not.
    var listing: @Sendable () -> [String] = { [] }
    /// Whether its value is a number, which may be below zero.
    package internal(set) var isNumber = false
    /// The numbers that it takes, where they were said.
    package internal(set) var bounds: ClosedRange<Int>?

    init(
        _ kind: Kind, _ name: String, short: Character? = nil, value: String? = nil, taking: Taking = .word,
        help: Sentence, completion: CompletionKind = .none, isRepeated: Bool = false, isOptional: Bool = true,
        usual: String? = nil, against: [String] = [], with: [String] = []
    ) {
        (self.kind, self.name, self.short, self.value) = (kind, name, short, value ?? name)
        (self.taking, self.help, self.completion) = (taking, help, completion)
        (self.isRepeated, self.isOptional, self.usual) = (isRepeated, isOptional, usual)
        (self.against, self.with) = (against, with)
    }

    /// The only values it takes; none if that cannot be told.
    package var choices: [String] { listing() }

    /// As a person calls it: `--limit`, `FILE`.
    package var told: String { kind == .argument ? value.uppercased() : "--" + name }

    /// As it is named in messages: `--limit <n>`, `--json`, `<file>`.
    package var synopsis: String {
        switch kind {
        case .option: "--\(name) <\(value)>"
        case .flag: "--\(name)"
        case .argument: "<\(value)>"
        }
    }
}

extension Declaration {
    /// What every command takes besides what it declares.
    package static let ofEveryCommand = [
        Declaration(.flag, "version", help: Sentence("Show the version.", "버전을 보입니다.")),
        Declaration(.flag, "help", short: "h", help: Sentence("Show help information.", "도움말을 보입니다.")),
    ]
}

/// Which words an option or an argument takes.
package enum Taking: Sendable {
    /// A word that cannot be an option.
    case word
    /// For an option: the next word, even if it begins with a dash.
    case anyWord
    /// For an argument: running text. What begins with a dash and has not the form of an option is a word of it.
    case text
}
