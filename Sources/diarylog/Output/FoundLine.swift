internal import DiaryEngine
internal import DiarylogHost

/// What a search found, as lines.
enum FoundLine {
    /// For a pipe: id (with the number of a version), date and snippet, separated by tabs.
    static func plain(
        _ found: FoundEntry, _ request: SearchRequest, _ session: Session, isColoured: Bool
    ) -> String {
        let id = found.entry.id.hexadecimal + (request.allVersions ? "@v\(found.entry.version)" : "")
        let snippet = String(decoding: found.snippet.utf8.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
        let date = found.entry.content.date.rfc3339()
        guard isColoured else { return id + "\t" + date + "\t" + snippet + "\n" }
        return session.paint(id, 33) + "\t" + session.paint(date, 36) + "\t"
            + marked(found, snippet, to: .max, session) + "\n"
    }

    /// For a terminal: short id, date and title on one line, or the title on its own where that is narrow, and below it
    /// the snippet with its matches marked.
    static func onTerminal(_ found: FoundEntry, _ request: SearchRequest, _ session: Session) -> String {
        let width = Terminal.width(of: .output) ?? 80
        let version = request.allVersions ? "@v\(found.entry.version)" : ""
        let id = OnScreen.shortID(found.entry.id) + version
        let date = OnScreen.date(found.entry.content.date, session)
        let star = (found.entry.content.isStarred ? "★ " : "") + EntryLine.conflict(found.entry, session)
        let isNarrow = width < EntryLine.narrow
        let room = max(10, width - (isNarrow ? 2 : OnScreen.width(of: id + date) + 4))
        let head =
            session.paint(id, 33) + "  " + session.paint(date, 36) + (isNarrow ? "\n  " : "  ")
        if found.entry.headline.body.isEmpty {
            // One line: what matches is all there is to show.
            return head + star + marked(found, found.snippet, to: room - OnScreen.width(of: star), session) + "\n"
        }
        let title = star + OnScreen.safe(OnScreen.title(found.entry, session))
        return head + session.paint(OnScreen.cut(title, to: room), 1) + "\n    "
            + marked(found, found.snippet, to: width - 4, session) + "\n"
    }

    private static func marked(_ found: FoundEntry, _ snippet: String, to columns: Int, _ session: Session) -> String {
        let bytes = Array(snippet.utf8)
        var pieces: [(text: String, isMatch: Bool)] = []
        var start = 0
        for match in found.matches {
            pieces.append((String(decoding: bytes[start..<match.lowerBound], as: UTF8.self), false))
            pieces.append((String(decoding: bytes[match], as: UTF8.self), true))
            start = match.upperBound
        }
        pieces.append((String(decoding: bytes[start...], as: UTF8.self), false))
        var left = columns
        var line = ""
        for (text, isMatch) in pieces where left > 1 {
            let shown = OnScreen.cut(OnScreen.safe(text), to: left)
            left -= OnScreen.width(of: shown)
            line += isMatch ? session.paint(shown, 31) : shown
        }
        return line
    }
}
