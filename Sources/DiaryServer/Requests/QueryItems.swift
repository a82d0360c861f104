/// The items of a query, read strictly: each is asked for by its name, and an item that is left over is refused.
struct QueryItems {
    private var items: [(name: String, value: String)] = []

    init(_ query: String) throws {
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(pair[0]), let value = pair.count == 2 ? Self.decoded(pair[1]) : "" else {
                throw ServerProblem.usage("query")
            }
            items.append((name, value))
        }
    }

    /// The value of a name that may be given once.
    mutating func take(_ name: String) throws -> String? {
        let values = takeAll(name)
        guard values.count < 2 else { throw ServerProblem.usage(name) }
        return values.first
    }

    /// The values of a name that may be given again.
    mutating func takeAll(_ name: String) -> [String] {
        defer { items.removeAll { $0.name == name } }
        return items.filter { $0.name == name }.map(\.value)
    }

    /// What a name that may be given once means; nil if it is not given.
    mutating func take<Value>(_ name: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = try take(name) else { return nil }
        guard let value = read(text) else { throw ServerProblem.usage(name) }
        return value
    }

    /// A whole number within bounds.
    mutating func takeNumber(_ name: String, in bounds: ClosedRange<UInt64>) throws -> UInt64? {
        try take(name) { text in UInt64(text).flatMap { bounds.contains($0) ? $0 : nil } }
    }

    /// One of a few words.
    mutating func takeChoice<Choice: CaseIterable>(_ name: String) throws -> Choice? {
        try take(name) { text in Choice.allCases.first { "\($0)" == text } }
    }

    /// Whether a name is given as 1.
    mutating func takeFlag(_ name: String) throws -> Bool { try take(name) { ["0": false, "1": true][$0] } ?? false }

    func end() throws {
        if let left = items.first { throw ServerProblem.usage(left.name) }
    }

    /// A text with its `%41` and `+` undone; nil if it is none.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
