internal import DiarylogWords
internal import Interchange

// Why an entry was given no weather.

extension Problem {
    static func noWeather(_ trouble: WeatherTrouble, _ service: WeatherService) -> Problem {
        let (name, advice) = (service.rawValue, hint(trouble))
        func problem(_ code: Code, _ english: String, _ korean: String) -> Problem {
            Problem(code, english, korean, hint: advice)
        }
        return switch trouble {
        case .noKey: problem(.weatherNoKey, "\(name) wants a key, and none is set", "\(name)에는 키가 필요한데 정해 두지 않았습니다")
        case .keyRefused:
            problem(.weatherKeyRefused, "\(name) does not accept the key", "\(name)에서 키를 받아 주지 않습니다")
        case .noSuchPlace: problem(.weatherNoSuchPlace, "\(name) does not know that place", "\(name)에서 그 장소를 모릅니다")
        case .tooMany(let seconds?):
            problem(
                .weatherTooMany, "\(name) was asked too often; it answers again in \(seconds) s",
                "\(name)에 너무 자주 물었습니다. \(seconds)초 뒤에 다시 답합니다")
        case .tooMany(nil): problem(.weatherTooMany, "\(name) was asked too often", "\(name)에 너무 자주 물었습니다")
        case .failed(let status):
            problem(.weatherFailed, "\(name) failed (status \(status))", "\(name)에 장애가 있습니다(상태 \(status))")
        case .redirected(let status):
            problem(
                .weatherRedirected, "\(name) sent us elsewhere (status \(status)); we did not go",
                "\(name)에서 다른 주소로 보내려 해서(상태 \(status)) 따라가지 않았습니다")
        case .unexpected(let status):
            problem(
                .weatherUnexpected, "\(name) answered with status \(status)", "\(name)에서 상태 \(status, .by) 답했습니다")
        case .timeout: problem(.weatherTimeout, "\(name) did not answer in time", "\(name)에서 제때 답하지 않았습니다")
        case .unreachable(let reason):
            problem(.weatherUnreachable, "\(name) cannot be reached: \(reason)", "\(name)에 닿지 못했습니다: \(reason)")
        case .untrusted(let reason):
            problem(
                .weatherUntrusted, "\(name) could not show who it is: \(reason)",
                "\(name)에서 누구인지 보이지 못했습니다: \(reason)")
        case .cut: problem(.weatherCut, "the answer of \(name) broke off", "\(name)의 답이 중간에 끊겼습니다")
        case .tooLarge: problem(.weatherTooLarge, "the answer of \(name) is too long", "\(name)의 답이 너무 깁니다")
        case .unreadable:
            problem(.weatherUnreadable, "the answer of \(name) cannot be read", "\(name)의 답을 읽을 수 없습니다")
        case .noData: problem(.weatherNoData, "\(name) has no weather for that day", "\(name)에 그날의 날씨가 없습니다")
        case .past: problem(.weatherPast, "\(name) tells only the weather of now", "\(name)에서는 지금의 날씨만 알려 줍니다")
        case .inFuture: problem(.weatherInFuture, "the entry is dated in the future", "일기의 날짜가 미래입니다")
        case .address:
            problem(
                .weatherAddress, "DIARYLOG_WEATHER_URL is neither https nor on this machine",
                "DIARYLOG_WEATHER_URL은 https도 이 컴퓨터의 주소도 아닙니다")
        }
    }

    private static func hint(_ trouble: WeatherTrouble) -> Sentence {
        switch trouble {
        case .noKey, .keyRefused:
            Sentence(
                "Set DIARYLOG_WEATHER_KEY, or diarylog config set weather.service open-meteo, which needs none.",
                "DIARYLOG_WEATHER_KEY를 정하거나, 키가 필요 없는 open-meteo를 쓰세요: diarylog config set weather.service open-meteo")
        case .past:
            Sentence(
                "diarylog config set weather.service open-meteo asks one that knows the past.",
                "지난 날씨를 아는 곳에 물으려면 diarylog config set weather.service open-meteo")
        case .noSuchPlace, .noData, .inFuture:
            Sentence(
                "Look at the entry's place and date; diarylog edit changes them.",
                "일기의 장소와 날짜를 확인하세요. diarylog edit로 고칠 수 있습니다.")
        case .address:
            Sentence("Unset it, or give it as https://HOST.", "지우거나 https://HOST로 정하세요.")
        case .tooMany, .failed, .redirected, .unexpected, .timeout, .unreachable, .untrusted, .cut, .tooLarge,
            .unreadable:
            Sentence(
                "The entry is written; diarylog weather asks again later.",
                "일기는 써 두었습니다. 나중에 diarylog weather로 다시 물을 수 있습니다.")
        }
    }
}
