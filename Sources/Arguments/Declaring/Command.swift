// Whoever declares a command has the sentences to say what it is for.
@_exported public import DiarylogWords

/// Options that stand together: `@OptionGroup var global: GlobalOptions`.
package protocol ArgumentGroup {
    /// Makes it with what was typed. Its stored properties are all declarations.
    init()
}

extension ArgumentGroup {
    /// What it declares, in the order of the source.
    package static var declarations: [Declaration] { Form.declarations { _ = Self() } }
}

/// A command: what it is called and is for, and what it declares.
package protocol Command: ArgumentGroup {
    static var about: CommandWords { get }
}

/// What a command is called and is for.
package struct CommandWords: Sendable {
    package let name: String
    /// The word that may stand behind its name and changes nothing, as in `drafts list`.
    package let usual: String?
    private let saidAbstract: @Sendable () -> Sentence
    private let saidDiscussion: @Sendable () -> Sentence?

    /// The words are made when they are asked for: who looks for a command by its name needs no others.
    package init(
        _ name: String, usual: String? = nil, abstract: @autoclosure @escaping @Sendable () -> Sentence,
        discussion: @autoclosure @escaping @Sendable () -> Sentence? = nil
    ) {
        (self.name, self.usual, saidAbstract, saidDiscussion) = (name, usual, abstract, discussion)
    }

    /// What it does, in a sentence.
    package var abstract: Sentence { saidAbstract() }
    /// What else its user should know.
    package var discussion: Sentence? { saidDiscussion() }
}

extension Command {
    /// How it is called, in a line: `tag [<options>] <action> <tag> ...`.
    package static var usage: String {
        var parts = [about.name] + (about.usual.map { ["[\($0)]"] } ?? [])
        let all = declarations
        if all.contains(where: { $0.kind != .argument }) { parts.append("[<options>]") }
        for declaration in all where declaration.kind == .argument {
            let word = declaration.synopsis + (declaration.isRepeated ? " ..." : "")
            parts.append(declaration.isOptional ? "[\(word)]" : word)
        }
        return parts.joined(separator: " ")
    }
}
