import FoundationEssentials

/// A text to search in, and the day of it.
struct DiaryText {
    /// Civil seconds of the day's midnight.
    var date: Int64
    var text: String

    /// Reads JSON Lines with `text` and `date` (2026-11-01), at most so many of them; other members are left aside.
    static func read(_ path: String, most: Int) throws -> [DiaryText] {
        struct Line: Decodable {
            var date: String
            var text: String
        }
        let decoder = JSONDecoder()
        var texts: [DiaryText] = []
        for line in try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n")) {
            guard texts.count < most else { break }
            let read = try decoder.decode(Line.self, from: line)
            guard let date = seconds(read.date) else { throw CorpusProblem("\(path) has the date \(read.date)") }
            texts.append(DiaryText(date: date, text: read.text))
        }
        guard !texts.isEmpty else { throw CorpusProblem("\(path) holds no text") }
        return texts
    }

    /// The seconds from 1970-01-01 to a day that is written year-month-day; nil for anything else.
    private static func seconds(_ day: String) -> Int64? {
        let parts = day.split(separator: "-").map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        // Years begin in March here, so that the leap day is a year's last.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1
        return (days - 719_468) * 86_400
    }
}

/// Why real text cannot be measured on, in words for the person who asked.
struct CorpusProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
