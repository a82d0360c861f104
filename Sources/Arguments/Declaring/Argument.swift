/// A word without a name, by its position; an array takes all that are left.
///
///     @Argument("file", help: "What to read.", completion: .files)
///     var file: String
@propertyWrapper
package struct Argument<Value> {
    private let value: Value?

    /// A command can be read only once its words were.
    package var wrappedValue: Value {
        guard let value else { preconditionFailure("an argument has a value only in a command that was parsed") }
        return value
    }

    /// One that must be there.
    package init(_ name: String, help: HelpText, completion: CompletionKind = .none) where Value: ArgumentValue {
        let field = Field(.argument, name, nil, nil, .word, help, completion)
        let values: [Value]? = field.values()
        value = field.required(values)?.last
    }

    package init(wrappedValue: Value, _ name: String, help: HelpText, completion: CompletionKind = .none)
    where Value: ArgumentValue {
        let values: [Value] =
            Field(
                .argument, name, nil, nil, .word, help, completion, isOptional: true,
                usual: { wrappedValue.argument }
            ).values() ?? []
        value = values.last ?? wrappedValue
    }

    package init<Element: ArgumentValue>(_ name: String, help: HelpText, completion: CompletionKind = .none)
    where Value == Element? {
        let values: [Element] =
            Field(.argument, name, nil, nil, .word, help, completion, isOptional: true).values() ?? []
        value = .some(values.last)
    }

    /// All that are left, at least one.
    package init<Element: ArgumentValue>(_ name: String, help: HelpText, completion: CompletionKind = .none)
    where Value == [Element] {
        let field = Field(.argument, name, nil, nil, .word, help, completion, isRepeated: true)
        value = field.required(field.values())
    }

    /// All that are left, or these.
    package init<Element: ArgumentValue>(
        wrappedValue: Value, _ name: String, taking: Taking = .word, help: HelpText, completion: CompletionKind = .none
    ) where Value == [Element] {
        let values: [Element]? =
            Field(.argument, name, nil, nil, taking, help, completion, isRepeated: true, isOptional: true).values()
        value = values.flatMap { $0.isEmpty ? nil : $0 } ?? wrappedValue
    }
}

extension Argument: Sendable where Value: Sendable {}
