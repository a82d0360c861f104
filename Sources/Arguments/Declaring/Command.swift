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
    private let saidAbstract: @Sendable () -> HelpText
    private let saidDiscussion: @Sendable () -> HelpText?

    /// The words are made when they are asked for: who looks for a command by its name needs no others.
    package init(
        _ name: String, abstract: @autoclosure @escaping @Sendable () -> HelpText,
        discussion: @autoclosure @escaping @Sendable () -> HelpText? = nil
    ) {
        (self.name, saidAbstract, saidDiscussion) = (name, abstract, discussion)
    }

    /// What it does, in a sentence.
    package var abstract: HelpText { saidAbstract() }
    /// What else its user should know.
    package var discussion: HelpText? { saidDiscussion() }
}

/// A text of the help, in both languages, so that none is said in one and forgotten in the other.
package struct HelpText: Sendable, Hashable {
    package let en: String
    package let ko: String

    package init(_ english: String, _ korean: String) { (en, ko) = (english, korean) }
}

extension Command {
    /// How it is called, in a line: `tag [<options>] <action> <tag> ...`.
    package static var usage: String {
        var parts = [about.name]
        let all = declarations
        if all.contains(where: { $0.kind != .argument }) { parts.append("[<options>]") }
        for declaration in all where declaration.kind == .argument {
            let word = declaration.synopsis + (declaration.isRepeated ? " ..." : "")
            parts.append(declaration.isOptional ? "[\(word)]" : word)
        }
        return parts.joined(separator: " ")
    }
}
