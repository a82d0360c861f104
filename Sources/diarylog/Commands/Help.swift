internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

struct Help: WithoutDates {
    static let about = CommandWords(
        "help",
        abstract: Sentence("Help on a command or a topic; the manual page.", "명령이나 주제의 도움말, 설명서 한 장."),
        discussion: Sentence(
            """
            Topics: \(HelpTopic.names); json is the schema of what --json writes, json NAME one definition of it. --man is the manual page: on a terminal man shows it, in a pipe it is man's \
            source. --completions prints what a shell reads: source <(diarylog help --completions bash); zsh: \
            diarylog help --completions zsh >"${fpath[1]}/_diarylog"; fish: diarylog help --completions fish \
            >~/.config/fish/completions/diarylog.fish.
            """,
            """
            주제: \(HelpTopic.names). json은 --json이 쓰는 것의 스키마이고, json 이름은 그 가운데 하나입니다. --man은 설명서입니다. 터미널에서는 man으로 보이고 파이프에서는 man의 원본을 출력합니다. \
            --completions는 셸이 읽을 자동 완성을 출력합니다: source <(diarylog help --completions bash), zsh는 \
            diarylog help --completions zsh >"${fpath[1]}/_diarylog", fish는 diarylog help --completions fish \
            >~/.config/fish/completions/diarylog.fish.
            """))

    @Argument("topic", help: Sentence("A command or a topic.", "명령이나 주제."), completion: .topics)
    var words: [String] = []

    @Flag("all", help: Sentence("With the filters, too.", "필터까지 모두 보입니다."))
    var all = false

    @Flag("man", help: Sentence("The manual page.", "설명서."))
    var man = false

    @Option(
        "completions", value: "shell", against: ["--man"],
        help: Sentence("The completions of bash, zsh or fish.", "bash, zsh, fish의 자동 완성."))
    var completions: Shell?

    func carryOut(in session: Session) throws {
        if let completions { return try session.write(completions.script) }
        if man { return try showManual(session) }
        if words.isEmpty { return try session.page(Overview.text(session.language)) }
        if words.first == "json" { return try session.page(try schema(words.dropFirst().joined(separator: " "))) }
        try session.page(text(of: words.joined(separator: " "), session))
    }

    private func text(of topic: String, _ session: Session) throws -> String {
        let topicText = HelpTopic(called: topic).map { $0.text(session.language) }
        let meant = Diarylog.command(topic) == nil ? CommandAliases.meaning(of: topic) ?? topic : topic
        let kind = Diarylog.command(beginning: meant.words)?.kind
        let usage = kind.map { HelpPage($0, session.language, whole: all).text }
        // A topic may be a command as well: then its examples come first, and its options after them.
        var parts = [topicText, usage].compactMap { $0 }
        if parts.isEmpty { parts = Diarylog.actions(of: topic).map { Overview.row($0, session.language, .screen) } }
        if parts.isEmpty { throw Problem.unknownTopic(topic) }
        return parts.joined(separator: topicText == nil && usage == nil ? "" : "\n\n") + "\n"
    }

    /// The schema of all that is written as JSON, or one definition of it.
    private func schema(_ name: String) throws -> String {
        let bytes = PackageResources.cli_schema_json
        if name.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        var reader = try JSONReader(bytes)
        guard let definition = try reader.value()["$defs"]?[name] else { throw Problem.unknownTopic("json " + name) }
        return String(decoding: JSONWriter.bytes(definition), as: UTF8.self) + "\n"
    }

    private func showManual(_ session: Session) throws {
        let page = ManualPage(session.language).text
        // On a terminal a person reads, by man and its pager; in a pipe, a program that wants the source.
        let isShown =
            session.isTerminal && (try? ChildProcess.runFeeding(["man", "-l", "-"], input: page.utf8.span)) == 0
        if !isShown { try session.write(page) }
    }
}
