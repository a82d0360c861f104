package import DiarylogWords

/// How a date is written for people to read.
///
///                ko                   en
///     long       2020년 12월 23일     December 23, 2020
///     numeric    2020. 12. 23.        12/23/2020          month and day with two digits
///     time       오후 3:05            3:05 PM
package enum DateStyle: String, Sendable, CaseIterable {
    case long
    case numeric

    /// The day of this time.
    ///
    /// A form is another country's, for English words.
    package static func text(
        _ civil: CivilTime, style: DateStyle, language: Language, form: DateForm? = nil
    ) -> String {
        if let form = form ?? (language == .en ? .american : nil) {
            return style == .long ? form.long(civil) : form.numeric(civil)
        }
        return style == .long
            ? "\(civil.year)년 \(civil.month)월 \(civil.day)일"
            : "\(civil.year). \(padded(civil.month, 2)). \(padded(civil.day, 2))."
    }

    /// The day with its day of the week, where the language says it.
    ///
    /// "Saturday, November 21, 2026", "Sat 11/21/2026", "2026년 11월 21일 토요일", "2026. 11. 21. (토)".
    package static func textWithWeekday(
        _ civil: CivilTime, style: DateStyle, language: Language, form: DateForm? = nil
    ) -> String {
        let day = text(civil, style: style, language: language, form: form)
        let name = weekdayName(civil, language: language)
        return switch (style, language) {
        case (.long, .ko): "\(day) \(name)"
        case (.long, .en): "\(name), \(day)"
        case (.numeric, .ko): "\(day) (\(name.prefix(1)))"
        case (.numeric, .en): "\(name.prefix(3)) \(day)"
        }
    }

    /// The time of day, to the minute.
    package static func timeText(_ civil: CivilTime, language: Language, form: DateForm? = nil) -> String {
        if let form { return form.time(civil) }
        let clock = "\((civil.hour + 11) % 12 + 1):\(padded(civil.minute, 2))"
        let isMorning = civil.hour < 12
        return switch language {
        case .ko: (isMorning ? "오전 " : "오후 ") + clock
        case .en: clock + (isMorning ? " AM" : " PM")
        }
    }

    /// The name of the day of the week.
    package static func weekdayName(_ civil: CivilTime, language: Language) -> String {
        language.weekdayNames[civil.weekday]
    }
}
