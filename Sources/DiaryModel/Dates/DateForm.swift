/// How a country writes its dates in numbers, and its clock, as the C library describes them.
///
///     en_GB    %d/%m/%y         %T      21 November 2026, 21/11/2026, 15:05
///     de_DE    %d.%m.%Y         %T      21 November 2026, 21.11.2026, 15:05
///     ja_JP    %Y年%m月%d日      %H時…    2026 November 21, 2026年11月21日, 15:05
package struct DateForm: Equatable, Sendable {
    /// In which order day, month and year stand.
    package enum Order: Sendable {
        case dayFirst, monthFirst, yearFirst
    }

    package let order: Order
    private let pattern: [Character]
    private let hasTwelveHours: Bool

    /// Reads what the library says of days and of times; nil if it is no such form.
    package init?(days: String, times: String) {
        // %F and %D stand for others; %-d and %_d for %d.
        pattern = Array(
            days.replacing("%F", with: "%Y-%m-%d").replacing("%D", with: "%m/%d/%y").replacing("%-", with: "%")
                .replacing("%_", with: "%").replacing("%O", with: "%").replacing("%E", with: "%"))
        hasTwelveHours = times.contains("%r") || times.contains("%I") || times.contains("%l") || times.contains("%p")
        let letters = zip(pattern, pattern.dropFirst()).filter { $0.0 == "%" }.map(\.1)
        guard let day = letters.firstIndex(where: { "de".contains($0) }),
            let month = letters.firstIndex(where: { "mbBh".contains($0) }),
            let year = letters.firstIndex(where: { "yY".contains($0) })
        else { return nil }
        order = year < month ? .yearFirst : day < month ? .dayFirst : .monthFirst
    }

    /// The day in numbers, with its whole year.
    func numeric(_ civil: CivilTime) -> String {
        var text = ""
        var index = 0
        while index < pattern.count {
            guard pattern[index] == "%", index + 1 < pattern.count else {
                text.append(pattern[index])
                index += 1
                continue
            }
            switch pattern[index + 1] {
            case "d", "e": text += padded(civil.day, 2)
            case "m", "b", "B", "h": text += padded(civil.month, 2)
            case "y", "Y": text += "\(civil.year)"
            case "%": text += "%"
            default: break
            }
            index += 2
        }
        return text
    }

    /// The day with its month in words of English.
    func long(_ civil: CivilTime) -> String {
        let month = Language.en.monthNames[civil.month - 1]
        return switch order {
        case .dayFirst: "\(civil.day) \(month) \(civil.year)"
        case .monthFirst: "\(month) \(civil.day), \(civil.year)"
        case .yearFirst: "\(civil.year) \(month) \(civil.day)"
        }
    }

    /// The time of day, to the minute.
    func time(_ civil: CivilTime) -> String {
        hasTwelveHours
            ? DateStyle.timeText(civil, language: .en) : padded(civil.hour, 2) + ":" + padded(civil.minute, 2)
    }
}
