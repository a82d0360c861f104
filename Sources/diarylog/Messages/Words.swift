// Words that stand alone on screen.

extension Sentence {
    static let error = Sentence("error", "오류")
    static let hint = Sentence("hint", "도움말")
    static let noTitle = Sentence("(no title)", "(제목 없음)")
    static let forgotten = Sentence("[forgotten]", "[영구 삭제됨]")
    static let newer = Sentence("[written by a newer diarylog]", "[더 새로운 diarylog가 쓴 일기]")
    static let deleted = Sentence("(deleted)", "(지워짐)")
    static let conflict = Sentence("(conflict)", "(충돌)")
    static let contested = Sentence("(deleted elsewhere)", "(다른 곳에서 지움)")

    /// So many texts of a conflict.
    static func textsStand(_ count: Int) -> Sentence { Sentence("\(count) texts", "글 \(count)개") }

    static func deletedThere(_ device: String) -> Sentence {
        Sentence("deleted on \(device), edited elsewhere", "\(device)에서 지우고 다른 곳에서 고침")
    }

    static func deletedBy(_ label: String) -> Sentence { Sentence("deleted: \(label)", "지움: \(label)") }

    static func lostFields(_ fields: String) -> Sentence { Sentence("gave way: \(fields)", "밀린 값: \(fields)") }
    static let empty = Sentence("no entries", "일기가 없습니다")
    static let entries = Sentence("entries", "편수")
    static let words = Sentence("words", "낱말")
    static let days = Sentence("days with entries", "쓴 날")
    static let firstDay = Sentence("first day", "첫날")
    static let lastDay = Sentence("last day", "마지막 날")
    static let currentStreak = Sentence("current streak", "지금 이어 쓴 날")
    static let longestStreak = Sentence("longest streak", "가장 길게 이어 쓴 날")
    static let added = Sentence("added", "생김")
    static let removed = Sentence("removed", "없어짐")
    static let changed = Sentence("changed", "바뀜")
    static let date = Sentence("date", "날짜")
    static let tags = Sentence("tags", "태그")
    static let star = Sentence("star", "별")
    static let place = Sentence("place", "장소")
    static let weather = Sentence("weather", "날씨")
    static let attachments = Sentence("attachments", "첨부")
    static let earlier = Sentence("before:", "이전:")
    static let later = Sentence("after:", "다음:")
    static let total = Sentence("total", "모두")
    static let less = Sentence("less", "적음")
    static let more = Sentence("more", "많음")
    static let sound = Sentence("sound", "온전함")
    static let damaged = Sentence("damaged", "손상됨")
}
