internal import DiarylogMarkup

/// Why a text is not the YAML that is read here: the line, from 1, and what stands there.
struct YAMLProblem: Error, Equatable {
    var line: Int
    var found: String
}

/// Reads one document of YAML, as front matter and RedNotebook have it. Anchors, aliases, tags of types, keys that are
/// no scalars, keys that stand twice, and several documents are refused, with their line.
///
/// The values are those of JSON: null, true, false, whole and decimal numbers where the text is how we would write
/// them, all else strings.
struct YAMLReader {
    private let bytes: [UInt8]
    private let firstLine: Int
    private let events: [YAMLEvent]
    private var index = 0

    private static let deepest = 60

    /// The value of a document; null if it is empty. `firstLine` is the number of its first line in the file.
    static func value(of bytes: [UInt8], firstLine: Int = 1) throws(YAMLProblem) -> JSONValue {
        let events: [YAMLEvent]
        do throws(YAMLBreak) { events = try YAMLEvent.all(of: bytes) } catch {
            throw problem(at: error.line, of: bytes, firstLine)
        }
        var reader = YAMLReader(bytes: bytes, firstLine: firstLine, events: events)
        guard !events.isEmpty else { return .null }
        reader.index = 1
        let value = try reader.value(depth: 1)
        // The end of the document; what follows is another one.
        reader.index += 1
        guard reader.index >= events.count else { throw reader.problem() }
        return value
    }

    private init(bytes: [UInt8], firstLine: Int, events: [YAMLEvent]) {
        (self.bytes, self.firstLine, self.events) = (bytes, firstLine, events)
    }

    private static func problem(at line: Int, of bytes: [UInt8], _ firstLine: Int) -> YAMLProblem {
        let lines = bytes.split(separator: 0x0A, maxSplits: max(line, 1), omittingEmptySubsequences: false)
        let found = line <= lines.count ? ReadProblem.excerpt(lines[max(line, 1) - 1]) : ""
        return YAMLProblem(line: line - 1 + firstLine, found: found)
    }

    /// What stands here is refused.
    private func problem() -> YAMLProblem {
        Self.problem(at: events[min(index, events.count - 1)].line, of: bytes, firstLine)
    }

    private mutating func value(depth: Int) throws(YAMLProblem) -> JSONValue {
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
                guard case .scalar(let name, _) = events[index].kind, names.insert(name).inserted else {
                    throw problem()
                }
                index += 1
                members.append(JSONMember(String(decoding: name, as: UTF8.self), try value(depth: depth + 1)))
            }
            index += 1
            return .object(members)
        case .document, .end, .reference: throw problem()
        }
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
