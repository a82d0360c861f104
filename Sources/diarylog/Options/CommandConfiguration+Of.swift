internal import ArgumentParser

extension CommandConfiguration {
    /// What a command below `diarylog` is called and is for.
    ///
    /// A command is mostly parsed by itself. Because it says that one stands above it, the parser does not also look
    /// for a request of completions, as two commands of its own: a quarter of the whole start of `list`.
    static func of(_ name: String? = nil, abstract: String, discussion: String = "") -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: "diarylog", abstract: abstract, discussion: discussion)
    }
}
