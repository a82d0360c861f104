/// Takes HTML apart into marks and texts.
struct HTMLScanner {
    enum Token {
        case begin(String, [String: String], isEmpty: Bool)
        case end(String)
        case text(String)
        /// A part of XML in which nothing is a mark.
        case plain(String)
    }

    private let bytes: [UInt8]
    /// Signs that were looked for in vain: they are looked for once.
    private var nowhere: Set<String> = []
    private var openTags = 0
    /// Where the last token begins, and behind it.
    private(set) var start = 0
    private(set) var index: Int
    /// Whether a comment, a script, a style or a tag never ends: what stands behind its beginning is then read as text.
    private(set) var hasOpenEnd = false

    init(_ bytes: [UInt8], at index: Int = 0) { (self.bytes, self.index) = (bytes, index) }

    mutating func next() -> Token? {
        while index < bytes.count {
            start = index
            guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else { return text(from: start) }
            let sign = bytes[start + 1]
            if sign == UInt8(ascii: "!") || sign == UInt8(ascii: "?") {
                if bytes[start...].starts(with: Array("<![CDATA[".utf8)) {
                    let end = find("]]>", from: start + 9)
                    index = end ?? bytes.count
                    return .plain(
                        String(decoding: bytes[start + 9..<(end.map { $0 - 3 } ?? bytes.count)], as: UTF8.self))
                }
                let isComment = bytes[start...].starts(with: Array("<!--".utf8))
                let end = isComment ? commentEnd(from: start) : find(">", from: start)
                if end == nil { hasOpenEnd = true }
                index = end ?? start + (isComment ? 4 : 2)
                continue
            }
            let isEnd = sign == UInt8(ascii: "/")
            guard Self.isLetter(isEnd && start + 2 < bytes.count ? bytes[start + 2] : sign) else {
                return text(from: start)
            }
            index = start + (isEnd ? 2 : 1)
            let name = word { Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x3A }
            let (attributes, isEmpty, isClosed) = attributes()
            if !isClosed {
                // A tag that never ends is none; after some of these nothing is.
                hasOpenEnd = true
                openTags += 1
                if openTags < 100 { return text(from: start) }
                index = bytes.count
                return .text(HTMLEntity.decoded(bytes[start...]))
            }
            return isEnd ? .end(name) : .begin(name, attributes, isEmpty: isEmpty)
        }
        return nil
    }

    /// Goes to where an element ends whose content is no HTML; nowhere, if it never ends.
    mutating func skip(to name: String) {
        if let end = find("</" + name, from: index) { index = end - name.utf8.count - 2 } else { hasOpenEnd = true }
    }

    /// Behind a comment, which HTML also ends by `--!>`, `<!-->` and `<!--->`; nil if it never ends.
    private mutating func commentEnd(from start: Int) -> Int? {
        for short in ["<!-->", "<!--->"] where bytes[start...].starts(with: Array(short.utf8)) {
            return start + short.utf8.count
        }
        var place = start + 4
        while let dashes = find("--", from: place) {
            if bytes[dashes...].first == 0x3E { return dashes + 1 }
            if bytes[dashes...].starts(with: [0x21, 0x3E]) { return dashes + 2 }
            place = dashes - 1
        }
        // What is nowhere behind this place is nowhere behind a later one.
        nowhere.insert("--")
        return nil
    }

    private mutating func text(from start: Int) -> Token {
        index = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(HTMLEntity.decoded(bytes[start..<index]))
    }

    private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    private mutating func attributes() -> ([String: String], isEmpty: Bool, isClosed: Bool) {
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
            attributes[name] = HTMLEntity.decoded(bytes[start..<index], isAddress: true)
            if quote != nil, index < bytes.count { index += 1 }
        }
        let isClosed = index < bytes.count
        if isClosed { index += 1 }
        return (attributes, isEmpty, isClosed)
    }

    /// Behind these signs, in small letters or capitals; nil if they are nowhere.
    private mutating func find(_ signs: String, from start: Int) -> Int? {
        if nowhere.contains(signs) { return nil }
        let wanted = Array(signs.utf8)
        var place = start
        while place + wanted.count <= bytes.count {
            var length = 0
            while length < wanted.count, Self.small(bytes[place + length]) == wanted[length] { length += 1 }
            if length == wanted.count { return place + length }
            place += 1
        }
        nowhere.insert(signs)
        return nil
    }

    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains(byte) }
}
