internal import ArgumentParser
internal import DiaryEngine
internal import DiaryModel
internal import Interchange

/// Shows an entry.
struct Show: DiaryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show an entry.", discussion: "In a pipe it is exactly the text, byte for byte.")

    @Argument(help: "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3 for a version.")
    var entry: String

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        let point = try session.point()
        let diary = try session.open()
        let entry = try session.entry(entry, in: diary, at: point)
        if session.isJSON { return try session.write(EntryJSON.object(entry, isFull: true)) }
        guard session.isTerminal else {
            try session.write(entry.content.text)
            return session.sayBranches(of: entry)
        }
        try session.page(header(entry, session) + OnScreen.safe(entry.text, lines: true) + "\n")
    }

    private func header(_ entry: Entry, _ session: Session) -> String {
        let content = entry.content
        let day = DateStyle.weekdayName(content.date.civil, language: session.language)
        var line = OnScreen.paint(OnScreen.date(content.date, session) + " " + day, 36, session)
        if content.isStarred { line += " ★" }
        if entry.isDeleted { line += " " + session.text(.deleted) }
        let tags = content.tags.map { "#" + OnScreen.safe($0.text) }.joined(separator: " ")
        if !tags.isEmpty { line += "\n" + tags }
        line += "\n" + OnScreen.paint("\(OnScreen.shortID(entry.id)) v\(entry.version)", 33, session) + "\n"
        for notice in entry.branchNotices { line += OnScreen.paint(session.text(notice.sentence), 31, session) + "\n" }
        return line + "\n"
    }
}
