extension EntryContent {
    /// Tags, place and weather as people read them, as far as there are any: `#walk @han`, `37.57,126.98` or the
    /// place's name, `Rain 12.5 °C`.
    public var facts: [String] {
        let tags = allTags.map(\.shown).joined(separator: " ")
        let degrees = place.map { "\($0.degrees.latitude),\($0.degrees.longitude)" }
        let warmth = weather?.temperature.map(Self.degrees) ?? ""
        let sky = [weather?.main ?? "", warmth].filter { !$0.isEmpty }.joined(separator: " ")
        return [tags, placeName ?? degrees ?? "", sky].filter { !$0.isEmpty }
    }

    /// Hundredths of a degree, with one digit behind the point unless that is zero.
    private static func degrees(_ hundredths: Int16) -> String {
        let tenths = (Int(hundredths.magnitude) + 5) / 10
        let sign = hundredths < 0 && tenths > 0 ? "-" : ""
        return "\(sign)\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " °C"
    }

    /// What another program called the place: `Han River Park, Seoul`; nil if none did.
    public var placeName: String? {
        extra.first { $0.key == Self.placeNameKey }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// Gives it another place, or none: what another program called the old one goes.
    public mutating func move(to place: Place?) {
        if place != self.place { extra.removeAll { $0.key == Self.placeNameKey } }
        self.place = place
    }

    /// The key of that field.
    package static let placeNameKey = "placeName"
}
