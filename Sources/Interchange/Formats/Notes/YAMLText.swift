internal import DiaryModel

/// Writes values of JSON as YAML: on one line each, with strings plain where that is safe.
enum YAMLText {
    /// A line of a mapping, with a line feed.
    static func member(_ name: String, _ value: JSONValue) -> [UInt8] {
        scalar(Array(name.utf8)) + [0x3A, 0x20] + text(value) + [0x0A]
    }

    /// A value on one line.
    static func text(_ value: JSONValue) -> [UInt8] {
        switch value {
        case .string(let text): scalar(text)
        case .array(let values): [0x5B] + Array(values.map(text).joined(separator: [0x2C, 0x20])) + [0x5D]
        case .object(let members):
            [0x7B]
                + Array(
                    members.map { scalar(Array($0.name.utf8)) + [0x3A, 0x20] + text($0.value) }.joined(separator: [
                        0x2C, 0x20,
                    ])
                ) + [0x7D]
        default: JSONWriter.bytes(value)
        }
    }

    /// A string, in quotes unless it is read as the same string without them.
    private static func scalar(_ text: [UInt8]) -> [UInt8] {
        let isSafe =
            text.first.map { isLetter($0) || $0 >= 0x80 } ?? false
            && text.last != 0x20
            && text.allSatisfy { isLetter($0) || $0 >= 0x80 || Array(" ./_-+@()".utf8).contains($0) }
        // A date stays plain, so that other programs know it for one.
        let isDate = ISODate(String(decoding: text, as: UTF8.self)) != nil
        if isSafe || isDate, YAMLReader.typed(text) == .string(text) { return text }
        // JSON leaves out what YAML would read as a break or refuse.
        return JSONWriter.bytes(.string(text)).flatMap { $0 == 0x7F ? Array("\\u007f".utf8) : [$0] }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
