/// An option with a value: `--limit 3` or `--limit=3`.
///
///     @Option("limit", short: "n", value: "n", in: 1...500, help: "At most this many.")
///     var limit: Int?
///
/// Without a default its type is optional. The type of one that may be given again is an array. `against` names what it
/// cannot stand beside, and `with` what it is for: `--json`, or an argument as `FILE`.
@propertyWrapper
package struct Option<Value> {
    package let wrappedValue: Value

    package init<Element: ArgumentValue>(
        _ name: String, short: Character? = nil, value: String? = nil, taking: Taking = .word,
        against: [String] = [], with: String? = nil, help: HelpText, completion: CompletionKind = .none
    ) where Value == Element? {
        let field = Field(
            .option, name, short, value, taking, help, completion, isOptional: true, against: against, with: with)
        let values: [Element] = field.values() ?? []
        wrappedValue = values.last
    }

    /// A number. What is counted with has bounds, so that no number of a command line can be one too many.
    package init(
        _ name: String, short: Character? = nil, value: String? = nil, in bounds: ClosedRange<Int>,
        against: [String] = [], with: String? = nil, help: HelpText
    ) where Value == Int? {
        let field = Field(
            .option, name, short, value, .word, help, .none, isOptional: true, against: against, with: with)
        wrappedValue = field.numbers(in: bounds)?.last
    }

    package init(
        wrappedValue: Value, _ name: String, short: Character? = nil, value: String? = nil,
        in bounds: ClosedRange<Int>, help: HelpText
    ) where Value == Int {
        let field = Field(
            .option, name, short, value, .word, help, .none, isOptional: true, usual: { String(wrappedValue) })
        self.wrappedValue = field.numbers(in: bounds)?.last ?? wrappedValue
    }

    package init(
        wrappedValue: Value, _ name: String, short: Character? = nil, value: String? = nil, taking: Taking = .word,
        help: HelpText, completion: CompletionKind = .none
    ) where Value: ArgumentValue {
        let values: [Value] =
            Field(
                .option, name, short, value, taking, help, completion, isOptional: true,
                usual: { wrappedValue.argument }
            ).values() ?? []
        self.wrappedValue = values.last ?? wrappedValue
    }

    package init<Element: ArgumentValue>(
        wrappedValue: Value, _ name: String, short: Character? = nil, value: String? = nil, taking: Taking = .word,
        help: HelpText, completion: CompletionKind = .none
    ) where Value == [Element] {
        let values: [Element]? =
            Field(.option, name, short, value, taking, help, completion, isRepeated: true, isOptional: true).values()
        self.wrappedValue = values.flatMap { $0.isEmpty ? nil : $0 } ?? wrappedValue
    }
}

extension Option: Sendable where Value: Sendable {}

/// An option without a value: there or not.
@propertyWrapper
package struct Flag: Sendable {
    package let wrappedValue: Bool

    package init(
        wrappedValue: Bool, _ name: String, short: Character? = nil, against: [String] = [], with: String? = nil,
        help: HelpText
    ) {
        let field = Field(.flag, name, short, nil, .word, help, .none, isOptional: true, against: against, with: with)
        self.wrappedValue = field.typed().map { !$0.isEmpty } ?? wrappedValue
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
