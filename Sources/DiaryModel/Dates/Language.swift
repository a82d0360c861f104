// Whoever has the model has the words in which dates are read and said.
@_exported public import DiarylogWords

extension Language {
    /// The months' names, January first; for Korean "1월".
    package var monthNames: [String] {
        switch self {
        case .ko: (1...12).map { "\($0)월" }
        case .en:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        }
    }

    /// The days' names, Monday first, as `CivilTime.weekday` counts.
    package var weekdayNames: [String] {
        switch self {
        case .ko: ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"]
        case .en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        }
    }
}
