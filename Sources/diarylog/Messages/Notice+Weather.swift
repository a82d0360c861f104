// What is said of weather and places, beside the results.

extension Notice {
    /// An entry was written, and its weather is asked for by a process of its own.
    static func weatherAsked(_ id: String) -> Notice {
        Notice(
            "the weather is being asked for; if none comes, diarylog weather \(id) asks again",
            "날씨를 묻고 있습니다. 오지 않으면 diarylog weather \(id)로 다시 물을 수 있습니다")
    }

    static func weatherNotAsked(_ id: String, _ reason: String) -> Notice {
        Notice(
            "the weather could not be asked for (\(reason)); diarylog weather \(id) asks again",
            "날씨를 묻지 못했습니다(\(reason)). diarylog weather \(id)로 다시 물을 수 있습니다")
    }

    static func noPlaceForWeather(_ id: String) -> Notice {
        Notice(
            "without a place nobody can tell the weather; diarylog edit \(id) --place NAME, then diarylog weather \(id)",
            "장소가 없어 날씨를 물을 수 없습니다. diarylog edit \(id) --place 이름, 그다음 diarylog weather \(id)")
    }

    /// The program that asks is not installed.
    static func noWeatherProgram(_ id: String) -> Notice {
        Notice(
            "the weather was not asked for: curl is not installed; sudo apt install curl, then diarylog weather \(id)",
            "날씨를 묻지 않았습니다: curl이 설치되어 있지 않습니다. sudo apt install curl, 그다음 diarylog weather \(id)")
    }

    static func weatherIs(_ id: String, _ weather: String) -> Notice {
        Notice("the weather of \(id): \(weather)", "\(id)의 날씨: \(weather)")
    }

    static func weatherWas(_ id: String, _ weather: String) -> Notice {
        Notice("\(id) has its weather already: \(weather)", "\(id)에는 이미 날씨가 있습니다: \(weather)")
    }

    /// Of so many entries so many were given a weather; for the others none could be had.
    static func weatherBackfilled(_ count: Int, without: Int, left: Int) -> Notice {
        Notice(
            "the weather came to \(count, "entry", "entries")\(without > 0 ? "; none was known for \(without)" : "")"
                + (left > 0 ? "; \(left) left, run it again" : ""),
            "일기 \(count)편에 날씨를 넣었습니다\(without > 0 ? ". \(without)편의 날씨는 알 수 없었습니다" : "")"
                + (left > 0 ? ". 남은 \(left)편은 다시 실행하세요" : ""))
    }

    static func wouldAskWeather(_ count: Int, left: Int) -> Notice {
        Notice(
            "\(count, "entry", "entries") would be asked for\(left > 0 ? ", and \(left) after them" : ""); nothing was asked",
            "일기 \(count)편의 날씨를 물을 것입니다\(left > 0 ? "(그 뒤에 \(left)편)" : ""). 아직 묻지 않았습니다")
    }
}
