internal import DiaryModel
internal import DiarylogHost

/// Which language to speak: that of `--lang`, or else of the settings file, or else of the first of LC_ALL, LC_MESSAGES
/// and LANG that is set.
enum Tongue {
    /// The variable that decides.
    static var decidingVariable: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].first { Session.variable($0) != nil }
    }

    /// Known before the arguments are parsed, so that their errors are told in that language.
    static func chosen(in arguments: [String], _ settings: Settings) -> Language {
        Language.named(in: arguments) ?? settings.language
            ?? Language(locale: decidingVariable.flatMap { ProcessEnvironment.value($0) })
    }
}

extension Tongue {
    /// The form that LC_ALL, LC_TIME or LANG asks for; nil for Korean dates, and for a locale that we have no form of.
    static let dateForm: DateForm? = {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { Session.variable($0) }.first
        return name.flatMap { DateForm(locale: $0) }
    }()
}

extension Session {
    /// The form of dates in English words; Korean has one of its own.
    var dateForm: DateForm? { language == .en ? Tongue.dateForm : nil }

    /// A day as people write it.
    func dayText(_ civil: CivilTime) -> String {
        DateStyle.text(civil, style: dateStyle, language: language, form: dateForm)
    }

    /// A day as a row has it, short and with its day of the week: "Sat Nov 21, 2026", "2026.11.21(토)".
    func shortDayText(_ civil: CivilTime) -> String {
        let name = DateStyle.weekdayName(civil, language: language)
        let month = language.monthNames[civil.month - 1]
        switch language {
        case .en: return "\(name.prefix(3)) \(dayText(civil).replacing(month, with: month.prefix(3)))"
        case .ko: return civil.isoDay.replacing("-", with: ".") + "(\(name.prefix(1)))"
        }
    }

    /// A time of day as people write it.
    func timeText(_ civil: CivilTime) -> String {
        DateStyle.timeText(civil, language: language, form: dateForm)
    }
}
