/// What is said of weather and places, beside the results.
package enum WeatherNotice: Equatable, Sendable {
    /// An entry was written, and its weather is asked for by a process of its own.
    case asked(String)
    case notAsked(String, String)
    case noPlace(String)
    /// The program that asks is not installed.
    case noAsker(String)
    case attached(String, String)
    case has(String, String)
    /// Of so many entries so many were given a weather; for the others none could be had.
    case backfilled(Int, without: Int, left: Int)
    case wouldAsk(Int, left: Int)
    case placeSet(String)
    case placeRemoved(String)
    case noPlaces

    package static let samples: [WeatherNotice] = [
        .asked("x"), .notAsked("x", "y"), .noPlace("x"), .noAsker("x"), .attached("x", "y"), .has("x", "y"),
        .backfilled(1, without: 0, left: 0), .backfilled(2, without: 1, left: 3), .wouldAsk(1, left: 0),
        .wouldAsk(2, left: 2), .placeSet("x"), .placeRemoved("x"), .noPlaces,
    ]

    package var sentence: Sentence {
        switch self {
        case .asked(let id):
            Sentence(
                "the weather is being asked for; if none comes, diarylog weather attach \(id) asks again",
                "날씨를 묻고 있습니다. 오지 않으면 diarylog weather attach \(id)로 다시 물을 수 있습니다")
        case .notAsked(let id, let reason):
            Sentence(
                "the weather could not be asked for (\(reason)); diarylog weather attach \(id) asks again",
                "날씨를 묻지 못했습니다(\(reason)). diarylog weather attach \(id)로 다시 물을 수 있습니다")
        case .noPlace(let id):
            Sentence(
                "without a place nobody can tell the weather; diarylog edit \(id) --place NAME, then diarylog weather attach \(id)",
                "장소가 없어 날씨를 물을 수 없습니다. diarylog edit \(id) --place 이름, 그다음 diarylog weather attach \(id)")
        case .noAsker(let id):
            Sentence(
                "the weather was not asked for: curl is not installed; sudo apt install curl, then diarylog weather attach \(id)",
                "날씨를 묻지 않았습니다: curl이 설치되어 있지 않습니다. sudo apt install curl, 그다음 diarylog weather attach \(id)")
        case .attached(let id, let weather): Sentence("the weather of \(id): \(weather)", "\(id)의 날씨: \(weather)")
        case .has(let id, let weather):
            Sentence("\(id) has its weather already: \(weather)", "\(id)에는 이미 날씨가 있습니다: \(weather)")
        case .backfilled(let count, let without, let left):
            Sentence(
                "the weather came to \(Self.entries(count))\(without > 0 ? "; none was known for \(without)" : "")"
                    + (left > 0 ? "; \(left) left, run it again" : ""),
                "일기 \(count)편에 날씨를 넣었습니다\(without > 0 ? ". \(without)편의 날씨는 알 수 없었습니다" : "")"
                    + (left > 0 ? ". 남은 \(left)편은 다시 실행하세요" : ""))
        case .wouldAsk(let count, let left):
            Sentence(
                "\(Self.entries(count)) would be asked for\(left > 0 ? ", and \(left) after them" : ""); nothing was asked",
                "일기 \(count)편의 날씨를 물을 것입니다\(left > 0 ? "(그 뒤에 \(left)편)" : ""). 아직 묻지 않았습니다")
        case .placeSet(let name): Sentence("\(name) is a place now", "장소 ‘\(name)’을 정했습니다")
        case .placeRemoved(let name): Sentence("\(name) is no place any more", "장소 ‘\(name)’을 지웠습니다")
        case .noPlaces:
            Sentence(
                "no place has a name; diarylog place add home 37.57,126.98 gives one",
                "이름이 있는 장소가 없습니다. diarylog place add 집 37.57,126.98로 정하세요")
        }
    }

    private static func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }
}
