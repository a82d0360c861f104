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

    /// Equal only if every byte is.
    public static func == (left: Weather, right: Weather) -> Bool {
        left.temperature == right.temperature && left.observedAt == right.observedAt
            && zip(left.words, right.words).allSatisfy { isSame($0, $1) }
    }

    /// The temperature in degrees Celsius.
    public var celsius: Double? { temperature.map { Double($0) / 100 } }

    /// A temperature in hundredths of a degree Celsius; nil if it is no number, or none that there is on Earth.
    public static func hundredths(ofCelsius degrees: Double) -> Int16? {
        (-200.0...200.0).contains(degrees) ? Int16((degrees * 100).rounded()) : nil
    }

    /// Whether it is of the sort that a person asks for: `rain` finds "Rain", "light rain" and "비", `비` likewise.
    ///
    /// Case makes no difference, and neither does the normal form.
    public func isOf(sort asked: String) -> Bool {
        let asked = asked.lowercased()
        let wanted = Self.sorts.first { $0.contains(asked) } ?? [asked]
        let said = [main, description].map { $0.lowercased() }
        return said.contains { words in
            wanted.contains(words) || words.split { !$0.isLetter }.contains { wanted.contains(String($0)) }
        }
    }

    /// What is called by several names.
    private static let sorts: [Set<String>] = [
        ["rain", "rainy", "drizzle", "비", "이슬비", "소나기"], ["snow", "snowy", "눈"],
        ["clear", "sunny", "맑음", "맑은", "갬"], ["clouds", "cloud", "cloudy", "overcast", "흐림", "흐린", "구름"],
        ["fog", "foggy", "mist", "haze", "안개"], ["thunderstorm", "thunder", "storm", "천둥", "뇌우"],
    ]

    /// Its words, in the order in which they are written.
    var words: [String] { [main, icon, description, source] }

    /// Whether it says anything of the sky or of the warmth.
    package var isInformative: Bool { !(main.isEmpty && icon.isEmpty && description.isEmpty) || temperature != nil }

    /// Whether it was observed in the years 1 to 9999, or does not say when.
    package var isInTime: Bool { observedAt.map { (-62_135_596_800...253_402_300_799).contains($0) } ?? true }

    /// Whether it says anything, and no word is longer than `EntryLimits.name`.
    package var isProper: Bool {
        isInformative && isInTime && words.allSatisfy { $0.utf8.count <= EntryLimits.name }
    }
}
