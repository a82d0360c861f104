internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import Interchange

// Asking a weather service by the program curl, and writing what it told.

extension Session {
    private static let asker = "curl"
    /// Seconds for a whole question, and the most that may be asked for.
    private static let (weatherPatience, mostWeatherPatience) = (10, 600)

    /// The service of the settings.
    var weatherService: WeatherService {
        settings[.weatherService].flatMap { WeatherService(rawValue: $0.text) } ?? .openMeteo
    }

    /// Asks for the weather where and when an entry was written, and gives it to the entry.
    func observe(_ entry: Entry, from service: WeatherService, in diary: Diary) throws -> ObservationOutcome {
        if entry.content.weather != nil { return .hasWeather(entry) }
        guard let request = try weatherRequest(for: entry, to: service) else {
            throw Problem(
                .weatherNoPlace,
                "entry \(OnScreen.shortID(entry.id)) has no place, so nobody can tell its weather",
                "일기 \(OnScreen.shortID(entry.id))에 장소가 없어 날씨를 물을 수 없습니다",
                hint: "diarylog edit \(OnScreen.shortID(entry.id)) --place 37.57,126.98 gives it one.",
                "diarylog edit \(OnScreen.shortID(entry.id)) --place 37.57,126.98로 장소를 넣으세요.")
        }
        switch try ask(request) {
        case .weather(let weather):
            let context = try context()
            return try diary.write(.observe(weather, of: entry.id), in: context)
        case .trouble(let trouble): throw Problem.noWeather(trouble, service)
        }
    }

    /// The question for an entry; nil if it has no place.
    func weatherRequest(for entry: Entry, to service: WeatherService) throws -> WeatherRequest? {
        guard let place = entry.content.place else { return nil }
        let now = floorDivide(try self.now(), 1_000_000)
        let date = entry.content.date
        var time = date.seconds - Int64(date.offset)
        // A whole day stands for its noon, or for now where that is still to come.
        if date.precision == .day { time = min(time + 43_200, max(time, now)) }
        return WeatherRequest(service, at: place, time: time, now: now)
    }

    /// Runs curl, which is told the address, and the key in it, on its standard input.
    func ask(_ request: WeatherRequest) throws -> WeatherAnswer {
        let call: CurlCall
        do throws(WeatherTrouble) {
            let seconds = Self.variable("DIARYLOG_WEATHER_SECONDS").flatMap { Int($0) } ?? Self.weatherPatience
            call = try request.call(
                key: weatherKey ?? "", base: Self.variable("DIARYLOG_WEATHER_URL"),
                seconds: min(max(seconds, 1), Self.mostWeatherPatience))
        } catch { return .trouble(error) }
        guard let program = ExternalProgram(Self.asker) else {
            throw Problem(
                .noWeatherProgram, "the program that asks for the weather, curl, is not installed",
                "날씨를 묻는 프로그램 curl이 설치되어 있지 않습니다", hint: "sudo apt install curl installs it.",
                "sudo apt install curl로 설치하세요.")
        }
        do throws(SystemError) {
            let said = try program.run(
                CurlCall.words, input: call.configuration, seconds: Int32(call.seconds + 5), limit: CurlCall.mostOutput)
            return request.read(code: said.code, output: said.output)
        } catch {
            if error.isTimeout { return .trouble(.timeout) }
            if error.isTooLarge { return .trouble(.tooLarge) }
            throw Problem.systemRefused("\(program.path): \(error.reason)")
        }
    }

    static let keyVariable = "DIARYLOG_WEATHER_KEY"

    /// The key for the service: of the environment, else of the settings.
    var weatherKey: String? { Self.variable(Self.keyVariable) ?? settings[.weatherKey]?.text }

    /// Lets a process of its own ask for an entry's weather; the entry is written already, and nothing waits.
    func askLater(_ entry: Entry) {
        guard entry.content.weather == nil else { return }
        let id = OnScreen.shortID(entry.id)
        guard entry.content.place != nil else {
            return notify(
                "without a place nobody can tell the weather; diarylog edit \(id) --place NAME, then diarylog weather \(id)",
                "장소가 없어 날씨를 물을 수 없습니다. diarylog edit \(id) --place 이름, 그다음 diarylog weather \(id)")
        }
        guard ExternalProgram(Self.asker) != nil else {
            return notify(
                "the weather was not asked for: curl is not installed; sudo apt install curl, then diarylog weather \(id)",
                "날씨를 묻지 않았습니다: curl이 설치되어 있지 않습니다. sudo apt install curl, 그다음 diarylog weather \(id)")
        }
        do throws(SystemError) {
            let own = try FileSystem.canonicalPath("/proc/self/exe")
            var words = ["diarylog", "weather", entry.id.hexadecimal, "--quiet"]
            if let path = try? path() { words += ["--diary", path.hasPrefix("/") ? path : "./" + path] }
            try ChildProcess.detach(own, words)
            notify(
                "the weather is being asked for; if none comes, diarylog weather \(id) asks again",
                "날씨를 묻고 있습니다. 오지 않으면 diarylog weather \(id, .by) 다시 물을 수 있습니다")
        } catch {
            notify(
                "the weather could not be asked for (\(error.reason)); diarylog weather \(id) asks again",
                "날씨를 묻지 못했습니다(\(error.reason)). diarylog weather \(id, .by) 다시 물을 수 있습니다")
        }
    }
}
