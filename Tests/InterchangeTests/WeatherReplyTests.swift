import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

/// What the services document, in our own words, and what becomes of it.
@Suite(.timed) struct WeatherReplyTests {
    private static let now: Int64 = 1_764_000_000
    private let seoul = Place(latitude: Int32(375_665_123), longitude: Int32(1_269_780_456))

    private func question(_ service: WeatherService, hoursAgo: Int64 = 0) -> WeatherRequest {
        WeatherRequest(service, at: seoul, time: Self.now - hoursAgo * 3600, now: Self.now)
    }

    private func address(
        _ service: WeatherService, hoursAgo: Int64 = 0, key: String = "k", base: String? = nil
    ) throws(WeatherTrouble) -> String {
        try question(service, hoursAgo: hoursAgo).call(key: key, base: base, seconds: 10).url
    }

    private func trouble(_ body: () throws(WeatherTrouble) -> String) -> WeatherTrouble? {
        do throws(WeatherTrouble) { _ = try body() } catch { return error }
        return nil
    }

    @Test func `the place that is sent is rounded, and the key is a part of the address alone`() throws {
        #expect(
            try address(.openWeather, key: "a b&c=d")
                == "https://api.openweathermap.org/data/2.5/weather?lat=37.57&lon=126.98&units=metric&appid=a%20b%26c%3Dd"
        )
        let south = WeatherRequest(
            .openMeteo, at: Place(latitude: Int32(-500_000), longitude: Int32(-3_049_999)), time: Self.now,
            now: Self.now)
        #expect(try south.call(key: "", base: nil, seconds: 10).url.contains("latitude=-0.05&longitude=-0.30&"))
    }

    @Test func `how long ago it was decides where it is asked`() throws {
        #expect(try address(.openMeteo).hasPrefix("https://api.open-meteo.com/v1/forecast?"))
        #expect(try address(.openMeteo).hasSuffix("&current=temperature_2m,weather_code,is_day"))
        let lately = try address(.openMeteo, hoursAgo: 30)
        #expect(lately.hasPrefix("https://api.open-meteo.com/v1/forecast?"))
        #expect(lately.contains("start_date=2025-11-23&end_date=2025-11-23&hourly="))
        let longAgo = try address(.openMeteo, hoursAgo: 24 * 3650)
        #expect(longAgo.hasPrefix("https://archive-api.open-meteo.com/v1/archive?"))
        #expect(longAgo.contains("start_date=2015-11-27&end_date=2015-11-27&hourly="))
        #expect(trouble { () throws(WeatherTrouble) in try address(.openMeteo, hoursAgo: 24 * 36_500) } == .noData)
        #expect(trouble { () throws(WeatherTrouble) in try address(.openMeteo, hoursAgo: -3) } == .inFuture)
        #expect(trouble { () throws(WeatherTrouble) in try address(.openWeather, hoursAgo: 3) } == .past)
        #expect(trouble { () throws(WeatherTrouble) in try address(.openWeather, key: "") } == .noKey)
    }

    @Test(arguments: [
        ("https://weather.example", true), ("http://127.0.0.1:8080", true), ("http://localhost", true),
        ("http://[::1]:9", true), ("http://weather.example", false), ("http://127.0.0.1:80@weather.example", false),
        ("http://127.0.0.1.example", false), ("https://", false), ("https://a@b", false), ("https://a/b", false),
        ("file:///etc/passwd", false), ("http://localhost:99999", false), ("https://a b", false),
    ])
    func `another address to ask is https, or on this machine`(_ base: String, isProper: Bool) {
        let found = trouble { () throws(WeatherTrouble) in try address(.openMeteo, base: base) }
        #expect(found == (isProper ? nil : .address), "\(base)")
    }

    private func read(
        _ service: WeatherService, _ body: String, status: Int = 200, retryAfter: Int? = nil
    ) -> WeatherAnswer {
        question(service).read(status: status, retryAfter: retryAfter, Array(body.utf8))
    }

    private let rain = """
        {"coord":{"lon":126.98,"lat":37.57},"weather":[{"id":500,"main":"Rain","description":"약한 비","icon":"10n"},
        {"id":701,"main":"Mist","description":"mist","icon":"50n"}],"base":"stations",
        "main":{"temp":-0.456,"feels_like":-4,"humidity":81},"dt":1763999000,"timezone":32400,"name":"Seoul","cod":200}
        """

    @Test func `OpenWeather tells what is now`() throws {
        guard case .weather(let weather) = read(.openWeather, rain) else { throw Absent() }
        #expect(weather.main == "Rain" && weather.description == "약한 비" && weather.icon == "10n")
        #expect(weather.temperature == -46 && weather.source == "openweather" && weather.observedAt == 1_763_999_000)
        guard
            case .weather(let bare) = read(.openWeather, #"{"weather":[{"main":"Rain","icon":""}],"main":{"temp":3}}"#)
        else { throw Absent() }
        #expect(bare.main == "Rain" && bare.temperature == 300 && bare.observedAt == nil)
    }

    @Test func `Open-Meteo tells what is now, and the nearest hour of a day`() throws {
        let current = """
            {"current_units":{"temperature_2m":"°C"},"current":{"time":1764000000,"interval":900,"temperature_2m":5,
            "weather_code":95,"is_day":0}}
            """
        guard case .weather(let storm) = read(.openMeteo, current) else { throw Absent() }
        #expect(storm.main == "Thunderstorm" && storm.icon == "11n" && storm.temperature == 500)
        let times = (0..<24).map { "\(1_763_942_400 + $0 * 3600)" }.joined(separator: ",")
        let codes = (0..<24).map { $0 == 9 ? "null" : "\([0, 61, 3][$0 % 3])" }.joined(separator: ",")
        let degrees = (0..<24).map { $0 == 9 ? "null" : "\($0).5" }.joined(separator: ",")
        let hourly = #"{"hourly":{"time":[\#(times)],"temperature_2m":[\#(degrees)],"weather_code":[\#(codes)]}}"#
        func at(_ time: Int64) -> WeatherAnswer {
            WeatherRequest(.openMeteo, at: seoul, time: time, now: Self.now)
                .read(status: 200, retryAfter: nil, Array(hourly.utf8))
        }
        guard case .weather(let seven) = at(1_763_942_400 + 7 * 3600 + 1000) else { throw Absent() }
        #expect(seven.temperature == 750 && seven.main == "Rain" && seven.observedAt == 1_763_942_400 + 7 * 3600)
        // The hour itself is not known; the one beside it is.
        guard case .weather(let ten) = at(1_763_942_400 + 9 * 3600 + 10) else { throw Absent() }
        #expect([8, 10].contains(Int(ten.temperature ?? 0) / 100))
        #expect(at(1_763_942_400 - 7200) == .trouble(.noData))
        #expect(read(.openMeteo, #"{"error":true,"reason":"out of range"}"#) == .trouble(.noData))
    }

    @Test func `every code of Open-Meteo has a word, and an icon that the page knows`() {
        for (code, meaning) in WeatherCode.meaning {
            #expect(!meaning.main.isEmpty && !meaning.description.isEmpty && meaning.icon.count == 2, "\(code)")
        }
        #expect(WeatherCode.meaning.count == 28)
    }

    @Test(arguments: WeatherService.allCases)
    func `a refusal is named by its status, wherever that stands`(_ service: WeatherService) {
        let refused: WeatherTrouble = service.needsKey ? .keyRefused : .unexpected(status: 401)
        let cases: [(Int, Int?, String, WeatherTrouble)] = [
            (401, nil, #"{"cod":401,"message":"Invalid API key."}"#, refused), (404, nil, "", .noSuchPlace),
            (429, nil, "{}", .tooMany(retryAfter: nil)), (429, 7, "{}", .tooMany(retryAfter: 7)),
            (429, 999_999, "{}", .tooMany(retryAfter: 86_400)), (500, nil, "<html>", .failed(status: 500)),
            (301, nil, "", .redirected(status: 301)), (418, nil, "", .unexpected(status: 418)),
            (200, nil, "<html>", .unreadable), (200, nil, "", .unreadable), (200, nil, "{}", .unreadable),
            (200, nil, rain + "x", .unreadable),
        ]
        for (status, wait, body, trouble) in cases {
            #expect(read(service, body, status: status, retryAfter: wait) == .trouble(trouble), "\(status) \(body)")
        }
    }

    @Test func `OpenWeather's cod counts, be it a number or a string`() {
        #expect(read(.openWeather, #"{"cod":"404","message":"city not found"}"#) == .trouble(.noSuchPlace))
        #expect(read(.openWeather, #"{"cod":401}"#) == .trouble(.keyRefused))
        #expect(read(.openWeather, #"{"cod":429}"#, retryAfter: 3) == .trouble(.tooMany(retryAfter: 3)))
        #expect(read(.openWeather, #"{"cod":"many"}"#) == .trouble(.unreadable))
    }

    @Test func `a reply that says too much, or nothing, is not taken`() {
        let long = String(repeating: "비", count: 500)
        #expect(
            read(.openWeather, #"{"weather":[{"main":"\#(long)","icon":"10d"}]}"#) == .trouble(.unreadable))
        #expect(read(.openWeather, #"{"weather":[{"main":"","icon":""}]}"#) == .trouble(.unreadable))
        #expect(read(.openMeteo, #"{"current":{"time":1,"weather_code":7}}"#) == .trouble(.unreadable))
        #expect(read(.openMeteo, #"{"current":{"time":1}}"#) == .trouble(.noData))
    }

    @Test func `no reply, however it is bent, ends anything`() {
        var chance = Chance(for: "weather replies")
        for _ in 0..<2_000 {
            var bytes = Array(rain.utf8)
            for _ in 0...chance.below(3) {
                let position = chance.below(bytes.count)
                if chance.isLucky(oneIn: 2) {
                    bytes[position] = UInt8(chance.below(256))
                } else {
                    bytes.removeSubrange(position...)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            if case .weather(let weather) = question(.openWeather).read(status: 200, retryAfter: nil, bytes) {
                #expect(weather.main.utf8.count <= 1024)
            }
        }
    }
}
