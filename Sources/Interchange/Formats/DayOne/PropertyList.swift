/// XML property lists, as Day One Classic writes an entry: read strictly, into the values that JSON has.

/// Where a property list is wrong; lines are counted from 1.
struct PropertyListProblem: Error, Equatable {
    var line: Int
}

/// Reads one property list: dict, array, string, date, integer, real, true, false and data.
///
/// Dates and data stay the text they are. Only the entities of XML itself and numbers of characters are read; a
/// document type with declarations of its own is refused, since those can unfold without end.
struct PropertyList {
    private let bytes: [UInt8]
    private var index = 0
    private static let depthMost = 100

    /// The value of a whole file, which must be UTF-8.
    static func value(_ bytes: [UInt8]) throws(PropertyListProblem) -> JSONValue {
        var list = PropertyList(bytes)
        try list.skipProlog()
        guard try list.tag() == Tag(name: "plist") else { throw list.problem }
        try list.skipBlank()
        let value = try list.value(of: try list.tag(), depth: 0)
        try list.skipBlank()
        guard try list.tag() == Tag(name: "plist", isEnd: true) else { throw list.problem }
        try list.skipBlank()
        guard list.index == bytes.count else { throw list.problem }
        return value
    }

    private struct Tag: Equatable {
        var name: String
        var isEnd = false
        /// `<true/>`: there is nothing in it.
        var isEmpty = false
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var problem: PropertyListProblem {
        PropertyListProblem(line: 1 + bytes[..<min(index, bytes.count)].count { $0 == 0x0A })
    }

    private func stands(_ text: StaticString) -> Bool { bytes[index...].starts(with: Self.bytes(text)) }

    private static func bytes(_ text: StaticString) -> [UInt8] { Array(text.description.utf8) }

    private mutating func skip(past end: StaticString) throws(PropertyListProblem) {
        let end = Self.bytes(end)
        while index < bytes.count {
            if bytes[index...].starts(with: end) {
                index += end.count
                return
            }
            index += 1
        }
        throw problem
    }

    /// White space and comments.
    private mutating func skipBlank() throws(PropertyListProblem) {
        while index < bytes.count {
            if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
                index += 1
            } else if stands("<!--") {
                try skip(past: "-->")
            } else {
                return
            }
        }
    }

    private mutating func skipProlog() throws(PropertyListProblem) {
        try skipBlank()
        if stands("<?xml") { try skip(past: "?>") }
        try skipBlank()
        if stands("<!DOCTYPE") {
            let start = index
            try skip(past: ">")
            guard !bytes[start..<index].contains(UInt8(ascii: "[")) else { throw problem }
            try skipBlank()
        }
    }

    private mutating func tag() throws(PropertyListProblem) -> Tag {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else { throw problem }
        let start = index + 1
        try skip(past: ">")
        var text = bytes[start..<index - 1]
        var tag = Tag(name: "")
        if text.first == UInt8(ascii: "/") {
            tag.isEnd = true
            text = text.dropFirst()
        } else if text.last == UInt8(ascii: "/") {
            tag.isEmpty = true
            text = text.dropLast()
        }
        // Only `plist` has an attribute, its version.
        tag.name = String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self)
        return tag
    }

    private mutating func value(of tag: Tag, depth: Int) throws(PropertyListProblem) -> JSONValue {
        guard !tag.isEnd, depth < Self.depthMost else { throw problem }
        switch tag.name {
        case "true", "false":
            if !tag.isEmpty, try text(in: tag) != [] { throw problem }
            return .bool(tag.name == "true")
        case "dict": return try dictionary(tag, depth)
        case "array": return try array(tag, depth)
        case "string", "date", "data": return .string(try text(in: tag))
        case "integer":
            guard let number = Int64(String(decoding: try text(in: tag), as: UTF8.self)) else { throw problem }
            return .integer(number)
        case "real":
            guard let number = Double(String(decoding: try text(in: tag), as: UTF8.self)), number.isFinite else {
                throw problem
            }
            return .decimal(number)
        default: throw problem
        }
    }

    private mutating func dictionary(_ tag: Tag, _ depth: Int) throws(PropertyListProblem) -> JSONValue {
        var members: [JSONMember] = []
        var names: Set<String> = []
        if tag.isEmpty { return .object([]) }
        while true {
            try skipBlank()
            let next = try self.tag()
            if next == Tag(name: "dict", isEnd: true) { return .object(members) }
            guard next.name == "key", !next.isEnd else { throw problem }
            let name = String(decoding: try text(in: next), as: UTF8.self)
            guard names.insert(name).inserted else { throw problem }
            try skipBlank()
            members.append(JSONMember(name, try value(of: try self.tag(), depth: depth + 1)))
        }
    }

    private mutating func array(_ tag: Tag, _ depth: Int) throws(PropertyListProblem) -> JSONValue {
        var values: [JSONValue] = []
        if tag.isEmpty { return .array([]) }
        while true {
            try skipBlank()
            let next = try self.tag()
            if next == Tag(name: "array", isEnd: true) { return .array(values) }
            values.append(try value(of: next, depth: depth + 1))
        }
    }

    /// The text up to the end of an element, with its entities as what they stand for; line ends become line feeds.
    private mutating func text(in tag: Tag) throws(PropertyListProblem) -> [UInt8] {
        if tag.isEmpty { return [] }
        var text: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<") where stands("<![CDATA["):
                let start = index + 9
                try skip(past: "]]>")
                text += bytes[start..<index - 3]
            case UInt8(ascii: "<"):
                guard try self.tag() == Tag(name: tag.name, isEnd: true) else { throw problem }
                return text
            case UInt8(ascii: "&"): text += try entity()
            case 0x0D:
                index += 1
                if index < bytes.count, bytes[index] == 0x0A { index += 1 }
                text.append(0x0A)
            case let byte:
                text.append(byte)
                index += 1
            }
        }
        throw problem
    }

    private mutating func entity() throws(PropertyListProblem) -> [UInt8] {
        let start = index + 1
        guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { throw problem }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        index = end + 1
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard name.hasPrefix("#"), digits.allSatisfy(\.isHexDigit), digits.allSatisfy(\.isASCII),
                let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
            else { throw problem }
            return Array(String(Character(scalar)).utf8)
        }
    }
}
