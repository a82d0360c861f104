internal import DiarylogWords

extension Sentence {
    /// Behind `diarylog` it says, and shows nothing, that the command is for another device.
    static let elsewhere = "\u{2060}"

    /// The same for whoever named the diary by an option: a command that it names is to be run there as well.
    func about(diary: String?) -> Sentence {
        guard let diary else {
            return Sentence(en.replacing(Self.elsewhere, with: ""), ko.replacing(Self.elsewhere, with: ""))
        }
        let commands = Set(Diarylog.names.compactMap(\.words.first)).subtracting(["help", "config"])
        func about(_ text: String) -> String {
            var parts = text.split(separator: "diarylog " as String, omittingEmptySubsequences: false)
            for index in parts.indices.dropFirst() {
                let part = parts[index]
                guard commands.contains(String(part.prefix { $0.isASCII && $0.isLetter })), !part.contains("--diary")
                else { continue }
                parts[index] = Substring("--diary \(ShellWord.quoted(diary)) " + part)
            }
            return parts.joined(separator: "diarylog ").replacing(Self.elsewhere, with: "")
        }
        return Sentence(about(en), about(ko))
    }
}

extension [String] {
    /// The first of them side by side, and a sign that there are more.
    func listed(_ most: Int, more: String = ", …") -> String {
        prefix(most).joined(separator: ", ") + (count > most ? more : "")
    }
}

extension Sentence {
    static let noTitle = Sentence("(no title)", "(제목 없음)")
    static let newer = Sentence("[written by a newer diarylog]", "[더 새로운 diarylog가 쓴 일기]")
    static let deleted = Sentence("(deleted)", "(지워짐)")
    static let conflict = Sentence("(conflict)", "(충돌)")
    static let contested = Sentence("(deleted elsewhere)", "(다른 곳에서 지움)")

    static let empty = Sentence("no entries", "일기가 없습니다")
    static let entries = Sentence("entries", "일기 수")
    static let words = Sentence("words", "낱말")
    static let days = Sentence("days with entries", "쓴 날")
    static let added = Sentence("added", "생김")
    static let removed = Sentence("removed", "없어짐")
    static let changed = Sentence("changed", "바뀜")
    static let date = Sentence("date", "날짜")
    static let tags = Sentence("tags", "태그")
    static let star = Sentence("star", "별")
    static let place = Sentence("place", "장소")
    static let weather = Sentence("weather", "날씨")
    static let total = Sentence("total", "모두")
    static let damaged = Sentence("damaged", "손상됨")
}
