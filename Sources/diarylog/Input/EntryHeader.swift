internal import DiaryModel
internal import DiarylogHost

/// The lines above a text in the editor that say the entry's date, tags, star and place.
///
///     ---
///     date: 2026-11-22 15:05
///     tags: 산책, "x, y"
///     star: no
///     place: 37.57,126.98
///     ---
///     the text
///
/// A line that stays as it was changes nothing, and neither does one that was taken out. A line without a value takes
/// off what it names. Names and answers are read in both languages.
struct EntryHeader: Sendable {
    private enum Field: CaseIterable {
        case date, tags, star, place

        var name: Sentence {
            switch self {
            case .date: Sentence("date", "날짜")
            case .tags: Sentence("tags", "태그")
            case .star: Sentence("star", "별")
            case .place: Sentence("place", "장소")
            }
        }

        init?(named name: String) {
            guard let field = Self.allCases.first(where: { $0.name.en == name || $0.name.ko == name }) else {
                return nil
            }
            self = field
        }
    }

    private let content: EntryContent
    private let isPrecise: Bool
    private let session: Session
    /// What the lines say of the content, so that those that stay can be told.
    private let given: [Field: String]
    /// The header, up to the text.
    let bytes: [UInt8]

    /// The header of an entry; a place that is typed there is rounded unless `isPrecise`.
    init(_ content: EntryContent, isPrecise: Bool, _ session: Session) throws {
        (self.content, self.isPrecise, self.session) = (content, isPrecise, session)
        let place = content.place?.typed ?? ""
        let given: [Field: String] = [
            .date: try Self.text(content.date, session), .tags: content.tags.map(Self.text).joined(separator: ", "),
            .star: session.text(content.isStarred ? Self.yes : Self.no), .place: place,
        ]
        self.given = given
        let lines = Field.allCases.map { "\(session.text($0.name)): \(given[$0] ?? "")" }
        bytes = Array((["---"] + lines + ["---", ""]).joined(separator: "\n").utf8)
    }

    private static let yes = Sentence("yes", "예")
    private static let no = Sentence("no", "아니요")
    private static let affirmed: Set = ["yes", "y", "true", "예", "네", "★", "*"]
    private static let denied: Set = ["no", "n", "false", "아니요", "아니오", "-", ""]

    /// A day, or day and time, with the offset where it is not the reader's own.
    static func text(_ date: EntryDate, _ session: Session) throws -> String {
        guard date.precision != .day else { return date.civil.isoDay }
        let time = date.precision == .minute ? String(date.civil.isoTime.dropLast(3)) : date.civil.isoTime
        let isOwn = ZoneDatabase.offset(of: try session.zone(), local: date.seconds) == date.offset
        // The offset as RFC 3339 has it stands behind the time of day.
        return "\(date.civil.isoDay) \(time)" + (isOwn ? "" : date.rfc3339().dropFirst(19))
    }

