internal import DiaryModel

// What a service replied, as an answer. Pure: status, header and body come in, and a weather or a trouble goes out.

extension WeatherRequest {
    /// Reads what curl wrote when it was asked this question, and its exit code.
    package func read(code: Int32, output: [UInt8]) -> WeatherAnswer {
        do throws(WeatherTrouble) {
            let reply = try CurlCall.reply(code: code, output: output)
            return read(status: reply.status, retryAfter: reply.retryAfter, reply.body)
        } catch {
            return .trouble(error)
        }
    }

    /// Reads a reply to this question.
    package func read(status: Int, retryAfter: Int?, _ body: [UInt8]) -> WeatherAnswer {
        do throws(WeatherTrouble) {
            try Self.check(status, retryAfter, service)
            guard var reader = try? JSONReader(body), let value = try? reader.value(), reader.isAtEnd() else {
                throw .unreadable
            }
            var weather =
                switch service {
                case .openWeather: try openWeather(value, retryAfter)
                case .openMeteo: try openMeteo(value)
                }
            weather.source = service.rawValue
            guard weather.isProper else { throw .unreadable }
            return .weather(weather)
        } catch {
            return .trouble(error)
        }
    }

    private static func check(
        _ status: Int, _ retryAfter: Int?, _ service: WeatherService
    ) throws(WeatherTrouble) {
        switch status {
        case 200: return
        case 401 where service.needsKey, 403 where service.needsKey: throw .keyRefused
        case 404: throw .noSuchPlace
        case 429: throw .tooMany(retryAfter: retryAfter.map { min(max($0, 0), 86_400) })
        case 300...399: throw .redirected(status: status)
        case 500...599: throw .failed(status: status)
        default: throw .unexpected(status: status)
        }
    }

    // MARK: OpenWeather, "current weather"

    private func openWeather(_ value: JSONValue, _ retryAfter: Int?) throws(WeatherTrouble) -> Weather {
        // The status stands in the reply once more, as a number or as a string.
        switch value["cod"] {
        case .integer(let status)?: try Self.check(Int(clamping: status), retryAfter, service)
        case .string(let digits)?:
            guard let status = Int(String(decoding: digits, as: UTF8.self)) else { throw .unreadable }
            try Self.check(status, retryAfter, service)
        default: break
        }
        guard case .array(let all)? = value["weather"], let first = all.first, let main = first["main"]?.saidText,
            let icon = first["icon"]?.saidText
        else { throw .unreadable }
        var weather = Weather(main: main, icon: icon)
        weather.description = first["description"]?.saidText ?? ""
        weather.temperature = value["main"]?["temp"]?.number.flatMap { Weather.hundredths(ofCelsius: $0) }
        if case .integer(let time)? = value["dt"] { weather.observedAt = time }
        return weather
    }

    // MARK: Open-Meteo

    private func openMeteo(_ value: JSONValue) throws(WeatherTrouble) -> Weather {
        if value["error"] == .bool(true) { throw .noData }
        if let current = value["current"] {
            guard case .integer(let time)? = current["time"] else { throw .unreadable }
            return try Self.weather(
                code: current["weather_code"], temperature: current["temperature_2m"], isDay: current["is_day"], time)
        }
        guard let hourly = value["hourly"], case .array(let times)? = hourly["time"],
            case .array(let codes)? = hourly["weather_code"], case .array(let degrees)? = hourly["temperature_2m"],
            times.count == codes.count, times.count == degrees.count
        else { throw .unreadable }
        var nearest: (index: Int, time: Int64)?
        for (index, value) in times.enumerated() {
            guard case .integer(let hour) = value else { throw .unreadable }
            if codes[index] == .null, degrees[index] == .null { continue }
            let isNearer = nearest.map { hour.distance(to: time).magnitude < $0.time.distance(to: time).magnitude }
            if isNearer ?? true { nearest = (index, hour) }
        }
        // An hour that is not there yet is none; one that is far off is another.
        guard let (index, hour) = nearest, hour.distance(to: time).magnitude <= 5400 else { throw .noData }
        var isDay: JSONValue?
        if case .array(let days)? = hourly["is_day"], days.count == times.count { isDay = days[index] }
        return try Self.weather(code: codes[index], temperature: degrees[index], isDay: isDay, hour)
    }

    private static func weather(
        code: JSONValue?, temperature: JSONValue?, isDay: JSONValue?, _ time: Int64
    ) throws(WeatherTrouble) -> Weather {
        var weather = Weather(main: "", icon: "")
        if let number = code?.number {
            guard let meaning = WeatherCode.meaning[Int(exactly: number) ?? -1] else { throw .unreadable }
            let light = isDay == .integer(0) ? "n" : "d"
            weather = Weather(main: meaning.main, icon: meaning.icon + light)
            weather.description = meaning.description
        }
        weather.temperature = temperature?.number.flatMap { Weather.hundredths(ofCelsius: $0) }
        weather.observedAt = time
        guard weather.isInformative else { throw .noData }
        return weather
    }
}

/// The codes of the World Meteorological Organization that Open-Meteo uses, in the words and icons of OpenWeather.
package enum WeatherCode {
    package static let meaning: [Int: (main: String, icon: String, description: String)] = [
        0: ("Clear", "01", "clear sky"), 1: ("Clear", "02", "mainly clear"), 2: ("Clouds", "03", "partly cloudy"),
        3: ("Clouds", "04", "overcast"), 45: ("Fog", "50", "fog"), 48: ("Fog", "50", "depositing rime fog"),
        51: ("Drizzle", "09", "light drizzle"), 53: ("Drizzle", "09", "moderate drizzle"),
        55: ("Drizzle", "09", "dense drizzle"), 56: ("Drizzle", "09", "light freezing drizzle"),
        57: ("Drizzle", "09", "dense freezing drizzle"), 61: ("Rain", "10", "slight rain"),
        63: ("Rain", "10", "moderate rain"), 65: ("Rain", "10", "heavy rain"),
        66: ("Rain", "13", "light freezing rain"), 67: ("Rain", "13", "heavy freezing rain"),
        71: ("Snow", "13", "slight snow fall"), 73: ("Snow", "13", "moderate snow fall"),
        75: ("Snow", "13", "heavy snow fall"), 77: ("Snow", "13", "snow grains"),
        80: ("Rain", "09", "slight rain showers"), 81: ("Rain", "09", "moderate rain showers"),
        82: ("Rain", "09", "violent rain showers"), 85: ("Snow", "13", "slight snow showers"),
        86: ("Snow", "13", "heavy snow showers"), 95: ("Thunderstorm", "11", "thunderstorm"),
        96: ("Thunderstorm", "11", "thunderstorm with slight hail"),
        99: ("Thunderstorm", "11", "thunderstorm with heavy hail"),
    ]
}
