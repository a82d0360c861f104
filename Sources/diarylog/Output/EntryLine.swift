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

    /// The first lines of the text behind its title, for below a row.
    static func preview(_ entry: Entry, lines: Int, _ session: Session) -> String {
        let body = entry.headline.body.prefix(lines * 400)
        let width = max((session.textWidth ?? 80) - 4, 10)
        let shown = OnScreen.wrapped(OnScreen.safe(String(body), lines: true), to: width)
            .filter { $0.contains { !$0.isWhitespace } }.prefix(lines)
        return shown.map { "    " + session.paint($0, 2) + "\n" }.joined()
    }
}

/// Entries as rows of a terminal: short id, date, star, mark of a conflict, title, mark of files, tags and preview, cut
/// to its width. On a narrow one the title has a line of its own.
struct EntryRows {
    private let session: Session
    private let width = Terminal.width(of: .output) ?? 80
    /// Whether a day is said once, and the rows below it have the time.
    private let isByDay: Bool
    /// The day of the row before.
    private var day: Int?
    /// The columns of a day and of a time: titles stand below each other.
    private let rooms: (day: Int, time: Int)

    init(_ session: Session, isByDay: Bool = false) {
        // No date is wider than this one.
        let widest = CivilTime(seconds: 1_796_077_320)
        rooms = (
            OnScreen.width(of: session.shortDayText(widest)), OnScreen.width(of: session.timeText(widest))
        )
        (self.session, self.isByDay) = (session, isByDay)
    }

    /// The narrowest terminal that has a row's date and title beside each other.
    private var isNarrow: Bool { width < 50 }

    /// The row of an entry. `mark` stands right behind its id; `found`, cut to so many columns, in the place of its
    /// title. What is shown below the row is no preview in it.
    mutating func row(
        of entry: Entry, mark: String = "", hasPreview: Bool = true, as found: ((Int) -> String)? = nil
    ) -> String {
        let id = OnScreen.shortID(entry.id) + mark
        let date = date(of: entry, room: width - id.count - 2)
        let star = (entry.content.isStarred ? "★ " : "") + EntryLine.conflict(entry, session)
        let files = Self.files(entry.content)
        let title = OnScreen.safe(OnScreen.title(entry, session))
        let taken = isNarrow ? 2 : OnScreen.width(of: id + date) + 4
        let room = max(width - taken - OnScreen.width(of: star + files), 10)
        let shown = star + (found?(room) ?? session.paint(OnScreen.cut(title, to: room), 1)) + files
        let facts = facts(entry.content, besides: title).joined(separator: " · ")
        let preview = hasPreview ? Headline(of: entry.text).preview : ""
        let tail = [facts, preview].filter { !$0.isEmpty }.map { "  " + OnScreen.safe($0) }.joined()
        let rest = width - taken - OnScreen.columns(of: shown[...])
        let head = session.paint(id, 33) + (date.isEmpty ? "" : "  " + session.paint(date, 36))
        return head + (isNarrow ? "\n  " : "  ") + shown
            + (rest > 4 ? session.paint(OnScreen.cut(tail, to: rest), 2) : "") + "\n"
    }

    /// The day and the time, as far as they are said and have room; times stand below each other, at the end of their
    /// column.
    private mutating func date(of entry: Entry, room: Int) -> String {
        let (date, last) = (entry.content.date, day)
        if isByDay { day = date.civil.dayNumber }
        let words = last == date.civil.dayNumber ? "" : session.shortDayText(date.civil)
        let time = date.precision == .day ? "" : session.timeText(date.civil)
        if isNarrow {
            let both = [words, time].filter { !$0.isEmpty }.joined(separator: " ")
            return OnScreen.width(of: both) > room ? words : both
        }
        let space = String(repeating: " ", count: max(rooms.time - OnScreen.width(of: time), 0))
        return OnScreen.padded(words, to: rooms.day) + " " + space + time
    }

    /// What is known of an entry, without the tags that its title says.
    private func facts(_ content: EntryContent, besides title: String) -> [String] {
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
}

extension Session {
    /// What is known of an entry besides its text: tags, the place by its name, the weather in the reader's language.
    func facts(_ content: EntryContent) -> [String] {
        var facts = content.facts
        if content.placeName == nil, let place = content.place, let name = name(of: place),
            let index = facts.firstIndex(of: place.typed)
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

    /// Marks of Markdown are shown by bold and the like where there are colours, and not with `isRaw`.
    static func text(_ entry: Entry, _ session: Session, isRaw: Bool = false) -> String {
        let width = session.textWidth
        let text =
            isRaw ? nil : MarkedScreen.text(entry.content.text, entry.content.attachments, session, width: width)
        let shown =
            text ?? OnScreen.wrapped(session.shown(entry.text, lines: true), to: width).joined(separator: "\n")
        let files = AttachmentLines.of(entry, session).map { session.broken($0) }.joined()
        return head(entry, session) + "\n" + shown + (shown.hasSuffix("\n") ? "" : "\n")
            + (files.isEmpty ? "" : "\n" + files)
    }

    private static func head(_ entry: Entry, _ session: Session) -> String {
        let content = entry.content
        var text = session.paint(OnScreen.dateWithWeekday(content.date, session), 36)
        if content.isStarred { text += " ★" }
        if entry.isDeleted { text += " " + session.text(.deleted) }
        let facts = session.facts(content).joined(separator: " · ")
        text += "\n" + session.broken(OnScreen.safe(facts))
        text += session.paint("\(OnScreen.shortID(entry.id)) v\(entry.version)", 33) + "\n"
        for notice in entry.branchNotices { text += session.broken(session.paint(session.text(notice), 31)) }
        return text
    }
}

extension Session {
    /// The columns that texts are broken to: those of the terminal; nil in a pipe, where nothing is broken.
    var textWidth: Int? { isTerminal ? Terminal.width(of: .output) ?? 80 : nil }

    /// Shows whole entries, one after the other.
    func show(_ entries: [Entry], isRaw: Bool = false, of diary: Diary, at point: DiaryPoint) throws {
        let answer = Answer("entries", self, ["at": .number(try diary.resolve(point).rawValue)])
        for entry in entries {
            try answer.write(
                EntryJSON.object(entry, isFull: true),
                or: (answer.isEmpty ? "" : EntryPage.rule) + EntryPage.text(entry, self, isRaw: isRaw))
        }
        try answer.finish(at: diary.resolve(point), ["next": .null])
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

    /// For a terminal: a row as a list has it, and below it the snippet with its matches marked.
    static func onTerminal(
        _ found: FoundEntry, _ request: SearchRequest, _ rows: inout EntryRows, _ session: Session
    ) -> String {
        let mark = request.allVersions ? "@v\(found.entry.version)" : ""
        if found.entry.headline.body.isEmpty {
            // One line: what matches is all there is to show.
            return rows.row(of: found.entry, mark: mark) { marked(found, found.snippet, to: $0, session) }
        }
        return rows.row(of: found.entry, mark: mark, hasPreview: false) + "    "
            + marked(found, found.snippet, to: (session.textWidth ?? 80) - 4, session) + "\n"
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
