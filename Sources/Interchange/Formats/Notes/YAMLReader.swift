internal import DiarylogMarkup

/// Reads one document of YAML, as front matter and RedNotebook have it. Anchors, aliases, tags of types, keys that are
/// no scalars, keys that stand twice, and several documents are refused, with their line.
///
/// The values are those of JSON: null, true, false, whole and decimal numbers where the text is how we would write
/// them, all else strings.
struct YAMLReader {
    private let bytes: [UInt8]
    private let firstLine: Int
    private let events: [YAMLEvent]
    private let takesNamesTwice: Bool
    private var index = 0

    private static let deepest = 60

    /// The value of a document; null if it is empty. `firstLine` is the number of its first line in the file. With
    /// `takesNamesTwice`, a key that stands twice is a member twice, in that order.
    static func value(
        of bytes: [UInt8], firstLine: Int = 1, takesNamesTwice: Bool = false
    ) throws(ParseProblem) -> JSONValue {
        let bytes = joiningHalves(bytes)
        let events: [YAMLEvent]
        do throws(YAMLBreak) { events = try YAMLEvent.all(of: bytes) } catch {
            throw problem(at: error.line, of: bytes, firstLine)
        }
        var reader = YAMLReader(bytes: bytes, firstLine: firstLine, events: events, takesNamesTwice: takesNamesTwice)
        guard !events.isEmpty else { return .null }
        reader.index = 1
        let value = try reader.value(depth: 1)
        // The end of the document; what follows is another one.
        reader.index += 1
        guard reader.index >= events.count else { throw reader.problem() }
        return value
    }

    private init(bytes: [UInt8], firstLine: Int, events: [YAMLEvent], takesNamesTwice: Bool) {
        (self.bytes, self.firstLine, self.events) = (bytes, firstLine, events)
        self.takesNamesTwice = takesNamesTwice
    }

    private static func problem(at line: Int, of bytes: [UInt8], _ firstLine: Int) -> ParseProblem {
        let lines = bytes.split(separator: 0x0A, maxSplits: max(line, 1), omittingEmptySubsequences: false)
        let found = line <= lines.count ? ReadProblem.excerpt(lines[max(line, 1) - 1]) : ""
        return ParseProblem(line: line - 1 + firstLine, found: found)
    }

    /// What stands here is refused.
    private func problem() -> ParseProblem {
        Self.problem(at: events[min(index, events.count - 1)].line, of: bytes, firstLine)
    }

    private mutating func value(depth: Int) throws(ParseProblem) -> JSONValue {
        guard index < events.count, depth <= Self.deepest else { throw problem() }
        switch events[index].kind {
        case .scalar(let text, let isPlain):
            index += 1
            return isPlain ? Self.typed(text) : .string(text)
        case .sequence:
            index += 1
            var values: [JSONValue] = []
            while index < events.count, events[index].kind != .end { values.append(try value(depth: depth + 1)) }
            index += 1
            return .array(values)
        case .mapping:
            index += 1
            var members: [JSONMember] = []
            var names: Set<[UInt8]> = []
            while index < events.count, events[index].kind != .end {
                guard case .scalar(let name, _) = events[index].kind,
                    names.insert(name).inserted || takesNamesTwice
                else { throw problem() }
                index += 1
                members.append(JSONMember(String(decoding: name, as: UTF8.self), try value(depth: depth + 1)))
            }
            index += 1
            return .object(members)
        case .document, .end, .reference: throw problem()
        }
    }

    /// The text with both halves of a character beyond U+FFFF, as JSON and old programs write it (`\ud83d\ude09`), in
    /// the one form that YAML has: `\U0001F609`.
    private static func joiningHalves(_ bytes: [UInt8]) -> [UInt8] {
        func half(_ index: Int) -> UInt32? {
            guard index + 6 <= bytes.count, bytes[index] == 0x5C, bytes[index + 1] == UInt8(ascii: "u") else {
                return nil
            }
            return UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
        }
        var joined: [UInt8] = []
        var index = 0
        while let sign = bytes[index...].firstIndex(of: 0x5C), sign + 1 < bytes.count {
            joined += bytes[index..<sign]
            if let high = half(sign), let low = half(sign + 6), (0xD800..<0xDC00).contains(high),
                (0xDC00..<0xE000).contains(low)
            {
                let digits = String(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), radix: 16)
                joined += Array("\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8)
                index = sign + 12
            } else if let half = half(sign), (0xD800..<0xE000).contains(half) {
                // One alone is no character.
                joined += Array("\\uFFFD".utf8)
                index = sign + 6
            } else {
                joined += bytes[sign..<sign + 2]
                index = sign + 2
            }
        }
        return index == 0 ? bytes : joined + bytes[index...]
    }

    /// A plain scalar as the value that it means.
    static func typed(_ text: [UInt8]) -> JSONValue {
        let word = String(decoding: text, as: UTF8.self)
        switch word {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        if let whole = Int64(word), String(whole) == word { return .integer(whole) }
        if text[0] == 0x2D || (0x30...0x39).contains(text[0]), let number = Double(word), number.isFinite,
            "\(number)" == word
        {
            return .decimal(number)
        }
        return .string(text)
    }
}
