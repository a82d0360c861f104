internal import DiarylogArguments

/// Shows help on a command, or on a topic.
struct Help: WithoutDates {
    static let about = CommandWords(
        "help",
        abstract: HelpText(
            "Show help on a command, or on a topic: \(HelpTopic.names).", "명령이나 주제의 도움말을 보입니다: \(HelpTopic.names)."))

    @Argument("topic", help: HelpText("A command or a topic.", "명령이나 주제."))
    var topic: String?

    @Flag("all", help: HelpText("With the filters that many commands share.", "여러 명령에 공통인 거르기 옵션도."))
    var all = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        guard let topic else { return try session.page(Overview.text(session.language)) }
        if topic == "json" { return try session.page(JSONTopic.text(session.language)) }
        let topicText = HelpTopic(called: topic).map { session.text($0.sentence) }
        let name = Diarylog.command(topic) == nil ? MeantCommand.command(called: topic) ?? topic : topic
        let usage = Diarylog.command(name).map { HelpPage($0, session.language, whole: all).text }
        // A topic may be a command as well: then its examples come first, and its options after them.
        let parts = [topicText, usage].compactMap { $0 }
        if parts.isEmpty { throw Problem.unknownTopic(topic) }
        try session.page(parts.joined(separator: "\n\n") + "\n")
    }
}
