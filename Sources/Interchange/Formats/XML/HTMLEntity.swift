internal import DiarylogMarkup

/// Characters that HTML writes by their names or numbers.
enum HTMLEntity {
    /// Those that HTML also knows without a semicolon.
    private static let old: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "copy": "©", "reg": "®", "middot": "·",
        "laquo": "«", "raquo": "»", "deg": "°", "times": "×", "shy": "",
    ]

    /// What numbers from 128 on mean: pages that say Unicode and are written on Windows.
    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// A text with its entities read; one that is not known stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "&") {
            result += rest[..<sign]
            rest = rest[sign...]
            if let (value, length) = entity(rest.dropFirst()) {
                result += value
                rest = rest.dropFirst(length + 1)
            } else {
                result += "&"
                rest.removeFirst()
            }
        }
        return result + rest
    }

    /// What an entity means that begins behind its sign, and how many characters it has there.
    private static func entity(_ text: Substring) -> (value: String, length: Int)? {
        if text.first == "#" {
            let isHexadecimal = text.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
            let skipped = isHexadecimal ? 2 : 1
            let digits = text.dropFirst(skipped).prefix(10).prefix {
                isHexadecimal ? $0.isHexDigit : $0.isNumber && $0.isASCII
            }
            guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = scalar(number) else {
                return nil
            }
            let length = skipped + digits.count
            return (String(Character(scalar)), length + (text.dropFirst(length).first == ";" ? 1 : 0))
        }
        let name = text.prefix(40).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty else { return nil }
        if text.dropFirst(name.count).first == ";" {
            return value(of: String(name)).map { ($0, name.count + 1) }
        }
        // Without a semicolon only the oldest names are read, and none that goes on as a word.
        return old[String(name)].map { ($0, name.count) }
    }

    /// The library of Markdown has all of HTML's names.
    private static func value(of name: String) -> String? {
        if let value = old[name] { return value }
        let source = "**&\(name);**"
        for case .replaced(let bytes) in MarkdownEvent.all(of: Array(source.utf8)) ?? [] {
            return String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    private static func scalar(_ number: UInt32) -> Unicode.Scalar? {
        (0x80...0x9F).contains(number) ? windows[Int(number) - 0x80] : number == 0 ? nil : Unicode.Scalar(number)
    }
}
