// What a person notes in numbers: lines such as "기분: 4" or "sleep: 7.5 h" at the end of a text.

/// A number under a name.
public struct Measure: Equatable, Sendable {
    /// As it was typed.
    public var key: String
    /// In whatever unit it was meant.
    public var value: Double
}

/// The measures of a text, in its order: the lines `key: number` among the lines `key: value` at its end.
///
/// Below them and between them may stand blank lines and lines of tags alone. A number may have a decimal point or
/// comma, and something behind it: `7,5 h`, `4/5`. A key has at most 40 characters and begins with a letter. Looks at
/// the last lines alone.
public func measures(in text: [UInt8]) -> [Measure] {
    var found: [Measure] = []
    var end = text.count
    while end > 0 {
        let start = text[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // No such line is longer; four bytes a character.
        guard end - start <= 1_000 else { break }
        let line = text[start..<end]
        if !isAside(line) {
            guard let measure = NotedValue(line) else { break }
            if let value = measure.value { found.append(Measure(key: measure.key, value: value)) }
        }
        end = max(start - 1, 0)
        if start == 0 { break }
    }
    return found.reversed()
}

/// Whether a line is blank, or of tags alone.
private func isAside(_ line: ArraySlice<UInt8>) -> Bool {
    line.split { $0 <= 0x20 }.allSatisfy { $0.first == UInt8(ascii: "#") || $0.first == UInt8(ascii: "@") }
}

/// A line `key: value`.
private struct NotedValue {
    private static let longest = 40

    let key: String
    /// Nil if the value is no number.
    let value: Double?

    init?(_ line: ArraySlice<UInt8>) {
        let words = String(decoding: line, as: UTF8.self)
        guard let colon = words.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        let key = words[..<colon].drop { " \t-*•".contains($0) }.reversed().drop { $0.isWhitespace }.reversed()
        let rest = words[words.index(after: colon)...].drop { $0.isWhitespace }
        guard let first = key.first, first.isLetter, key.count <= Self.longest, !rest.isEmpty else { return nil }
        self.key = String(key)
        value = Self.number(rest)
    }

    private static func number(_ text: Substring) -> Double? {
        var digits = ""
        for character in text {
            switch character {
            case "0"..."9": digits.append(character)
            case "-", "+": if digits.isEmpty { digits.append(character) } else { return Double(digits) }
            case ".", ",":
                guard !digits.contains("."), digits.last?.isNumber == true else { return Double(digits) }
                digits.append(".")
            default: return Double(digits)
            }
        }
        return Double(digits)
    }
}

/// Which entries measure something: `기분`, `기분>3`, `sleep<=7.5`.
public struct MeasureFilter: Equatable, Sendable {
    /// How a number is compared.
    public enum Comparison: String, Sendable, CaseIterable {
        case least = ">=", most = "<=", more = ">", less = "<", equal = "="
    }

    /// Compared without regard to capitals.
    public let key: String
    /// Nil: any number.
    public let bound: Bound?

    /// A number and how it is compared.
    public struct Bound: Equatable, Sendable {
        /// How a measure is compared with the number.
        public var comparison: Comparison
        /// The number.
        public var value: Double
    }

    private let folded: String

    /// Entries that measure this at all.
    public init(key: String) {
        (self.key, bound, folded) = (key, nil, key.lowercased())
    }

    /// Reads `key>3`, with a point or a comma; nil for what is none.
    public init?(_ text: String) {
        guard let sign = text.firstIndex(where: { "<>=".contains($0) }), sign > text.startIndex else { return nil }
        let rest = text[sign...]
        guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }),
            let value = Double(rest.dropFirst(comparison.rawValue.count).map { $0 == "," ? "." : String($0) }.joined()),
            value.isFinite
        else { return nil }
        key = String(text[..<sign])
        folded = key.lowercased()
        bound = Bound(comparison: comparison, value: value)
    }

    /// The numbers of a text that answer.
    public func values(in text: [UInt8]) -> [Double] {
        measures(in: text).filter { $0.key.lowercased() == folded && answers($0.value) }.map(\.value)
    }

    private func answers(_ value: Double) -> Bool {
        guard let bound else { return true }
        return switch bound.comparison {
        case .least: value >= bound.value
        case .most: value <= bound.value
        case .more: value > bound.value
        case .less: value < bound.value
        case .equal: value == bound.value
        }
    }
}
