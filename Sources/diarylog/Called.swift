internal import DiarylogArguments

/// What a command line asks for: a command, and the words for it.
///
///     diarylog --lang ko list -3          list, with --lang ko --limit 3
///     diarylog "Walked along the Han."    add, with the text
///     diarylog ls                         list, and that is said
struct Called {
    let kind: any DiaryCommand.Type
    /// The words that are not its name.
    let words: [String]
    /// What it was called in the place of its name, and what that means.
    private(set) var alias: (typed: String, meaning: String)?

    /// Its name; nil where no command was named.
    var name: String? { kind == StatusCommand.self ? nil : kind.about.name }

    /// Throws for a word that is no command and cannot be an entry.
    init(_ all: [String]) throws {
        let count = LeadingOptions.leading(all)
        let (options, rest) = (Array(all[..<count]), Array(all[count...]))
        if let (kind, count) = Diarylog.command(beginning: rest) {
            (self.kind, words) = (kind, options + Self.counted(Array(rest[count...]), for: kind))
            return
        }
        guard let first = rest.first, !first.hasPrefix("-") else {
            // A number of entries alone, as -3, lists the newest.
            let isCount = rest.first.map(Self.isCount) == true
            kind = isCount ? List.self : StatusCommand.self
            words = options + (isCount ? Self.counted(rest, for: List.self) : rest)
            return
        }
        // No command has a blank in its name: such a word is an entry.
        if first.contains(where: \.isWhitespace) {
            (kind, words) = (Add.self, options + rest)
            return
        }
        if let meaning = CommandAliases.meaning(of: first) {
            let meant = meaning.words + rest.dropFirst()
            if let (kind, count) = Diarylog.command(beginning: meant) {
                (self.kind, words) = (kind, options + Self.counted(Array(meant[count...]), for: kind))
                alias = (first, meaning)
                return
            }
        }
        // What begins with a date is an entry.
        throw Problem.unknownCommand(
            first, near: first.hasSuffix(":") ? ["add"] : CommandAliases.guesses(for: first, among: Diarylog.names))
    }

    /// Reads the first `-3` of a list or a log as how many are wanted.
    private static func counted(_ words: [String], for kind: any DiaryCommand.Type) -> [String] {
        guard kind == List.self || kind == Log.self,
            let index = words.prefix(while: { $0 != "--" }).firstIndex(where: isCount)
        else { return words }
        return words[..<index] + ["--limit", String(words[index].dropFirst())] + words[(index + 1)...]
    }

    private static func isCount(_ word: String) -> Bool {
        word.utf8.count > 1 && word.hasPrefix("-") && word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}
