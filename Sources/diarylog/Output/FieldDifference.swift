internal import DiaryEngine
internal import DiaryModel
internal import Interchange

/// A field other than the text that differs between two states of an entry, with its values as people read them.
struct FieldDifference {
    let word: Sentence
    let before: String
    let after: String
}

extension DiaryDiff.Item {
    /// What differs besides the text; empty if the entry is missing on one side.
    func fields(_ session: Session) -> [FieldDifference] {
        guard let before, let after else { return [] }
        return DifferenceJSON.fields(self).map { field in
            FieldDifference(
                word: Self.word(field.name), before: Self.text(field.name, before, session),
                after: Self.text(field.name, after, session))
        }
    }

    private static func word(_ name: String) -> Sentence {
        switch name {
        case "date": .date
        case "tags": .tags
        case "starred": .star
        case "place": .place
        case "attachments": .attachments
        default: .weather
        }
    }

    private static func text(_ name: String, _ entry: Entry, _ session: Session) -> String {
        switch name {
        case "date": OnScreen.date(entry.content.date, session)
        case "tags": entry.content.tags.isEmpty ? "-" : entry.content.tags.map { "#" + $0.text }.joined(separator: " ")
        case "starred": entry.content.isStarred ? "★" : "-"
        case "place": entry.content.place.map { "\($0.degrees.latitude),\($0.degrees.longitude)" } ?? "-"
        case "attachments":
            entry.content.attachments.isEmpty ? "-" : entry.content.attachments.map(\.name).joined(separator: ", ")
        default: entry.content.weather?.main ?? "-"
        }
    }
}

/// A difference for people: the entry, its fields, and its lines as diff -u writes them.
enum DiffText {
    static func item(_ item: DiaryDiff.Item, _ session: Session) -> String {
        let word: Sentence =
            switch item.change {
            case .added: .added
            case .removed: .removed
            case .changed: .changed
            }
        let title = (item.after ?? item.before).map { OnScreen.short($0, session) } ?? session.text(.noTitle)
        var text =
            session.text(word) + " " + session.paint(OnScreen.shortID(item.id), 33) + " "
            + session.paint(session.shown(title), 1) + "\n"
        for field in item.fields(session) {
            text += "\(session.text(field.word)): "
            text += session.paint(session.shown(field.before), 31) + " → "
            text += session.paint(session.shown(field.after), 32) + "\n"
        }
        return text + hunks(item.hunks, session)
    }

    /// The lines that changed, as diff -u writes them.
    static func hunks(_ hunks: [DiffHunk], _ session: Session) -> String {
        var text = ""
        for hunk in hunks {
            let range = "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@"
            text += session.paint(range, 36) + "\n"
            for line in hunk.lines {
                text += Self.line(line, session) + "\n"
                // In diff(1)'s words, in every language.
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
