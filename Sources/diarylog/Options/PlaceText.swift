internal import DiaryModel

/// A place as it is typed: `37.5665,126.9780`.
extension Place {
    /// Rounded to two decimals, about a kilometre, unless it is to be precise: a diary need not tell the house.
    init(typed text: String, isPrecise: Bool) throws(Problem) {
        let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let exact = Place(latitude: latitude, longitude: longitude)
        else { throw .usage(.unreadablePlace(text)) }
        self =
            isPrecise ? exact : Place(latitude: Self.rounded(exact.latitude), longitude: Self.rounded(exact.longitude))
    }

    /// To a hundredth of a degree, halves away from zero.
    private static func rounded(_ degrees: Int32) -> Int32 {
        let hundredth: Int32 = 100_000
        return (degrees + (degrees < 0 ? -hundredth : hundredth) / 2) / hundredth * hundredth
    }
}
