/// Takes HTML apart into marks and texts.
struct HTMLScanner {
    enum Token {
        case begin(String, [String: String], isEmpty: Bool)
        case end(String)
        case text(String)
    }

    private let bytes: [UInt8]
    /// Behind the last token.
    private(set) var index: Int

    init(_ bytes: [UInt8], at index: Int = 0) { (self.bytes, self.index) = (bytes, index) }

    mutating func next() -> Token? {
        while index < bytes.count {
            let start = index
            guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else { return text(from: start) }
            let sign = bytes[start + 1]
            if sign == UInt8(ascii: "!") || sign == UInt8(ascii: "?") {
                let isComment = bytes[start...].starts(with: Array("<!--".utf8))
                index = find(isComment ? "-->" : ">", from: start) ?? bytes.count
                continue
            }
            let isEnd = sign == UInt8(ascii: "/")
            guard Self.isLetter(isEnd && start + 2 < bytes.count ? bytes[start + 2] : sign) else {
                return text(from: start)
            }
            index = start + (isEnd ? 2 : 1)
            let name = word { Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x3A }
            let (attributes, isEmpty) = attributes()
            return isEnd ? .end(name) : .begin(name, attributes, isEmpty: isEmpty)
        }
        return nil
    }

    /// Goes to where an element ends whose content is no HTML.
    mutating func skip(to name: String) { index = find("</" + name, from: index, before: true) ?? bytes.count }

    private mutating func text(from start: Int) -> Token {
        index = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(HTMLEntity.decoded(bytes[start..<index]))
    }

    private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    private mutating func attributes() -> ([String: String], isEmpty: Bool) {
        var attributes: [String: String] = [:]
        var isEmpty = false
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let name = word { !Self.isSpace($0) && !Array("=>/\"'".utf8).contains($0) }
            isEmpty = name.isEmpty && bytes[index] == UInt8(ascii: "/")
            if name.isEmpty {
                index += 1
                continue
            }
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
                attributes[name] = ""
                continue
            }
            index += 1
            let quote = index < bytes.count && [0x22, 0x27].contains(bytes[index]) ? bytes[index] : nil
            if quote != nil { index += 1 }
            let start = index
            while index < bytes.count,
                quote.map({ bytes[index] != $0 }) ?? !(Self.isSpace(bytes[index]) || bytes[index] == 0x3E)
            {
                index += 1
            }
            attributes[name] = HTMLEntity.decoded(bytes[start..<index])
            if quote != nil, index < bytes.count { index += 1 }
        }
        if index < bytes.count { index += 1 }
        return (attributes, isEmpty)
    }

    /// Behind these signs, or before them.
    private func find(_ signs: String, from start: Int, before: Bool = false) -> Int? {
        let wanted = Array(signs.utf8)
        var place = start
        while place + wanted.count <= bytes.count {
            if bytes[place..<place + wanted.count].elementsEqual(wanted) {
                return before ? place : place + wanted.count
            }
            place += 1
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains(byte) }
}

/// Characters that HTML writes by their names or numbers.
private enum HTMLEntity {
    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "mdash": "—",
        "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "middot": "·", "bull": "•", "copy": "©",
        "reg": "®", "trade": "™", "euro": "€", "laquo": "«", "raquo": "»", "deg": "°", "times": "×", "shy": "",
    ]

    /// A text with its entities read; one that is not known stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "&") {
            result += rest[..<sign]
            rest = rest[sign...]
            let name = rest.dropFirst().prefix(12).prefix { $0 != ";" }
            guard rest.dropFirst(1 + name.count).first == ";", let value = character(name) else {
                result += "&"
                rest.removeFirst()
                continue
            }
            result += value
            rest = rest.dropFirst(name.count + 2)
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> String? {
        guard name.first == "#" else { return names[String(name)] }
        let digits = name.dropFirst()
        let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
