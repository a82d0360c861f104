internal import Arguments

// What a shell offers of a diary, for the declarations of the commands.

extension CompletionKind {
    static let commands = CompletionKind.found { _ in
        Diarylog.commands.map { Offer(word: $0.about.name, about: $0.about.abstract) }
    }
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
        .found { typed in (try? find(Offering(typed))) ?? [] }
    }
}
