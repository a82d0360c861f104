/// The weather when an entry was written, as a person, another program or a service said it.
public struct Weather: Hashable, Sendable {
    /// In a word: "Rain".
    public var main: String
    /// The name of the icon that shows it.
    public var icon: String
    /// In a few words: "light intensity drizzle"; may be empty.
    public var description = ""
    /// Hundredths of a degree Celsius.
    public var temperature: Int16?
    /// Who says so: "openweather"; empty for a person or another program.
    public var source = ""
    /// For when it was observed, in seconds since 1970 UTC.
    public var observedAt: Int64?

    /// Weather as an app noted it.
    public init(main: String, icon: String) {
        self.main = main
        self.icon = icon
    }

    /// The temperature in degrees Celsius.
    public var celsius: Double? { temperature.map { Double($0) / 100 } }

    /// A temperature in hundredths of a degree Celsius; nil if it is no number, or none that there is on Earth.
    public static func hundredths(ofCelsius degrees: Double) -> Int16? {
        (-200.0...200.0).contains(degrees) ? Int16((degrees * 100).rounded()) : nil
    }

    /// Its words, in the order in which they are written.
    var words: [String] { [main, icon, description, source] }

    /// Whether it says anything of the sky or of the warmth.
    package var isTelling: Bool { !(main.isEmpty && icon.isEmpty && description.isEmpty) || temperature != nil }

    /// Whether it was observed in the years 1 to 9999, or does not say when.
    package var isInTime: Bool { observedAt.map { (-62_135_596_800...253_402_300_799).contains($0) } ?? true }

    /// Whether it says anything, and no word is longer than `EntryLimits.name`.
    package var isProper: Bool {
        isTelling && isInTime && words.allSatisfy { $0.utf8.count <= EntryLimits.name }
    }
}
