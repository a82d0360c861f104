package import DiarylogWords

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
    package init(_ name: String, taking: Taking = .word, help: Sentence, completion: CompletionKind = .none)
    where Value: ArgumentValue {
        let declaration = Declaration(
            .argument, name, taking: taking, help: help, completion: completion, isOptional: false)
        value = declaration.required(declaration.values(Value.self))?.last
    }

    package init<Element: ArgumentValue>(_ name: String, help: Sentence, completion: CompletionKind = .none)
    where Value == Element? {
        let declaration = Declaration(.argument, name, help: help, completion: completion)
        value = .some(declaration.values(Element.self)?.last)
    }

    /// All that are left, at least one.
    package init<Element: ArgumentValue>(_ name: String, help: Sentence, completion: CompletionKind = .none)
    where Value == [Element] {
        let declaration = Declaration(
            .argument, name, help: help, completion: completion, isRepeated: true, isOptional: false)
        value = declaration.required(declaration.values(Element.self))
    }

    /// All that are left, or these.
    package init<Element: ArgumentValue>(
        wrappedValue: Value, _ name: String, taking: Taking = .word, help: Sentence, completion: CompletionKind = .none
    ) where Value == [Element] {
        let declaration = Declaration(
            .argument, name, taking: taking, help: help, completion: completion, isRepeated: true)
        let values = declaration.values(Element.self) ?? []
        value = values.isEmpty ? wrappedValue : values
    }
}

extension Argument: Sendable where Value: Sendable {}
