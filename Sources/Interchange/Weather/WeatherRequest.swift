package import DiaryModel

/// Who tells the weather.
package enum WeatherService: String, CaseIterable, Sendable {
    /// Needs no key, and knows the past.
    case openMeteo = "open-meteo"
    /// Needs a key, and knows only what is now.
    case openWeather = "openweather"

    /// Whether it answers only those that have a key.
    package var needsKey: Bool { self == .openWeather }
}

/// A question to a weather service: what was it like there, then?
package struct WeatherRequest: Equatable, Sendable {
    package var service: WeatherService
    /// Hundredths of a degree: no service need know the house.
    package var latitude: Int32
    package var longitude: Int32
    /// Seconds since 1970 UTC.
    package var time: Int64
    /// The clock, likewise.
    package var now: Int64

    /// What a service is asked for, by how long ago it was.
    package enum Kind: Sendable {
        case now
        /// Of the last days, by the hour.
        case lately
        /// By the hour, since 1940.
        case longAgo
    }

    /// Rounds the place to about a kilometre.
    package init(_ service: WeatherService, at place: Place, time: Int64, now: Int64) {
        (self.service, self.time, self.now) = (service, time, now)
        (latitude, longitude) = (Self.hundredths(place.latitude), Self.hundredths(place.longitude))
    }

    private static func hundredths(_ degrees: Int32) -> Int32 {
        (degrees + (degrees < 0 ? -50_000 : 50_000)) / 100_000
    }

    /// How far the moment asked for is; throws if the service does not know it.
    package var kind: Kind {
        get throws(WeatherTrouble) {
            let age = now - time
            if age < -Self.hour * 2 { throw .inFuture }
            if age <= Self.hour * 2 { return .now }
            if service == .openWeather { throw .past }
            if time < Self.firstYear { throw .noData }
            return age < Self.hour * 24 * 7 ? .lately : .longAgo
        }
    }

    private static let hour: Int64 = 3600
    /// 1940: before it the service has nothing.
    private static let firstYear: Int64 = -946_771_200

    /// The question as curl is asked it; it may take so many seconds.
    ///
    /// `base` stands for the service's own host; it must be https, or http on this machine.
    package func call(key: String, base: String?, seconds: Int) throws(WeatherTrouble) -> CurlCall {
        if service.needsKey, key.isEmpty { throw .noKey }
        let kind = try kind
        let host: String
        var isPlain = false
        if let base, !base.isEmpty {
            guard Self.isProper(base) else { throw .address }
            host = base
            isPlain = base.hasPrefix("http://")
        } else {
            host = Self.host(service, kind)
        }
        return CurlCall(url: host + path(kind, key), isPlain: isPlain, seconds: seconds)
    }

    private static func host(_ service: WeatherService, _ kind: Kind) -> String {
        switch (service, kind) {
        case (.openWeather, _): "https://api.openweathermap.org"
        case (.openMeteo, .longAgo): "https://archive-api.open-meteo.com"
        case (.openMeteo, _): "https://api.open-meteo.com"
        }
    }

    /// Whether a base is https, or http to this machine, with a port at most behind it.
    private static func isProper(_ base: String) -> Bool {
        if base.hasPrefix("https://") {
            let rest = base.dropFirst(8)
            return !rest.isEmpty && rest.utf8.allSatisfy { isOfHost($0) }
        }
        for start in ["http://127.0.0.1", "http://localhost", "http://[::1]"] where base.hasPrefix(start) {
            let rest = base.dropFirst(start.count)
            return rest.isEmpty || (rest.first == ":" && rest.count <= 6 && UInt16(rest.dropFirst()) != nil)
        }
        return false
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-.:".utf8.contains(byte)
    }

    private func path(_ kind: Kind, _ key: String) -> String {
        let (lat, lon) = (Self.degrees(latitude), Self.degrees(longitude))
        if service == .openWeather {
            return "/data/2.5/weather?lat=\(lat)&lon=\(lon)&units=metric&appid=\(Self.escaped(key))"
        }
        let place = "latitude=\(lat)&longitude=\(lon)&timeformat=unixtime&timezone=GMT"
        let values = "temperature_2m,weather_code,is_day"
        let date = CivilTime(seconds: time).isoDay
        let days = "start_date=\(date)&end_date=\(date)"
        switch kind {
        case .now: return "/v1/forecast?\(place)&current=\(values)"
        case .lately: return "/v1/forecast?\(place)&\(days)&hourly=\(values)"
        case .longAgo: return "/v1/archive?\(place)&\(days)&hourly=\(values)"
        }
    }

    /// Hundredths as a decimal: -3, 0.05, 126.98.
    private static func degrees(_ hundredths: Int32) -> String {
        let size = hundredths.magnitude
        return (hundredths < 0 ? "-" : "") + "\(size / 100).\(padded(Int(size % 100), 2))"
    }

    /// A key as a part of an address: letters and digits stay.
    private static func escaped(_ key: String) -> String {
        FileReferences.escaped(key) { isOfHost($0) && $0 != UInt8(ascii: ":") }
    }
}
