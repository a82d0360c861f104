internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// An entry as one line of a list.
enum EntryLine {
    /// For a pipe: id, date and title, separated by tabs, without anything else but colours that were asked for.
    static func plain(_ entry: Entry, _ session: Session, isColoured: Bool) -> String {
        let (id, date) = (entry.id.hexadecimal, entry.content.date.rfc3339())
        let title = OnScreen.column(OnScreen.title(entry, session))
        guard isColoured else { return id + "\t" + date + "\t" + title + "\n" }
        return session.paint(id, 33) + "\t" + session.paint(date, 36) + "\t" + OnScreen.safe(title) + "\n"
    }

    /// The marks of an entry in conflict, and of a contested one; empty for other entries.
    static func conflict(_ entry: Entry, _ session: Session) -> String {
        (entry.status == .conflict ? session.text(.conflict) + " " : "")
            + (entry.isContested ? session.text(.contested) + " " : "")
    }

    /// The date of a row: with the day of the week where the terminal is wide enough for it.
    private static func rowDate(_ entry: Entry, _ session: Session, width: Int) -> String {
        width < 100 ? OnScreen.date(entry.content.date, session) : OnScreen.dateWithWeekday(entry.content.date, session)
    }

    /// The rows of some entries for a terminal, with what stands below each.
    ///
    /// Dates are padded to the widest so far, so that titles stand below each other.
    static func rows(
        _ entries: [Entry], _ session: Session, width: Int, dateWidth: inout Int, below: (Entry) -> String = { _ in "" }
    ) -> String {
        for entry in entries {
            dateWidth = max(dateWidth, OnScreen.width(of: rowDate(entry, session, width: width)))
        }
        var text = ""
        for entry in entries {
            text += onTerminal(entry, session, width: width, dateWidth: dateWidth) + below(entry)
        }
        return text
    }

    /// The first lines of the text behind its title, for below a row.
    static func preview(_ entry: Entry, lines: Int, _ session: Session) -> String {
        let body = entry.headline.body.prefix(lines * 400)
        let width = max((session.textWidth ?? 80) - 4, 10)
        let shown = OnScreen.wrapped(OnScreen.safe(String(body), lines: true), to: width)
            .filter { $0.contains { !$0.isWhitespace } }.prefix(lines)
        return shown.map { "    " + OnScreen.paint($0, 2, session) + "\n" }.joined()
    }

    /// What is known of an entry, without the tags that its title says.
    private static func facts(_ content: EntryContent, besides title: String) -> [String] {
        let words = Set(title.split { !($0.isLetter || $0.isNumber || "#@_-/".contains($0)) })
        let said = content.allTags.map(\.shown).filter { words.contains($0[...]) }
        guard !said.isEmpty else { return content.facts }
        let tags = content.allTags.map(\.shown).filter { !said.contains($0) }.joined(separator: " ")
        return (tags.isEmpty ? [] : [tags]) + content.facts.dropFirst()
    }

    /// Short id, date, star, mark of a conflict, title, tags and preview, cut to the terminal's width.
    private static func onTerminal(_ entry: Entry, _ session: Session, width: Int, dateWidth: Int) -> String {
        let headline = Headline(of: entry.text)
        let id = OnScreen.shortID(entry.id)
        let date = OnScreen.padded(rowDate(entry, session, width: width), to: dateWidth)
        let star = (entry.content.isStarred ? "★ " : "") + conflict(entry, session)
        let title = OnScreen.safe(OnScreen.title(entry, session))
        let facts = Self.facts(entry.content, besides: title)
        let tags = facts.isEmpty ? "" : "  " + OnScreen.safe(facts.joined(separator: " · "))
        let taken = OnScreen.width(of: id + "  " + date + "  ")
        let shownTitle = OnScreen.cut(star + title, to: max(width - taken, 10))
        let rest = max(width - taken - OnScreen.width(of: shownTitle), 0)
        let preview = headline.preview.isEmpty ? "" : "  " + OnScreen.safe(headline.preview)
        let tail = rest > 4 ? OnScreen.cut(tags + preview, to: rest) : ""
        return OnScreen.paint(id, 33, session) + "  " + OnScreen.paint(date, 36, session) + "  "
            + OnScreen.paint(shownTitle, 1, session) + OnScreen.paint(tail, 2, session) + "\n"
    }
}
