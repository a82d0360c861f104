internal import DiaryModel

/// A place as it is typed: `37.5665,126.9780`.
extension Place {
    /// Rounded to two decimals, about a kilometre, unless it is to be precise: a diary need not tell the house.
    init(typed text: String, isPrecise: Bool) throws {
        let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let exact = Place(latitude: latitude, longitude: longitude)
        else {
            throw Problem(
                usage: "\"\(text)\" is not a place", "\(quoted: text, .topic) 장소가 아닙니다",
                hint: "It is written 37.5665,126.9780.", "37.5665,126.9780처럼 씁니다.")
        }
        self =
            isPrecise ? exact : Place(latitude: Self.rounded(exact.latitude), longitude: Self.rounded(exact.longitude))
    }

    /// As it is typed.
    var typed: String { "\(degrees.latitude),\(degrees.longitude)" }

    /// To a hundredth of a degree, halves away from zero.
    private static func rounded(_ degrees: Int32) -> Int32 {
        let hundredth: Int32 = 100_000
        return (degrees + (degrees < 0 ? -hundredth : hundredth) / 2) / hundredth * hundredth
    }
}

extension Session {
    /// A place by its name in the settings, or as it is typed.
    func place(_ text: String, isPrecise: Bool = false) throws -> Place {
        guard Settings.isPlaceName(text) else { return try Place(typed: text, isPrecise: isPrecise) }
        guard let known = settings.places[text] else {
            throw Problem(
                usage: "no place is called \(text)", "\(quoted: text, .named) 장소가 없습니다",
                hint: "diarylog config shows the places; diarylog config set places.\(text) 37.57,126.98 makes one.",
                "장소는 diarylog config로 볼 수 있고, diarylog config set places.\(text) 37.57,126.98로 정할 수 있습니다.")
        }
        return try Place(typed: known.text, isPrecise: isPrecise)
    }
}
