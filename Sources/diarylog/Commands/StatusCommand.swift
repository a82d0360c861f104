internal import DiaryEngine
internal import DiarylogArguments

/// What `diarylog` does without a command: it says what there is to do, and where one stands.
struct StatusCommand: DiaryCommand {
    static let about = CommandWords("standing", abstract: HelpText("Say where one stands.", "지금 어디에 있는지 말합니다."))

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        if session.isJSON {
            let name = global.json ? "--json" : "--jsonl"
            throw Problem.badArguments(ParserWords.sentence(.unknownOption(name, near: nil)))
        }
        try session.write(Greeting.text(session.language, status: try lines(session)))
    }

    private func lines(_ session: Session) throws -> [String] {
        let path = try session.path()
        let diary: Diary
        do { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            return [session.text(Greeting.vacant), "  " + OnScreen.cut(OnScreen.safe(path), to: 78)]
        }
        let totals = try diary.totals()
        var request = ListRequest()
        request.limit = 1
        let newest = try diary.list(request).entries.first
        var lines = [session.text(Greeting.status(path, entries: totals.live))]
        if let newest {
            let title = OnScreen.cut(OnScreen.title(newest, session), to: 40)
            lines.append(session.text(Greeting.newest(OnScreen.date(newest.content.date, session), title)))
        }
        let drafts = try diary.drafts().count + session.editorFiles(in: diary).count
        if drafts > 0 { lines.append(session.text(Greeting.waiting(drafts))) }
        let others = OtherLogs(of: path)
        if !others.names.isEmpty {
            lines.append(session.text(Greeting.otherLogs(others.names.count)))
        }
        let conflicts = try diary.conflicts().count
        if conflicts > 0 { lines.append(session.text(Greeting.conflicts(conflicts))) }
        return lines.map { OnScreen.cut(OnScreen.safe($0), to: 80) }
    }
}
