import FoundationEssentials

/// A text to search in, and the day of it.
struct DiaryText {
    /// Civil seconds of the day's midnight.
    var date: Int64
    var text: String

    /// Reads JSON Lines of any kind, at most so many texts of them.
    ///
    /// A text is the member `text`, or else the longest string; its day is the member `date`, or else the first of the
    /// others, by name, that begins with a day. A text without one is of the day after the text before. Lines that hold
    /// no text, or none that can be seen, are left out, which is said.
    static func read(_ path: String, most: Int) throws -> [DiaryText] {
        let decoder = JSONDecoder()
        var (texts, isDated): ([DiaryText], Int) = ([], 0)
        var (left, first): (Int, Int?) = (0, nil)
        guard var data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CorpusProblem("\(path) cannot be read")
        }
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = data.dropFirst(3) }
        for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard texts.count < most else { break }
            if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }) { continue }
            guard let members = try? decoder.decode(CorpusMembers.self, from: line), let text = members.text else {
                left += 1
                first = first ?? number + 1
                continue
            }
            if members.day != nil { isDated += 1 }
            let date = members.day ?? (texts.last?.date ?? 946_598_400) + 86_400
            texts.append(DiaryText(date: min(date, CorpusMembers.days.upperBound), text: text))
        }
        if let first { print("\(path): \(left) lines hold no text and are left out, the first of them line \(first)") }
        guard !texts.isEmpty else {
            throw CorpusProblem("\(path) holds no text: JSON Lines are wanted, an object a line")
        }
        if isDated < texts.count {
            print("\(path): \(texts.count - isDated) of \(texts.count) texts have no day of their own")
        }
        return texts
    }
}

/// Why real text cannot be measured on, in words for the person who asked.
struct CorpusProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
