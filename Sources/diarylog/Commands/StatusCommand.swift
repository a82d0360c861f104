internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments

/// What `diarylog` does without a command: it says what there is to do, and where one stands.
struct StatusCommand: DiaryCommand {
    static let about = CommandWords("standing", abstract: Sentence("Say where one stands.", "지금 어디에 있는지 말합니다."))

    func carryOut(in session: Session) throws {
        if session.isJSON {
            let name = session.options.json ? "--json" : "--jsonl"
            throw Problem(
                usage: "\(name) is for the answer of a command, and none was named", "\(name, .topic) 명령과 함께 씁니다",
                hint: "diarylog help shows the commands.", "diarylog help로 명령을 볼 수 있습니다.")
        }
        try session.write(Greeting.text(session.language, status: try lines(session)))
    }

    private func lines(_ session: Session) throws -> [String] {
        let path = try session.path()
        let diary: Diary
        do { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            let vacant = Sentence(
                "There is no diary yet; the first diarylog add makes one:", "아직 일기장이 없습니다. 처음 diarylog add를 하면 생깁니다:")
            let unended = Sentence.unendedJoin(at: path).map { [session.text($0)] } ?? []
            return [session.text(vacant), "  " + OnScreen.safe(path)] + unended
        }
        let totals = try diary.totals()
        var request = ListRequest()
        request.limit = 1
        var lines = [Sentence("\(path): \(totals.live, "entry", "entries").", "\(path): 일기 \(totals.live)편.")]
        if let newest = try diary.list(request).entries.first {
            let name = OnScreen.named(newest, session)
            lines.append(Sentence("The newest: \(name)", "가장 새로운 것: \(name)"))
        }
        let drafts = try diary.drafts().count + session.editorFiles(in: diary).count
        if drafts > 0 {
            lines.append(
                Sentence(
                    "\(drafts, "draft waits", "drafts wait"): diarylog draft list shows what was typed.",
                    "초안이 \(drafts)개 있습니다. diarylog draft list로 쓰다 만 글을 볼 수 있습니다."))
        }
        lines += try [OtherLogs(of: diary, at: path).sentence, .unendedJoin(at: path)].compactMap { $0 }
        let conflicts = try diary.conflicts().count
        if conflicts > 0 { lines.append(Greeting.conflicts(conflicts)) }
        return lines.map { OnScreen.safe(session.text($0)) }
    }
}

/// What `diarylog` alone says: the everyday commands, and where one stands. It fits a screen of 24 lines.
package enum Greeting {
    private static var everyday: [(Sentence, any DiaryCommand.Type)] {
        [
            (Sentence("add TEXT", "add 글"), Add.self), (same("list"), List.self), (same("show @1"), Show.self),
            (Sentence("search WORDS", "search 낱말"), Search.self), (same("edit @1"), Edit.self),
            (same("delete @1"), Delete.self), (same("undo"), Undo.self), (same("stats"), Stats.self),
            (Sentence("backup PLACE", "backup 곳"), Backup.self),
        ]
    }

    private static func same(_ words: String) -> Sentence { Sentence(words, words) }

    private static let tail = Sentence(
        """
        diarylog help shows all commands, diarylog help COMMAND one of them.
        Topics: \(HelpTopic.names).
        """,
        """
        diarylog help는 모든 명령을, diarylog help 명령은 그 하나를 보여 줍니다.
        주제: \(HelpTopic.names).
        """)

    /// How many entries several devices wrote at once.
    static func conflicts(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "entry was", "entries were") written on two devices at once: diarylog conflicts.",
            "두 기기에서 동시에 고친 일기가 \(count)편 있습니다. diarylog conflicts로 볼 수 있습니다.")
    }

    static func text(_ language: Language, status: [String], _ layout: PageLayout = .screen) -> String {
        let rows = everyday.map { ($0, $1.about.abstract.text(language)) }
        let past = Sentence("the diary as it was then", "그때의 일기장").text(language)
        let all = rows + [(Sentence("list --at yesterday", "list --at 어제"), past)]
        return layout.line("diarylog: " + Diarylog.abstract.text(language)) + "\n\n"
            + all.map { layout.row("  diarylog " + $0.text(language), $1, room: 32) }.joined() + "\n"
            + status.map { layout.line($0) + "\n" }.joined() + "\n" + layout.text(tail.text(language)) + "\n"
    }
}
