/// Options that stand together: `@OptionGroup var global: GlobalOptions`.
package protocol ArgumentGroup {
    /// Makes it with what was typed. Its stored properties are all declarations.
    init()

    /// Throws if what was typed does not go together.
    func validate() throws(Mistake)
}

extension ArgumentGroup {
    package func validate() throws(Mistake) {}

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
    /// What it does, in a sentence.
    package let abstract: String
    /// What else its user should know.
    package let discussion: String

    package init(_ name: String, abstract: String, discussion: String = "") {
        (self.name, self.abstract, self.discussion) = (name, abstract, discussion)
    }
}
