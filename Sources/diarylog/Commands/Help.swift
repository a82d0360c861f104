internal import ArgumentParser

/// Shows help on a command, or on a topic.
struct Help: DiaryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show help on a command, or on a topic: json.")

    @Argument(help: "A command, or json.")
    var topic: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        guard let topic else { return try session.page(Overview.text(session.language)) }
        if topic == "json" { return try session.page(JSONTopic.text(session.language)) }
        guard let command = Diarylog.commands.first(where: { Diarylog.name(of: $0) == topic }) else {
            throw .usage(.unknownTopic(topic))
        }
        try session.page(Diarylog.helpMessage(for: command) + "\n")
    }
}
