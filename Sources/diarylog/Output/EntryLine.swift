internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import Interchange

/// An entry as one line of a list.
enum EntryLine {
    /// For a pipe: id, date and title, separated by tabs, without anything else but colours that were asked for.
    static func plain(_ entry: Entry, _ session: Session, isColoured: Bool) -> String {
        let (id, date) = (entry.id.hexadecimal, entry.content.date.rfc3339())
        let title = OnScreen.column(OnScreen.written(entry, session))
        guard isColoured else { return id + "\t" + date + "\t" + title + "\n" }
        return session.paint(id, 33) + "\t" + session.paint(date, 36) + "\t" + OnScreen.safe(title) + "\n"
    }

    /// The marks of an entry in conflict, and of a contested one; empty for other entries.
    static func conflict(_ entry: Entry, _ session: Session) -> String {
        (entry.status == .conflict ? session.text(.conflict) + " " : "")
            + (entry.isContested ? session.text(.contested) + " " : "")
    }

    /// The narrowest terminal that has a row's date and title beside each other.
    static let narrow = 50

    /// The date of a row: with the day of the week where the terminal is wide enough for it; of an entry on the same
    /// day as the one before it, the time alone.
    private static func rowDate(
        _ entry: Entry, after last: Entry?, _ session: Session, width: Int
    ) -> (text: String, isTimeAlone: Bool) {
        let date = entry.content.date
        if let last, date.precision != .day, last.content.date.civil.dayNumber == date.civil.dayNumber {
            return (session.timeText(date.civil), true)
        }
        return (width < 60 ? OnScreen.date(date, session) : OnScreen.dateWithWeekday(date, session), false)
    }

    /// The rows of some entries for a terminal, with what stands below each.
    ///
    /// Dates are padded to the widest so far, so that titles stand below each other. A day is said once, where a list
    /// goes by days; `last` is the entry before these.
    static func rows(
        _ entries: [Entry], _ session: Session, width: Int, dateWidth: inout Int, last: inout Entry?,
        isByDay: Bool = true, below: (Entry) -> String = { _ in "" }
    ) -> String {
        var dates: [(text: String, isTimeAlone: Bool)] = []
        for entry in entries {
            let date = rowDate(entry, after: isByDay ? last : nil, session, width: width)
            dateWidth = max(dateWidth, OnScreen.width(of: date.text))
            dates.append(date)
            last = entry
        }
        var text = ""
        for (entry, date) in zip(entries, dates) {
            // Times stand below each other, at the end of the column.
            let space = String(repeating: " ", count: max(dateWidth - OnScreen.width(of: date.text), 0))
            let shown = date.isTimeAlone ? space + date.text : date.text + space
            text += onTerminal(entry, session, width: width, date: shown) + below(entry)
        }
        return text
    }

    /// The first lines of the text behind its title, for below a row.
    static func preview(_ entry: Entry, lines: Int, _ session: Session) -> String {
        let body = entry.headline.body.prefix(lines * 400)
        let width = max((session.textWidth ?? 80) - 4, 10)
        let shown = OnScreen.wrapped(OnScreen.safe(String(body), lines: true), to: width)
            .filter { $0.contains { !$0.isWhitespace } }.prefix(lines)
        return shown.map { "    " + session.paint($0, 2) + "\n" }.joined()
    }

    /// What is known of an entry, without the tags that its title says.
    private static func facts(_ content: EntryContent, besides title: String, _ session: Session) -> [String] {
        let all = session.facts(content)
        let words = Set(title.split { !($0.isLetter || $0.isNumber || "#@_-/".contains($0)) })
        let said = content.allTags.map(\.shown).filter { words.contains($0[...]) }
        guard !said.isEmpty else { return all }
        let tags = content.allTags.map(\.shown).filter { !said.contains($0) }.joined(separator: " ")
        return (tags.isEmpty ? [] : [tags]) + all.dropFirst()
    }

    /// The mark of an entry that has pictures, or other files.
    private static func files(_ content: EntryContent) -> String {
        if content.attachments.isEmpty { return "" }
        return content.attachments.contains { $0.mediaType.hasPrefix("image/") } ? " ▣" : " □"
    }

    /// Short id, date, star, mark of a conflict, title, mark of files, tags and preview, cut to the terminal's width.
    /// On a narrow one the title has a line of its own.
    private static func onTerminal(_ entry: Entry, _ session: Session, width: Int, date: String) -> String {
        let headline = Headline(of: entry.text)
        let id = OnScreen.shortID(entry.id)
        let star = (entry.content.isStarred ? "★ " : "") + conflict(entry, session)
        let title = OnScreen.safe(OnScreen.title(entry, session))
        let facts = Self.facts(entry.content, besides: title, session)
        let tags = facts.isEmpty ? "" : "  " + OnScreen.safe(facts.joined(separator: " · "))
        let head = session.paint(id, 33) + "  " + session.paint(date, 36)
        let isNarrow = width < narrow
        let taken = isNarrow ? 2 : OnScreen.width(of: id + "  " + date + "  ")
        let shownTitle = OnScreen.cut(star + title + files(entry.content), to: max(width - taken, 10))
        let rest = max(width - taken - OnScreen.width(of: shownTitle), 0)
        let preview = headline.preview.isEmpty ? "" : "  " + OnScreen.safe(headline.preview)
        let tail = rest > 4 ? OnScreen.cut(tags + preview, to: rest) : ""
        return head + (isNarrow ? "\n  " : "  ") + session.paint(shownTitle, 1)
            + session.paint(tail, 2) + "\n"
    }
}

extension Session {
    /// What is known of an entry besides its text: tags, the place by its name, the weather in the reader's language.
    func facts(_ content: EntryContent) -> [String] {
        var facts = content.facts
        if content.placeName == nil, let place = content.place, let name = name(of: place),
            let index = facts.firstIndex(of: "\(place.degrees.latitude),\(place.degrees.longitude)")
        {
            facts[index] = name
        }
        if language == .ko, let main = content.weather?.main, !main.isEmpty, let last = facts.last,
            last.hasPrefix(main),
            let word = WeatherWords.korean[main.lowercased()]
        {
            facts[facts.count - 1] = word + last.dropFirst(main.count)
        }
        return facts
    }

    /// What the settings call a place, to about a kilometre.
    private func name(of place: Place) -> String? {
        settings.places.sorted { $0.key < $1.key }.first { _, value in
            (try? Place(typed: value.text, isPrecise: true))?.isNear(place) == true
        }?.key
    }
}

/// What services call the weather, for those who read Korean.
enum WeatherWords {
    static let korean: [String: String] = [
        "rain": "비", "drizzle": "이슬비", "snow": "눈", "sleet": "진눈깨비", "clear": "맑음", "clouds": "흐림",
        "partly cloudy": "구름 조금", "fog": "안개", "mist": "안개", "haze": "안개", "smoke": "연기", "dust": "황사",
        "sand": "모래바람", "ash": "화산재", "squall": "돌풍", "tornado": "토네이도", "thunderstorm": "뇌우",
    ]
}

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
