internal import DiaryModel

/// Writes values of JSON as YAML: on one line each, with strings plain where that is safe.
enum YAMLText {
    /// A line of a mapping, with a line feed.
    static func member(_ name: String, _ value: JSONValue) -> [UInt8] {
        key(name, end: [0x0A]) + text(value) + [0x0A]
    }

    /// A value on one line.
    static func text(_ value: JSONValue) -> [UInt8] {
        switch value {
        case .string(let text): scalar(text)
        case .array(let values): [0x5B] + Array(values.map(text).joined(separator: [0x2C, 0x20])) + [0x5D]
        case .object(let members):
            [0x7B]
                + Array(
                    members.map { key($0.name, end: [0x20]) + text($0.value) }.joined(separator: [0x2C, 0x20])
                ) + [0x7D]
        default: JSONWriter.bytes(value)
        }
    }

    /// A name and what stands before its value; a name that is too long to be known by its colon has a sign before it.
    private static func key(_ name: String, end: [UInt8]) -> [UInt8] {
        let text = scalar(Array(name.utf8))
        return text.count <= 1000 ? text + [0x3A, 0x20] : [0x3F, 0x20] + text + end + [0x3A, 0x20]
    }

    /// A string, in quotes unless it is read as the same string without them.
    private static func scalar(_ text: [UInt8]) -> [UInt8] {
        let isSafe =
            text.first.map { isLetter($0) || $0 >= 0x80 } ?? false
            && text.last != 0x20
            && text.allSatisfy { isLetter($0) || $0 >= 0x80 || Array(" ./_-+@()".utf8).contains($0) }
        let word = String(decoding: text, as: UTF8.self)
        // A date stays plain, so that other programs know it for one.
        let isDate = ISODate(word) != nil
        if isSafe || isDate, !word.unicodeScalars.contains(where: isOdd), YAMLReader.typed(text) == .string(text) {
            return text
        }
        return String(decoding: JSONWriter.bytes(.string(text)), as: UTF8.self).unicodeScalars.flatMap { scalar in
            guard isOdd(scalar) else { return Array(String(scalar).utf8) }
            let digits = String(scalar.value, radix: 16)
            return Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
        }
    }

    /// What YAML takes for the end of a line, or refuses, and JSON leaves as it is.
    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
