internal import ArgumentParser

/// A word that a shell offers where somebody pressed the tabulator, and what is said of it.
struct Offer {
    var word: String
    var about = ""

    /// As a shell's completion script wants it: in zsh and fish with what is said of it.
    ///
    /// What stands in a diary is no part of a script: the text of a line is safe for a screen and has no line end, and
    /// bash, which expands the words that it is given, gets them in quotes.
    func text(for shell: CompletionShell?) -> String {
        let word = OnScreen.safe(word)
        let about = OnScreen.safe(about)
        switch shell {
        case .bash?: return "'" + word.replacing("'", with: "'\\''") + "'"
        case .zsh?:
            let escaped = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return about.isEmpty ? escaped : "\(escaped):\(about)"
        case .fish?: return about.isEmpty ? word : "\(word)\t\(about)"
        default: return word
        }
    }
}

extension CompletionKind {
    static let entries = offered { (asked) throws(Problem) in try asked.entries() }
    /// What `restore` takes: deleted entries.
    static let deletedEntries = offered { (asked) throws(Problem) in try asked.entries(deleted: true) }
    static let tags = offered { (asked) throws(Problem) in try asked.tags() }
    /// What `tag` takes: a tag or two, or a tag and entries.
    static let tagging = offered { (asked) throws(Problem) in
        let words = asked.words(behind: "tag")
        return words.count < 2 || words.first == "rename" ? try asked.tags() : try asked.entries()
    }
    static let days = offered { (asked) throws(Problem) in try asked.days() }
    static let moments = offered { (asked) throws(Problem) in try asked.days() + asked.operations() }
    static let operations = offered { (asked) throws(Problem) in try asked.operations() }
    static let diaries = offered { (asked) throws(Problem) in try asked.diaries() }
    static let templates = offered { (asked) throws(Problem) in Template.names.map { Offer(word: $0) } }
    static let drafts = offered { (asked) throws(Problem) in try asked.drafts() }
    static let settings = CompletionKind.list(Settings.Key.allCases.map(\.rawValue))

    /// Where something cannot be read, nothing is offered, and nothing is said: the command says it when it is run.
    private static func offered(
        _ find: @escaping @Sendable (Offering) throws(Problem) -> [Offer]
    ) -> CompletionKind {
        .custom { words, index, prefix in
            guard let offers = try? find(Offering(words, index, prefix)) else { return [] }
            return offers.map { $0.text(for: CompletionShell.requesting) }
        }
    }
}
