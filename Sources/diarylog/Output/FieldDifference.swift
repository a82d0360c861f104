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
