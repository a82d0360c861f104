internal import ArgumentParser
internal import DiaryEngine
internal import Host

/// What `diarylog` does without a command: it says what there is to do, and where one stands.
struct Standing: DiaryCommand {
    static let configuration = CommandConfiguration.of(abstract: "Say where one stands.")

    @OptionGroup var global: GlobalOptions

    /// Nil if the words name a command, or ask for help or the version.
    static func asked(_ words: [String]) -> Standing? {
        guard words.allSatisfy({ !["--help", "-h", "--version", "--json", "--jsonl"].contains($0) }) else { return nil }
        return try? parse(words)
    }

    func carryOut(in session: Session) throws(Problem) {
        try session.refuseMoment()
        try session.write(Greeting.text(session.language, standing: try lines(session)))
    }

    private func lines(_ session: Session) throws(Problem) -> [String] {
        let path = try session.path()
        let diary: Diary
        do throws(Problem) { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            return [session.text(Greeting.vacant), "  " + OnScreen.cut(OnScreen.safe(path), to: 78)]
        }
        let totals = try bridging { () throws(DiaryError) in try diary.totals() }
        var request = ListRequest()
        request.limit = 1
        let newest = try bridging { () throws(DiaryError) in try diary.list(request) }.entries.first
        var lines = [session.text(Greeting.standing(path, entries: totals.live))]
        if let newest {
            let title = OnScreen.cut(OnScreen.title(newest, session), to: 40)
            lines.append(session.text(Greeting.newest(OnScreen.date(newest.content.date, session), title)))
        }
        let drafts = try bridging { () throws(DiaryError) in try diary.drafts().count }
        if drafts > 0 { lines.append(session.text(Greeting.waiting(drafts))) }
        return lines.map { OnScreen.cut(OnScreen.safe($0), to: 80) }
    }
}
