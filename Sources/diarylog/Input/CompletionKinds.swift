internal import DiarylogArguments

// What a shell offers of a diary, for the declarations of the commands.

extension CompletionKind {
    static let commands = CompletionKind.found { typed in
        let language = Completing.language(of: typed)
        var offers: [Offer] = []
        for command in Diarylog.commands where !Diarylog.isAction(command) {
            let first = command.about.name.words[0]
            let isAlone = first == command.about.name
            if offers.contains(where: { $0.word == first }) { continue }
            offers.append(Offer(word: first, about: isAlone ? command.about.abstract.text(language) : ""))
        }
        return offers
    }
    /// What `help` takes.
    static let topics = CompletionKind.found { typed in
        let language = Completing.language(of: typed)
        return Diarylog.commands.map { Offer(word: $0.about.name, about: $0.about.abstract.text(language)) }
            + HelpTopic.all.map { Offer(word: $0) }
    }
    static let entries = offered { asked in try asked.entries() }
    /// What `restore` takes: deleted entries.
    static let deletedEntries = offered { asked in try asked.entries(deleted: true) }
    static let tags = offered { asked in try asked.tags() }
    static let days = offered { asked in try asked.days() }
    static let moments = offered { asked in try asked.days() + asked.operations() }
    static let operations = offered { asked in try asked.operations() }
    static let places = offered { asked in asked.places() }
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
