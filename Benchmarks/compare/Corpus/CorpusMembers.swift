/// The members of a line of JSON whose names nobody promised: the strings and numbers at its top.
struct CorpusMembers: Decodable {
    /// The midnights that a diary's dates can be on, in civil seconds from 1970: of the years 1 to 9999.
    static let days: ClosedRange<Int64> = -62_135_596_800...253_402_214_400
    private static let mostBytes = 1 << 20

    private var strings: [String: String] = [:]
    private var numbers: [String: Double] = [:]

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        for name in members.allKeys {
            if let string = try? members.decode(String.self, forKey: name) {
                strings[name.stringValue] = string
            } else if let number = try? members.decode(Double.self, forKey: name) {
                numbers[name.stringValue] = number
            }
        }
    }

    /// `text`, or the longest string; nil if it is too long to measure on, or nothing in it can be seen.
    var text: String? {
        let longest = strings.max { ($0.value.utf8.count, $1.key) < ($1.value.utf8.count, $0.key) }
        guard let found = strings["text"] ?? longest?.value, found.utf8.count <= Self.mostBytes else { return nil }
        // To SQLite's programmers a text ends there; all are to have the same one.
        let text = String(String.UnicodeScalarView(found.unicodeScalars.map { $0.value == 0 ? " " : $0 }))
        return text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            ? text : nil
    }

    /// Civil seconds of the day's midnight; a number is the seconds or milliseconds since 1970.
    var day: Int64? {
        if let day = strings["date"].flatMap(Self.day) { return day }
        if let number = numbers["date"], abs(number) < 1e14 {
            let seconds = Int64(abs(number) < 1e11 ? number : number / 1_000)
            let midnight = seconds - (seconds % 86_400 + 86_400) % 86_400
            if Self.days.contains(midnight) { return midnight }
        }
        return strings.sorted { $0.key < $1.key }.lazy.compactMap { Self.day($0.value) }.first
    }

    /// The seconds from 1970-01-01 to a day that a string begins with, written year-month-day; nil for anything else.
    private static func day(_ string: String) -> Int64? {
        let head = string.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
        let parts = head.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], head.utf8.count <= 10,
            (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // Years begin in March here, so that the leap day is a year's last.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1
        return min((days - 719_468) * 86_400, Self.days.upperBound)
    }
}
