internal import DiaryEngine
internal import DiarylogHost
internal import Interchange

/// How jrnl lays entries out for people: a line of date and title, the body behind bars, or all of it in a box.
struct JrnlLayout {
    private let settings: JrnlSettings
    private let columns: Int?
    private let session: Session

    init(_ settings: JrnlSettings, _ session: Session) {
        (self.settings, self.session) = (settings, session)
        columns = settings.columns == 0 ? Terminal.width(of: .output) ?? 79 : settings.columns
    }

    /// Date and title in one line, as questions name an entry.
    func plainTitle(_ entry: Entry) -> String {
        date(entry) + " " + OnScreen.safe(JrnlTitle(of: entry.text).title)
    }

    private func date(_ entry: Entry) -> String { settings.timeFormat.write(entry.content.date.civil) }

    func short(_ entry: Entry) -> String {
        let title = session.shown(JrnlTitle(of: entry.text).title)
        return OnScreen.paint(date(entry), 36, session) + " " + OnScreen.paint(title, 1, session) + "\n"
    }

    /// Date and title, the body behind bars, and a blank line.
    func pretty(_ entry: Entry) -> String {
        let parts = JrnlTitle(of: entry.text)
        let date = date(entry)
        var lines = OnScreen.wrapped(date + " " + session.shown(parts.title), to: columns)
        for index in lines.indices {
            let rest = index == 0 && lines[0].hasPrefix(date) ? String(lines[0].dropFirst(date.count)) : lines[index]
            let head = rest == lines[index] ? "" : OnScreen.paint(date, 36, session)
            lines[index] = head + OnScreen.paint(rest, 1, session)
        }
        if !parts.body.isEmpty {
            var bar = settings.indent
            while bar.last?.isWhitespace == true { bar.removeLast() }
            bar += bar.isEmpty ? "" : " "
            let width = columns.map { max($0 - OnScreen.width(of: bar), 10) }
            lines += OnScreen.wrapped(session.shown(parts.body, lines: true), to: width).map { bar + $0 }
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// A box of lines, with the date on its corner.
    func boxed(_ entry: Entry) -> String {
        let parts = JrnlTitle(of: entry.text)
        let date = date(entry)
        let inner = max((columns ?? 79) - 2, OnScreen.width(of: date) + 12)
        let first = inner - OnScreen.width(of: date)
        var title = OnScreen.wrapped(session.shown(parts.title), to: first - 1)
        let rest = title.count > 1 ? OnScreen.wrapped(title.dropFirst().joined(separator: " "), to: inner - 1) : []
        title = Array(title.prefix(1)) + rest
        var lines = ["┎" + String(repeating: "─", count: first) + "╮" + date]
        lines.append(
            "┃ " + OnScreen.padded(title.first ?? "", to: first - 1) + "╘"
                + String(repeating: "═", count: max(OnScreen.width(of: date) - 1, 0)) + "╕")
        func row(_ text: String) -> String { "┃ " + OnScreen.padded(text, to: inner - 1) + "│" }
        lines += title.dropFirst().map(row)
        if !parts.body.isEmpty {
            lines.append("┠" + String(repeating: "╌", count: inner) + "┤")
            lines += OnScreen.wrapped(session.shown(parts.body, lines: true), to: inner - 1).map(row)
        }
        lines.append("┖" + String(repeating: "─", count: inner) + "┘")
        return lines.joined(separator: "\n") + "\n"
    }
}
