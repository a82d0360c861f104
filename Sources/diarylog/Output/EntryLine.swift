internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Host

/// An entry as one line of a list.
enum EntryLine {
    /// For a pipe: id, date and title, separated by tabs, without anything else.
    static func plain(_ entry: Entry, _ session: Session) -> String {
        let title = OnScreen.title(entry, session).map { $0 == "\t" ? " " : $0 }
        return entry.id.hexadecimal + "\t" + entry.content.date.rfc3339() + "\t" + String(title) + "\n"
    }

    /// The mark of an entry in conflict; empty for other entries.
    static func conflict(_ entry: Entry, _ session: Session) -> String {
        entry.status == .conflict ? session.text(.conflict) + " " : ""
    }

    /// For a terminal: short id, date, star, mark of a conflict, title, tags and preview, cut to the terminal's width.
    static func onTerminal(_ entry: Entry, _ session: Session, width: Int) -> String {
        let headline = Headline(of: entry.text)
        let id = OnScreen.shortID(entry.id)
        let date = OnScreen.date(entry.content.date, session)
        let star = (entry.content.isStarred ? "★ " : "") + conflict(entry, session)
        let title = OnScreen.safe(OnScreen.title(entry, session))
        let tags = entry.content.tags.map { " #" + OnScreen.safe($0.text) }.joined()
        let taken = (id + "  " + date + "  ").reduce(0) { $0 + OnScreen.width($1) }
        let shownTitle = OnScreen.cut(star + title, to: max(width - taken, 10))
        let rest = max(width - taken - shownTitle.reduce(0) { $0 + OnScreen.width($1) }, 0)
        let preview = headline.preview.isEmpty ? "" : "  " + OnScreen.safe(headline.preview)
        let tail = rest > 4 ? OnScreen.cut(tags + preview, to: rest) : ""
        return OnScreen.paint(id, 33, session) + "  " + OnScreen.paint(date, 36, session) + "  "
            + OnScreen.paint(shownTitle, 1, session) + OnScreen.paint(tail, 2, session) + "\n"
    }
}
