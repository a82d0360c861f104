internal import DiaryModel

/// A day of the week beside a date, as people write it: `2024-03-01 금요일`, `Saturday, March 1, 2024`.
enum Weekday {
    /// The text without the day of the week that it begins or ends with, and which day that is; nil if there is none.
    static func split(from text: String) -> (rest: String, weekday: Int)? {
        let parts = text.split(separator: " ")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return nil }
        if let weekday = named(last) { return (parts.dropLast().joined(separator: " "), weekday) }
        return named(first).map { (parts.dropFirst().joined(separator: " "), $0) }
    }

    private static func named(_ word: Substring) -> Int? {
        let bare = word.filter { !"(),.".contains($0) }.lowercased()
        for language in [Language.en, .ko] {
            let length = language == .ko ? 1 : 3
            if let found = language.weekdayNames.firstIndex(where: {
                $0.lowercased() == bare || $0.prefix(length).lowercased() == bare
            }) {
                return found
            }
        }
        return nil
    }
}

extension NaturalDate.Parsed {
    /// The day that it means; nil for a time that is told by its distance.
    var civil: CivilTime? {
        switch self {
        case .day(let day): day
        case .time(let civil, _): civil
        case .exact(let iso): iso.civil
        case .ago: nil
        }
    }
}
