internal import DiaryModel

// An entry's weather as JSON: `main` and `icon` always, the rest where it is known.

extension EntryJSON {
    static func weather(_ weather: Weather?) -> JSONValue {
        guard let weather else { return .null }
        var members = [JSONMember("main", .text(weather.main)), JSONMember("icon", .text(weather.icon))]
        if !weather.description.isEmpty { members.append(JSONMember("description", .text(weather.description))) }
        if let degrees = weather.celsius { members.append(JSONMember("temperature", .decimal(degrees))) }
        if !weather.source.isEmpty { members.append(JSONMember("source", .text(weather.source))) }
        if let seconds = weather.observedAt {
            let instant = Instant.rfc3339(microseconds: seconds * 1_000_000, offset: 0)
            members.append(JSONMember("observedAt", .text(instant)))
        }
        return .object(members)
    }
}

extension EntryFields {
    /// Nil if it says nothing.
    static func weather(_ value: JSONValue) throws(RowReason) -> Weather? {
        guard case .string(let main)? = value["main"], case .string(let icon)? = value["icon"] else {
            throw RowReason.wrongKind("weather")
        }
        var weather = Weather(main: String(decoding: main, as: UTF8.self), icon: String(decoding: icon, as: UTF8.self))
        weather.description = try word(value["description"])
        weather.source = try word(value["source"])
        switch value["temperature"] {
        case nil, .null?: break
        case .integer(let degrees)?: weather.temperature = Weather.hundredths(ofCelsius: Double(degrees))
        case .decimal(let degrees)?: weather.temperature = Weather.hundredths(ofCelsius: degrees)
        default: throw RowReason.wrongKind("weather")
        }
        let written = try word(value["observedAt"])
        if !written.isEmpty {
            guard let date = ISODate(written), let offset = date.offset else { throw RowReason.badDate(written) }
            weather.observedAt = date.civil.seconds - Int64(offset)
        }
        return weather.isInformative ? weather : nil
    }

    private static func word(_ value: JSONValue?) throws(RowReason) -> String {
        switch value {
        case nil, .null?: return ""
        case .string(let bytes)?: return String(decoding: bytes, as: UTF8.self)
        default: throw RowReason.wrongKind("weather")
        }
    }
}
