/// What the kinds of declarations have in common: they are noted, and the words that were typed become values.
struct Field {
    private let kind: Declaration.Kind
    private let name: String
    private let short: Character?
    private let value: String?
    private let taking: Taking
    private let help: HelpText
    private let completion: CompletionKind
    private let isRepeated: Bool
    private let isOptional: Bool
    private let usual: () -> String?
    private let against: [String]
    private let with: String?

    init(
        _ kind: Declaration.Kind, _ name: String, _ short: Character?, _ value: String?, _ taking: Taking,
        _ help: HelpText, _ completion: CompletionKind, isRepeated: Bool = false, isOptional: Bool = false,
        usual: @escaping () -> String? = { nil }, against: [String] = [], with: String? = nil
    ) {
        (self.kind, self.name, self.short, self.value) = (kind, name, short, value)
        (self.taking, self.help, self.completion) = (taking, help, completion)
        (self.isRepeated, self.isOptional, self.usual) = (isRepeated, isOptional, usual)
        (self.against, self.with) = (against, with)
    }

    /// What was typed for it; nil while declarations are noted.
    func typed(listing: @escaping @Sendable () -> [String] = { [] }, isNumber: Bool = false) -> [String]? {
        Form.typed { declaration(listing, isNumber) }
    }

    /// As messages name it.
    private var synopsis: String { declaration({ [] }, false).synopsis }

    private func declaration(_ listing: @escaping @Sendable () -> [String], _ isNumber: Bool) -> Declaration {
        Declaration(
            kind: kind, name: name, short: short, value: value ?? name, help: help, taking: taking,
            completion: completion, isRepeated: isRepeated, isOptional: isOptional, usual: usual(), listing: listing,
            isNumber: isNumber, against: against, with: with)
    }

    /// The values of the words that were typed; nil while declarations are noted. Notes a word that is none.
    func values<Element: ArgumentValue>() -> [Element]? {
        guard let typed = typed(listing: { Element.choices }, isNumber: Element.isNumber) else { return nil }
        var values: [Element] = []
        for word in typed {
            if let value = Element(argument: word) {
                values.append(value)
            } else {
                Form.note(.invalid(word, for: synopsis, choices: Element.choices))
            }
        }
        return values
    }

    /// The numbers of the words that were typed; nil while declarations are noted. Notes a word that is none, or is one
    /// out of bounds, as is one of more digits than a computer counts with.
    func numbers(in bounds: ClosedRange<Int>) -> [Int]? {
        let typed = Form.typed {
            var declaration = declaration({ [] }, true)
            declaration.bounds = bounds
            return declaration
        }
        guard let typed else { return nil }
        var numbers: [Int] = []
        for word in typed {
            if let number = Int(word), bounds.contains(number) {
                numbers.append(number)
            } else if Self.isWhole(word) {
                Form.note(.outOfBounds(word, for: synopsis, bounds))
            } else {
                Form.note(.invalid(word, for: synopsis, choices: []))
            }
        }
        return numbers
    }

    private static func isWhole(_ word: String) -> Bool {
        let digits = word.utf8.first.map { "+-".utf8.contains($0) } == true ? word.utf8.dropFirst() : word.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The values, if there are any. Notes that there are none, unless declarations are noted.
    func required<Element>(_ values: [Element]?) -> [Element]? {
        guard let values else { return nil }
        if !values.isEmpty { return values }
        Form.note(.missingArgument(synopsis))
        return nil
    }
}
