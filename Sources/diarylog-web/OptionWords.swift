internal import DiarylogArguments

/// What is said about the options.
enum OptionWords {
    /// The page of `--help`.
    static func help(_ language: Language) -> String {
        let all = Options.declarations + Declaration.ofEveryCommand
        let width = all.map(\.synopsis.count).max() ?? 0
        let lines = all.map { declaration in
            let room = String(repeating: " ", count: width - declaration.synopsis.count + 2)
            let usual = declaration.usual.map { " (\($0))" } ?? ""
            return "  \(declaration.synopsis)\(room)\(language.of(declaration.help))\(usual)"
        }
        let about = [Options.about.abstract, Options.about.discussion].compactMap { $0.map(language.of) }
        return about.joined(separator: "\n") + "\n\n\(Options.usage)\n\n" + lines.joined(separator: "\n")
    }
}
