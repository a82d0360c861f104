/// Finds out what was typed for each declaration: words in, words by declaration out.
///
///     show  abc  --json  --limit  3      typed for <file>: abc; for --json: that it is there; for --limit: 3
///
/// It goes on behind a mistake, so that who asks for help gets help.
struct Matching {
    private(set) var typed: [[String]]
    /// The first mistake.
    private(set) var mistake: Mistake?
    /// What was asked for instead of a command.
    private(set) var asked: Unparsed?
    /// The option whose value would have to come next.
    private(set) var pending: Declaration?
    /// The argument that takes the next word; nil if none does.
    private(set) var next: Declaration?
    /// Whether `--` was typed: no word after it is an option.
    private(set) var isEnded = false

    private let declarations: [Declaration]
    private let isText: Bool

    init(_ words: [String], _ declarations: [Declaration]) {
        self.declarations = declarations
        typed = Array(repeating: [], count: declarations.count)
        isText = declarations.contains { $0.kind == .argument && $0.taking == .text }
        var rest = words[...]
        var plain: [String] = []
        while let word = rest.popFirst() {
            if isEnded || !OptionWord.isDashed(word) {
                plain.append(word)
            } else if word == "--" {
                isEnded = true
            } else if let option = OptionWord(word), !isText || option.isWellFormed {
                take(option, &rest)
            } else if isText, !OptionWord.isLetter(word) {
                plain.append(word)
            } else {
                takeLetter(word, &rest)
            }
        }
        assign(plain)
    }

    private mutating func note(_ mistake: Mistake) {
        if self.mistake == nil { self.mistake = mistake }
    }

    /// `--name` or `--name=value`.
    private mutating func take(_ option: OptionWord, _ rest: inout ArraySlice<String>) {
        if option.name == "help" || option.name == "h" {
            asked = asked ?? .helpAsked
        } else if let index = declarations.firstIndex(where: { $0.kind != .argument && $0.name == option.name }) {
            take(index, option.value, &rest)
        } else if option.name == "version" {
            asked = asked ?? .versionAsked
        } else {
            note(.unknownOption(option.text, near: near(option.text)))
        }
    }

    private mutating func take(_ index: Int, _ value: String?, _ rest: inout ArraySlice<String>) {
        let declaration = declarations[index]
        if declaration.kind == .flag {
            if let value { return note(.unwantedValue(value, for: declaration.synopsis)) }
            typed[index].append("")
        } else if let value {
            typed[index].append(value)
        } else if let word = rest.first, Self.isValue(word, of: declaration) {
            typed[index].append(word)
            rest.removeFirst()
        } else {
            if rest.isEmpty { pending = declaration }
            note(.missingValue(declaration.synopsis))
        }
    }

    private static func isValue(_ word: String, of declaration: Declaration) -> Bool {
        !OptionWord.isDashed(word) || declaration.taking == .anyWord
            || (declaration.isNumber && OptionWord.isNegative(word))
    }

    /// `-n3`, `-n=3`: an option's letter takes what is left of the word, or else the next one.
    private mutating func takeLetter(_ word: String, _ rest: inout ArraySlice<String>) {
        let letter = word.dropFirst().first
        guard let index = declarations.firstIndex(where: { $0.short == letter }) else {
            return note(.unknownOption(word, near: near(word)))
        }
        let value = word.dropFirst(2)
        take(index, value.isEmpty ? nil : String(value.first == "=" ? value.dropFirst() : value), &rest)
    }

    /// Hands the words without names to the arguments, in order.
    private mutating func assign(_ words: [String]) {
        var rest = words[...]
        for (index, declaration) in declarations.enumerated() where declaration.kind == .argument {
            if rest.isEmpty || declaration.isRepeated { next = next ?? declaration }
            if declaration.isRepeated {
                typed[index] = Array(rest)
                rest = []
            } else if let word = rest.popFirst() {
                typed[index] = [word]
            }
        }
        if !rest.isEmpty { note(.unwanted(Array(rest))) }
    }

    /// The first of what was typed that does not go together, in the order of the declarations.
    var discord: Mistake? {
        // Each as it is told, and with its value: `--sort`, `--sort size`.
        let given = zip(declarations, typed).compactMap { one, typed in
            typed.last.map { (one: one, names: [one.told, "\(one.told) \($0)"]) }
        }
        for (one, names) in given {
            for (other, others) in given {
                if let name = others.first(where: one.against.contains) { return .together(one.told, name) }
                if let name = names.first(where: other.against.contains) { return .together(name, other.told) }
            }
            if !one.with.isEmpty, !given.contains(where: { $0.names.contains(where: one.with.contains) }) {
                return .alone(one.told, without: one.with)
            }
        }
        return nil
    }

    /// The option that was probably meant.
    private func near(_ typed: String) -> String? {
        let names = (declarations + Declaration.ofEveryCommand).filter { $0.kind != .argument }.map(\.name)
        return Nearness.nearest(to: String(typed.drop { $0 == "-" }), in: names).map { "--" + $0 }
    }
}

extension ArgumentGroup {
    /// How many of the first words are options of this group, with their values.
    package static func leading(_ words: [String]) -> Int {
        let options = declarations
        var count = 0
        while count < words.count, let option = OptionWord(words[count]),
            let declaration = options.first(where: { $0.kind != .argument && $0.name == option.name })
        {
            count += declaration.kind == .flag || option.value != nil ? 1 : 2
        }
        return min(count, words.count)
    }
}

extension ArgumentGroup {
    /// Makes the command from the words behind its name.
    package static func parse(_ words: [String]) throws(Unparsed) -> Self {
        let matching = Matching(words, declarations)
        if let asked = matching.asked { throw asked }
        if let mistake = matching.mistake { throw .mistake(mistake) }
        do throws(Mistake) {
            let made = try Form.fill(matching.typed) { Self() }
            if let discord = matching.discord { throw discord }
            return made
        } catch {
            throw .mistake(error)
        }
    }
}
