internal import ArgumentParser

/// Shows help on a command, or on a topic.
struct Help: DiaryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show help on a command, or on a topic: json.")

    @Argument(help: "A command, or json.")
    var topic: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        guard let topic else { return try session.page(Diarylog.helpMessage() + "\n") }
        if topic == "json" { return try session.page(JSONTopic.text(session.language)) }
        let command = Diarylog.configuration.subcommands.first {
            ($0.configuration.commandName ?? "\($0)".lowercased()) == topic
        }
        guard let command else { throw .usage(.unknownTopic(topic)) }
        try session.page(Diarylog.helpMessage(for: command) + "\n")
    }
}
