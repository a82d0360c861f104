internal import DiaryModel
internal import DiarylogHost

// Dates are written as the reader's country writes them, where the system knows how.

extension Tongue {
    /// The form that LC_ALL, LC_TIME or LANG asks for; nil for Korean and American dates, which we write by ourselves.
    static let dateForm: DateForm? = {
        let name = ["LC_ALL", "LC_TIME", "LANG"].first { Session.variable($0) != nil }.flatMap { Session.variable($0) }
        guard let name, !["C", "POSIX", "ko", "en_US"].contains(where: { name == $0 || name.hasPrefix($0 + ".") }),
            !name.hasPrefix("ko_"), let forms = LocaleForms.timeForms(of: name)
        else { return nil }
        return DateForm(days: forms.days, times: forms.times)
    }()
}

extension Session {
    /// The form of dates in English words; Korean has one of its own.
    var dateForm: DateForm? { language == .en ? Tongue.dateForm : nil }

    /// A day as people write it.
    func dayText(_ civil: CivilTime) -> String {
        DateStyle.text(civil, style: dateStyle, language: language, form: dateForm)
    }

    /// A time of day as people write it.
    func timeText(_ civil: CivilTime) -> String {
        DateStyle.timeText(civil, language: language, form: dateForm)
    }
}
