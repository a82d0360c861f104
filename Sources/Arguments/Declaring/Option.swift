package import DiarylogWords

/// An option with a value: `--limit 3` or `--limit=3`.
///
///     @Option("limit", short: "n", value: "n", in: 1...500, help: "At most this many.")
///     var limit: Int?
///
/// Without a default its type is optional. The type of one that may be given again is an array. `against` names what it
/// cannot stand beside, and `with` what it is for: `--json`, `--sort size`, or an argument as `FILE`.
@propertyWrapper
package struct Option<Value> {
    package let wrappedValue: Value

    package init<Element: ArgumentValue>(
        _ name: String, value: String? = nil, taking: Taking = .word,
        against: [String] = [], with: String..., help: Sentence, completion: CompletionKind = .none
    ) where Value == Element? {
        let declaration = Declaration(
            .option, name, value: value, taking: taking, help: help, completion: completion,
            against: against, with: with)
        wrappedValue = declaration.values(Element.self)?.last
    }

    /// A number. What is counted with has bounds, so that no number of a command line can be one too many.
    package init(
        _ name: String, short: Character? = nil, value: String? = nil, in bounds: ClosedRange<Int>,
        against: [String] = [], with: String..., help: Sentence
    ) where Value == Int? {
        let declaration = Declaration(
            .option, name, short: short, value: value, help: help, against: against, with: with)
        wrappedValue = declaration.numbers(in: bounds)?.last
    }

    package init(
        wrappedValue: Value, _ name: String, value: String? = nil, in bounds: ClosedRange<Int>, help: Sentence
    ) where Value == Int {
        let declaration = Declaration(.option, name, value: value, help: help, usual: String(wrappedValue))
        self.wrappedValue = declaration.numbers(in: bounds)?.last ?? wrappedValue
    }

    package init(
        wrappedValue: Value, _ name: String, value: String? = nil, taking: Taking = .word,
        help: Sentence, completion: CompletionKind = .none
    ) where Value: ArgumentValue {
        let declaration = Declaration(
            .option, name, value: value, taking: taking, help: help, completion: completion,
            usual: wrappedValue.argument)
        self.wrappedValue = declaration.values(Value.self)?.last ?? wrappedValue
    }

    package init<Element: ArgumentValue>(
        wrappedValue: Value, _ name: String, value: String? = nil, taking: Taking = .word,
        help: Sentence, completion: CompletionKind = .none
    ) where Value == [Element] {
        let declaration = Declaration(
            .option, name, value: value, taking: taking, help: help, completion: completion,
            isRepeated: true)
        let values = declaration.values(Element.self) ?? []
        self.wrappedValue = values.isEmpty ? wrappedValue : values
    }
}

extension Option: Sendable where Value: Sendable {}

/// An option without a value: there or not.
@propertyWrapper
package struct Flag: Sendable {
    package let wrappedValue: Bool

    package init(
        wrappedValue: Bool, _ name: String, against: [String] = [], with: String..., help: Sentence
    ) {
        let declaration = Declaration(.flag, name, help: help, against: against, with: with)
        self.wrappedValue = declaration.typed().map { !$0.isEmpty } ?? wrappedValue
    }
}

/// Options that several commands have in common.
@propertyWrapper
package struct OptionGroup<Group> {
    package let wrappedValue: Group

    // The type itself asks for nothing: otherwise every process would look for the conformance when it is first used.
    package init() where Group: ArgumentGroup { wrappedValue = Group() }
}

extension OptionGroup: Sendable where Group: Sendable {}
