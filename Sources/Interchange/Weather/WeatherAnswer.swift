package import DiaryModel

/// What came of asking a weather service.
package enum WeatherAnswer: Equatable, Sendable {
    case weather(Weather)
    case trouble(WeatherTrouble)
}

/// Why a weather service told nothing.
package enum WeatherTrouble: Error, Equatable, Sendable {
    /// The service wants a key, and there is none.
    case noKey
    case keyRefused
    case noSuchPlace
    /// It was asked too often; seconds after which it may be asked again, if it says so.
    case tooMany(retryAfter: Int?)
    /// The service failed, with this status.
    case failed(status: Int)
    case redirected(status: Int)
    case unexpected(status: Int)
    case timeout
    /// The system's reason.
    case unreachable(String)
    case untrusted(String)
    case cut
    case tooLarge
    /// The reply is not what the service documents.
    case unreadable
    /// The service knows that place and time, and has nothing for it.
    case noData
    /// The service tells only what is now.
    case past
    case inFuture
    /// The other address to ask is neither https nor on this machine.
    case address

    /// One of each, for tests of the sentences.
    package static let samples: [WeatherTrouble] = [
        .noKey, .keyRefused, .noSuchPlace, .tooMany(retryAfter: nil), .tooMany(retryAfter: 30), .failed(status: 500),
        .redirected(status: 301), .unexpected(status: 418), .timeout, .unreachable("x"), .untrusted("x"), .cut,
        .tooLarge, .unreadable, .noData, .past, .inFuture, .address,
    ]

    /// Its name for scripts.
    package var code: String {
        switch self {
        case .noKey: "weather-no-key"
        case .keyRefused: "weather-key-refused"
        case .noSuchPlace: "weather-no-such-place"
        case .tooMany: "weather-too-many"
        case .failed: "weather-failed"
        case .redirected: "weather-redirected"
        case .unexpected: "weather-unexpected"
        case .timeout: "weather-timeout"
        case .unreachable: "weather-unreachable"
        case .untrusted: "weather-untrusted"
        case .cut: "weather-cut"
        case .tooLarge: "weather-too-large"
        case .unreadable: "weather-unreadable"
        case .noData: "weather-no-data"
        case .past: "weather-past"
        case .inFuture: "weather-in-future"
        case .address: "weather-address"
        }
    }
}

extension WeatherAnswer {
    /// The answer as `diarylog-weather` prints it: `{"weather":{…}}` or `{"trouble":…,"status":…}`.
    package var json: JSONValue {
        switch self {
        case .weather(let weather): return ["weather": EntryJSON.weather(weather)]
        case .trouble(let trouble):
            var members = [JSONMember("trouble", .text(trouble.code))]
            switch trouble {
            case .tooMany(let seconds?): members.append(JSONMember("retryAfter", .number(seconds)))
            case .failed(let status), .redirected(let status), .unexpected(let status):
                members.append(JSONMember("status", .number(status)))
            case .unreachable(let reason), .untrusted(let reason):
                members.append(JSONMember("reason", .text(reason)))
            default: break
            }
            return .object(members)
        }
    }

    /// Reads what `json` writes, and nothing else: nil for any other bytes.
    package init?(_ bytes: [UInt8]) {
        guard var reader = try? JSONReader(bytes), let value = try? reader.value(), reader.isAtEnd(),
            case .object(let members) = value
        else { return nil }
        if members.count == 1, members[0].name == "weather" {
            guard let weather = try? EntryFields.weather(members[0].value), weather.isProper else { return nil }
            self = .weather(weather)
        } else {
            guard let trouble = Self.trouble(value) else { return nil }
            self = .trouble(trouble)
        }
        // Nothing stands in it that is not understood.
        guard json == value else { return nil }
    }

    private static func trouble(_ value: JSONValue) -> WeatherTrouble? {
        guard case .string(let code)? = value["trouble"] else { return nil }
        var known = WeatherTrouble.samples.first { Array($0.code.utf8) == code }
        switch (known, value["retryAfter"], value["status"], value["reason"]) {
        case (.tooMany, .integer(let seconds)?, nil, nil): known = .tooMany(retryAfter: Int(clamping: seconds))
        case (.failed, nil, .integer(let status)?, nil): known = .failed(status: Int(clamping: status))
        case (.redirected, nil, .integer(let status)?, nil): known = .redirected(status: Int(clamping: status))
        case (.unexpected, nil, .integer(let status)?, nil): known = .unexpected(status: Int(clamping: status))
        case (.unreachable, nil, nil, .string(let bytes)?): known = .unreachable(String(decoding: bytes, as: UTF8.self))
        case (.untrusted, nil, nil, .string(let bytes)?): known = .untrusted(String(decoding: bytes, as: UTF8.self))
        default: break
        }
        return known
    }
}
