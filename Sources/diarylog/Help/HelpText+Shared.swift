internal import DiarylogArguments

// What several commands say of the same option.

extension HelpText {
    static let anEntry = HelpText(
        "An id or the beginning of one, or @1 for the newest by date.", "식별자나 그 앞부분, 또는 날짜로 가장 새로운 것은 @1.")
    static let anEntryOrVersion = HelpText(
        "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3 for a version.",
        "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 ENTRY@v3.")
    static let precisely = HelpText(
        "Keep the place as exact as it is given, not to about a kilometre.", "장소를 1킬로미터쯤으로 반올림하지 않고 준 그대로 둡니다.")
    static let aHeader = HelpText(
        "The editor shows date, tags, star and place above the text, to be changed there.",
        "편집기에서 글 위에 날짜, 태그, 별, 장소를 보이고 거기서 고칩니다.")
}
