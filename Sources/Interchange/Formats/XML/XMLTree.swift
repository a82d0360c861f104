/// An element of an XML document, with what is in it.
struct XMLElement {
    indirect enum Child {
        case element(XMLElement)
        case text([UInt8])
    }

    var name: String
    var attributes: [String: String] = [:]
    var children: [Child] = []
    /// Where it begins, from 1.
    var line = 1

    /// The elements in it.
    var elements: [XMLElement] { children.compactMap { if case .element(let element) = $0 { element } else { nil } } }

    /// The texts in it, not those of its elements, one behind the other.
    var text: [UInt8] { children.flatMap { if case .text(let text) = $0 { text } else { [UInt8]() } } }
}

/// Why bytes are no XML: the line, from 1, and what is wrong there.
struct XMLProblem: Error, Equatable {
    var line: Int
    var found: String
}

/// Reads XML of the kind that diaries are exported in: elements, attributes, texts, CDATA, comments, and the five
/// entities and numbers of characters. A document with a type of its own (DOCTYPE) is refused unless `allowsType`: then
/// one without an inner part is passed over. Nothing outside the file is ever read.
struct XMLReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var depth = 0
    private let allowsType: Bool

    /// No diary is nested deeper.
    private static let deepest = 100

    /// The root of a document.
    static func root(of bytes: [UInt8], allowsType: Bool = false) throws(XMLProblem) -> XMLElement {
        var reader = XMLReader(bytes: bytes, allowsType: allowsType)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        try reader.passOver()
        guard reader.begins("<") else { throw reader.problem() }
        let root = try reader.element()
        try reader.passOver()
        guard reader.index == bytes.count else { throw reader.problem() }
        return root
    }

    private init(bytes: [UInt8], allowsType: Bool) { (self.bytes, self.allowsType) = (bytes, allowsType) }

    private func problem() -> XMLProblem {
        XMLProblem(line: line, found: ReadProblem.excerpt(bytes[min(index, bytes.count)...].prefix(60)))
    }

    private func begins(_ sign: StaticString) -> Bool {
        let sign = Array(sign.description.utf8)
        return bytes[index...].starts(with: sign)
    }

    private mutating func advance(_ count: Int) {
        for byte in bytes[index..<index + count] where byte == 0x0A { line += 1 }
        index += count
    }

    private mutating func takes(_ sign: StaticString) -> Bool {
        guard begins(sign) else { return false }
        advance(sign.utf8CodeUnitCount)
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { advance(1) }
    }

    /// Passes over a piece up to and with its end.
    private mutating func skip(to end: StaticString) throws(XMLProblem) -> ArraySlice<UInt8> {
        let sign = Array(end.description.utf8)
        let start = index
        while index < bytes.count {
            if bytes[index...].starts(with: sign) {
                defer { advance(sign.count) }
                return bytes[start..<index]
            }
            advance(1)
        }
        throw problem()
    }

    /// Passes over white space, declarations and comments outside the root.
    private mutating func passOver() throws(XMLProblem) {
        while true {
            skipSpace()
            if takes("<?") {
                _ = try skip(to: "?>")
            } else if takes("<!--") {
                _ = try skip(to: "-->")
            } else if allowsType, begins("<!DOCTYPE") {
                let type = try skip(to: ">")
                if type.contains(UInt8(ascii: "[")) { throw problem() }
            } else {
                return
            }
        }
    }

    private mutating func name() throws(XMLProblem) -> String {
        let start = index
        while index < bytes.count, !Array(" \t\r\n=/><\"'&".utf8).contains(bytes[index]) { index += 1 }
        guard index > start else { throw problem() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func element() throws(XMLProblem) -> XMLElement {
        depth += 1
        defer { depth -= 1 }
        let begin = line
        guard depth <= Self.deepest, takes("<") else { throw problem() }
        var element = XMLElement(name: try name(), line: begin)
        while true {
            skipSpace()
            if takes("/>") { return element }
            if takes(">") { break }
            let key = try name()
            skipSpace()
            guard takes("=") else { throw problem() }
            skipSpace()
            let value: ArraySlice<UInt8>
            let start = (index, line)
            if takes("\"") {
                value = try skip(to: "\"")
            } else if takes("'") {
                value = try skip(to: "'")
            } else {
                throw problem()
            }
            guard element.attributes[key] == nil, !value.contains(UInt8(ascii: "<")) else {
                (index, line) = start
                throw problem()
            }
            element.attributes[key] = String(decoding: try unescaped(value), as: UTF8.self)
        }
        while index < bytes.count {
            if takes("</") {
                guard try name() == element.name else { throw problem() }
                skipSpace()
                guard takes(">") else { throw problem() }
                return element
            }
            if takes("<!--") {
                _ = try skip(to: "-->")
            } else if takes("<![CDATA[") {
                element.children.append(.text(Array(try skip(to: "]]>"))))
            } else if takes("<?") {
                _ = try skip(to: "?>")
            } else if begins("<") {
                element.children.append(.element(try self.element()))
            } else {
                let start = index
                while index < bytes.count, bytes[index] != UInt8(ascii: "<") { advance(1) }
                element.children.append(.text(try unescaped(bytes[start..<index])))
            }
        }
        throw problem()
    }

    private func unescaped(_ text: ArraySlice<UInt8>) throws(XMLProblem) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        let known: [String: UInt8] = ["lt": 0x3C, "gt": 0x3E, "amp": 0x26, "quot": 0x22, "apos": 0x27]
        var result: [UInt8] = []
        var rest = text
        while let sign = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<sign]
            guard let end = rest[sign...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { throw problem() }
            let name = String(decoding: rest[(sign + 1)..<end], as: UTF8.self)
            if let byte = known[name] {
                result.append(byte)
            } else if name.hasPrefix("#"),
                let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst()),
                number != 0, let scalar = Unicode.Scalar(number)
            {
                result += Array(String(Character(scalar)).utf8)
            } else {
                throw problem()
            }
            rest = rest[(end + 1)...]
        }
        return result + rest
    }
}

/// Writes texts and attributes of XML.
enum XMLText {
    /// The bytes with signs escaped; characters that XML has none for become U+FFFD, and are counted.
    static func escaped(_ text: [UInt8], _ losses: inout FormatLosses) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case 0x3C: result += Array("&lt;".utf8)
            case 0x3E: result += Array("&gt;".utf8)
            case 0x26: result += Array("&amp;".utf8)
            case 0x22: result += Array("&quot;".utf8)
            case 0x0D: result += Array("&#13;".utf8)
            case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20:
                losses.note(.characters)
                result += [0xEF, 0xBF, 0xBD]
            default: result.append(byte)
            }
        }
        return result
    }
}
