internal import DiarylogArguments

// What a shell offers of a diary, for the declarations of the commands.

extension CompletionKind {
    static let commands = CompletionKind.found { typed in
        let language = Completing.language(of: typed)
        return Diarylog.commands.map { Offer(word: $0.about.name, about: $0.about.abstract.text(language)) }
    }
    static let entries = offered { asked in try asked.entries() }
    /// What `restore` takes: deleted entries.
    static let deletedEntries = offered { asked in try asked.entries(deleted: true) }
    static let tags = offered { asked in try asked.tags() }
    /// What `tag` takes: a tag or two, or a tag and entries.
    static let tagging = offered { asked in
        let words = asked.words(behind: "tag")
        return words.count < 2 || words.first == "rename" ? try asked.tags() : try asked.entries()
    }
    static let days = offered { asked in try asked.days() }
    static let moments = offered { asked in try asked.days() + asked.operations() }
    static let operations = offered { asked in try asked.operations() }
    static let diaries = offered { asked in try asked.diaries() }
    static let templates = offered { asked in Template.names.map { Offer(word: $0) } }
    static let drafts = offered { asked in try asked.drafts() }
    static let settings = CompletionKind.list(Settings.Key.allCases.map(\.rawValue))

    /// Where something cannot be read, nothing is offered, and nothing is said: the command says it when it is run.
    private static func offered(
        _ find: @escaping @Sendable (Offering) throws -> [Offer]
    ) -> CompletionKind {
        .found { typed in (try? find(Offering(typed))) ?? [] }
    }
}
