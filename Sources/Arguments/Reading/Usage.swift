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
