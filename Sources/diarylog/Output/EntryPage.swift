internal import DiaryEngine
internal import DiarylogHost
internal import Interchange

/// A whole entry as people read it: when, what it is filed under, and what it says.
enum EntryPage {
    /// What stands between two entries.
    static let rule = "\n" + String(repeating: "─", count: 8) + "\n\n"

    /// The entry with its text broken at words to so many columns; nil breaks nothing.
    /// Marks of Markdown are shown by bold and the like where there are colours, and not with `isRaw`.
    static func text(_ entry: Entry, _ session: Session, width: Int?, isRaw: Bool = false) -> String {
        let text =
            isRaw ? nil : MarkedScreen.text(entry.content.text, entry.content.attachments, session, width: width)
        let shown =
            text ?? OnScreen.wrapped(session.shown(entry.text, lines: true), to: width).joined(separator: "\n")
        let files = AttachmentLines.of(entry, session).map { $0 + "\n" }.joined()
        return head(entry, session) + "\n" + shown + (shown.hasSuffix("\n") ? "" : "\n")
            + (files.isEmpty ? "" : "\n" + files)
    }

    private static func head(_ entry: Entry, _ session: Session) -> String {
        let content = entry.content
        var text = session.paint(OnScreen.dateWithWeekday(content.date, session), 36)
        if content.isStarred { text += " ★" }
        if entry.isDeleted { text += " " + session.text(.deleted) }
        let facts = session.facts(content)
        if !facts.isEmpty { text += "\n" + OnScreen.safe(facts.joined(separator: " · ")) }
        text += "\n" + session.paint("\(OnScreen.shortID(entry.id)) v\(entry.version)", 33) + "\n"
        for notice in entry.branchNotices { text += session.paint(session.text(notice), 31) + "\n" }
        return text
    }
}

extension Session {
    /// The columns that texts are broken to: those of the terminal; nil in a pipe, where nothing is broken.
    var textWidth: Int? { isTerminal ? Terminal.width(of: .output) ?? 80 : nil }

    /// Shows whole entries, one after the other.
    func show(_ entries: [Entry], isRaw: Bool = false, of diary: Diary, at point: DiaryPoint) throws {
        let width = textWidth
        let answer = Answer("entries", self, [JSONMember("at", .number(try diary.resolve(point).rawValue))])
        for entry in entries {
            try answer.write(
                EntryJSON.object(entry, isFull: true),
                or: (answer.isEmpty ? "" : EntryPage.rule)
                    + EntryPage.text(entry, self, width: width, isRaw: isRaw))
        }
        try answer.finish(at: diary.resolve(point), [JSONMember("next", .null)])
    }
}