    private static func text(_ tag: Tag) -> String {
        let text = OnScreen.safe(tag.text)
        let isPlain = !text.contains(where: { ",\"".contains($0) }) && text == text.trimmingSpace() && !text.isEmpty
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// What a file says: the entry with what its header changed. A file in which no line of the header stands is text.
    /// Throws which line cannot be read, or where the header's lines of dashes are missing.
    func read(_ typed: [UInt8]) throws -> EntryContent {
        var result = content
        var seen: Set<Field> = []
        // Some editors begin a file with a mark of its encoding.
        var (start, number, isWithin) = (typed.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 0, false)
        var mistake: (any Error)?
        // No header is longer: what comes later is text.
        while start < typed.count, number < 64 {
            let end = typed[start...].firstIndex(of: 0x0A) ?? typed.count
            let line = String(decoding: typed[start..<end], as: UTF8.self).trimmingSpace()
            start = min(end + 1, typed.count)
            number += 1
            if line == "---", isWithin {
                if let mistake { throw mistake }
                result.text = Array(typed[start...])
                return result
            }
            if isWithin {
                do { try take(line, number, &seen, into: &result) } catch { mistake = mistake ?? error }
            } else if line == "---", seen.isEmpty {
                isWithin = true
            } else if !line.isEmpty {
                return try bare(typed)
            }
        }
        if isWithin {
            throw Problem.badHeader(
                line: number, "the header does not end: --- is missing", "머리말을 끝내는 ---가 없습니다")
        }
        return try bare(typed)
    }

    /// A text without a header. Throws if it begins with a line of a header, or such lines stand in it as they were
    /// given or with one of dashes: they would become text.
    private func bare(_ typed: [UInt8]) throws -> EntryContent {
        let lines = typed.split(separator: 0x0A, maxSplits: 64, omittingEmptySubsequences: false).prefix(64).map {
            String(decoding: $0, as: UTF8.self).trimmingSpace()
        }
        let first = lines.firstIndex { !$0.isEmpty }
        for (index, line) in lines.enumerated() {
            guard let (field, value) = Self.parts(of: line), !value.isEmpty,
                index == first || given[field] == value || lines.contains("---")
            else { continue }
            throw Problem.badHeader(
                line: index + 1, "the file does not begin with ---, which opens the header",
                "파일이 머리말을 여는 ---로 시작하지 않습니다")
        }
        var result = content
        result.text = typed
        return result
    }

    /// The field that a line names, and its value.
    private static func parts(of line: String) -> (field: Field, value: String)? {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let field = Field(named: parts[0].trimmingSpace().lowercased()) else { return nil }
        return (field, parts[1].trimmingSpace())
    }

    private func take(
        _ line: String, _ number: Int, _ seen: inout Set<Field>, into content: inout EntryContent
    ) throws {
        if line.isEmpty { return }
        guard let (field, value) = Self.parts(of: line) else {
            let line = OnScreen.short(line)
            throw Problem.badHeader(
                line: number, "“\(line)” is none of date, tags, star, place",
                "\(quoted: line, .topic) 날짜, 태그, 별, 장소 가운데 아무것도 아닙니다")
        }
        guard seen.insert(field).inserted else {
            let name = String(line.prefix { $0 != ":" })
            throw Problem.badHeader(line: number, "\(name) stands there twice", "\(name, .subject) 두 번 있습니다")
        }
        guard value != given[field] else { return }
        if field == .star, !Self.affirmed.union(Self.denied).contains(value.lowercased()) {
            let value = OnScreen.short(value)
            throw Problem.badHeader(
                line: number, "“\(value)” is neither yes nor no", "\(quoted: value, .topic) 예도 아니요도 아닙니다")
        }
        do { try set(field, value, in: &content) } catch {
            let why = Problem(error).message
            throw Problem.badHeader(line: number, why.en, why.ko)
        }
    }

    private func set(_ field: Field, _ value: String, in content: inout EntryContent) throws {
        switch field {
        case .date:
            content.date = try session.date(value)
            session.reportDoubt(of: content.date)
        case .tags:
            var changed = content
            let shown = Dictionary(content.tags.map { (OnScreen.safe($0.text), $0) }) { first, _ in first }
            changed.tags = Set(try Self.items(value).map { try shown[$0] ?? Tag.given($0) }).sorted()
            changed.text = [0x78]
            if case .refused(let refusal) = decide(.create(changed), nil) { throw Problem(refusal, entry: "") }
            content.tags = changed.tags
        case .star: content.isStarred = Self.affirmed.contains(value.lowercased())
        case .place: content.move(to: value.isEmpty ? nil : try session.place(value, isPrecise: isPrecise))
        }
    }

    /// What stands between commas; quotes keep a comma, two of them are one.
    private static func items(_ text: String) -> [String] {
        var items: [String] = []
        var item = ""
        var (isQuoted, wasQuoted) = (false, false)
        func close() {
            let word = wasQuoted ? item : item.trimmingSpace()
            if !word.isEmpty { items.append(word) }
            (item, wasQuoted) = ("", false)
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\"" where isQuoted && rest.first == "\"":
                item.append("\"")
                rest.removeFirst()
            case "\"" where isQuoted: isQuoted = false
            case "\"" where item.trimmingSpace().isEmpty && !wasQuoted: (item, isQuoted, wasQuoted) = ("", true, true)
            case "," where !isQuoted: close()
            // Behind the closing quote only a comma counts.
            case _ where wasQuoted && !isQuoted: break
            default: item.append(character)
            }
        }
        close()
        return items
    }
}
