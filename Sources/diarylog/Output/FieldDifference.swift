internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

/// A field other than the text that differs between two states of an entry.
struct FieldDifference {
    /// Its name in JSON.
    let name: String
    let word: Word
    let before: JSONValue
    let after: JSONValue
    /// Its values as people read them.
    let beforeText: String
    let afterText: String
}

extension DiaryDiff.Item {
    /// What differs besides the text; empty if the entry is missing on one side.
    func fields(_ session: Session?) -> [FieldDifference] {
        guard let before, let after else { return [] }
        let old = EntryJSON.object(before, isFull: false)
        let new = EntryJSON.object(after, isFull: false)
        let fields: [(String, Word)] = [
            ("date", .date), ("tags", .tags), ("starred", .star), ("place", .place), ("weather", .weather),
        ]
        return fields.compactMap { name, word in
            guard let one = old[name], let other = new[name], one != other else { return nil }
            return FieldDifference(
                name: name, word: word, before: one, after: other, beforeText: Self.text(name, before, one, session),
                afterText: Self.text(name, after, other, session))
        }
    }

    private static func text(_ name: String, _ entry: Entry, _ value: JSONValue, _ session: Session?) -> String {
        switch name {
        case "date": session.map { OnScreen.date(entry.content.date, $0) } ?? ""
        case "tags": entry.content.tags.isEmpty ? "-" : entry.content.tags.map { "#" + $0.text }.joined(separator: " ")
        case "starred": entry.content.isStarred ? "★" : "-"
        case "place": entry.content.place.map { "\($0.degrees.latitude),\($0.degrees.longitude)" } ?? "-"
        default: entry.content.weather?.main ?? "-"
        }
    }
}

/// A difference for programs.
enum DiffJSON {
    static func item(_ item: DiaryDiff.Item) -> JSONValue {
        let fields = item.fields(nil).map { JSONMember($0.name, ["before": $0.before, "after": $0.after]) }
        let title = (item.after ?? item.before).flatMap { Headline(of: $0.text, previewLength: 0).title }
        return [
            "id": .text(item.id.hexadecimal), "change": .text(item.change.rawValue),
            "title": .text(orNull: title.map(String.init)), "fields": .object(fields),
            "hunks": .array(item.hunks.map(hunk)),
        ]
    }

    private static func hunk(_ hunk: DiffHunk) -> JSONValue {
        [
            "oldStart": .number(hunk.oldStart), "oldCount": .number(hunk.oldCount),
            "newStart": .number(hunk.newStart), "newCount": .number(hunk.newCount),
            "lines": .array(hunk.lines.map(line)),
        ]
    }

    private static func line(_ line: DiffHunk.Line) -> JSONValue {
        let members = [JSONMember("kind", .text("\(line.kind)")), JSONMember("text", .text(line.text))]
        return .object(line.isOpen ? members + [JSONMember("noNewline", .bool(true))] : members)
    }
}

/// A difference for people: the entry, its fields, and its lines as diff -u writes them.
enum DiffText {
    static func item(_ item: DiaryDiff.Item, _ session: Session) -> String {
        let word: Word =
            switch item.change {
            case .added: .added
            case .removed: .removed
            case .changed: .changed
            }
        let title = (item.after ?? item.before).map { OnScreen.told($0, session) } ?? session.text(.noTitle)
        var text =
            session.text(word) + " " + session.paint(OnScreen.shortID(item.id), 33) + " "
            + session.paint(session.shown(title), 1) + "\n"
        for field in item.fields(session) {
            text += "\(session.text(field.word)): "
            text += session.paint(session.shown(field.beforeText), 31) + " → "
            text += session.paint(session.shown(field.afterText), 32) + "\n"
        }
        for hunk in item.hunks {
            let range = "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@"
            text += session.paint(range, 36) + "\n"
            for line in hunk.lines {
                text += Self.line(line, session) + "\n"
                // As diff(1) marks it, in every language.
                if line.isOpen { text += "\\ No newline at end of file\n" }
            }
        }
        return text
    }

    private static func line(_ line: DiffHunk.Line, _ session: Session) -> String {
        let words = session.shown(line.text)
        return switch line.kind {
        case .same: " " + words
        case .removed: session.paint("-" + words, 31)
        case .added: session.paint("+" + words, 32)
        }
    }
}
