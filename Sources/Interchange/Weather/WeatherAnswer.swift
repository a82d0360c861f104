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
