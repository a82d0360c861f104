/// HTML as programs export it, as a text in Markdown: paragraphs, headings, lists, links, pictures, bold and italic.
///
/// Nothing is refused: what is no mark is text, and what is left open ends at the end. Scripts and styles are left out.
struct HTMLDocument {
    /// The text, without blank lines at both ends.
    private(set) var text = ""
    /// What stands in `<title>`.
    private(set) var title = ""
    /// Whether something is lost that Markdown has no sign for: colours, fonts, tables, underlines.
    private(set) var losesLayout = false

    /// How many passages an app has encrypted: they are left out.
    private(set) var ciphers = 0

    private let name: (String, [String: String]) -> String?
    private var lists: [Int?] = []
    private var links: [(href: String, start: Int)] = []
    private var marks: [(mark: String, length: Int)] = []
    private var quiet: String?
    private var quotes = 0
    private var isPlain = false

    /// `image` says what an element that stands for a file refers to; nil if it is none.
    init(_ bytes: [UInt8], image: @escaping (String, [String: String]) -> String? = HTMLDocument.source) {
        name = image
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .text(let words): take(words)
            case .begin(let name, let attributes, let isEmpty):
                begin(name, attributes)
                if isEmpty { end(name) }
                if name == "script" || name == "style" { scanner.skip(to: name) }
            case .end(let name): end(name)
            }
        }
        for _ in marks { closeMark() }
        text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
        while text.last == "\n" { text.removeLast() }
        text = String(text.drop { $0 == "\n" })
    }

    /// What a picture refers to.
    static func source(_ name: String, _ attributes: [String: String]) -> String? {
        name == "img" ? attributes["src"] : nil
    }

    private static let blocks: Set<String> = [
        "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "tr", "table", "blockquote", "pre", "section",
        "article", "header", "footer", "hr", "body", "en-note", "dl", "dt", "dd", "figure",
    ]
    private static let spaced: Set<String> = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr"]
    private static let signs = [
        "b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "del": "~~", "s": "~~", "strike": "~~",
    ]

    private mutating func take(_ words: String) {
        if quiet == "title" { title += words }
        if quiet != nil { return }
        if isPlain {
            text += words
            return
        }
        for character in words {
            if character.isWhitespace, character != "\u{A0}" {
                takeSpace()
            } else {
                if text.isEmpty || text.last == "\n" { text += String(repeating: "> ", count: quotes) }
                text.append(character == "\u{A0}" ? " " : character)
            }
        }
    }

    /// One space for any white space; before a mark that has begun here, not behind it.
    private mutating func takeSpace() {
        var place = text.endIndex
        if let last = marks.indices.last, marks[last].length == text.utf8.count {
            place = text.utf8.index(place, offsetBy: -marks[last].mark.utf8.count)
        }
        guard let before = text[..<place].last, before != " ", before != "\n" else { return }
        if place < text.endIndex { marks[marks.count - 1].length += 1 }
        text.insert(" ", at: place)
    }

    private mutating func newLine(blank: Bool = false) {
        if isPlain { return }
        while text.last == " " { text.removeLast() }
        if !text.isEmpty, text.last != "\n" { text += "\n" }
        if blank, !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        if quiet != nil { return }
        if ["title", "script", "style", "en-crypt"].contains(name) { quiet = name }
        if name == "en-crypt" { ciphers += 1 }
        if ["u", "font", "table", "svg", "canvas", "iframe", "object"].contains(name) || attributes["style"] != nil {
            losesLayout = true
        }
        if Self.blocks.contains(name) { newLine(blank: Self.spaced.contains(name) && lists.isEmpty) }
        if let file = self.name(name, attributes) { text += "![](\(file))" }
        switch name {
        case "br": text += "\n"
        case "hr": text += "---\n"
        case "h1", "h2", "h3", "h4", "h5", "h6":
            text += String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
        case "ul": lists.append(nil)
        case "ol": lists.append(0)
        case "li":
            text += String(repeating: "  ", count: max(lists.count - 1, 0))
            if let number = lists.last ?? nil {
                lists[lists.count - 1] = number + 1
                text += "\(number + 1). "
            } else {
                text += "- "
            }
        case "en-todo", "input":
            if name == "input", attributes["type"] != "checkbox" { return }
            let isDone = attributes["checked"].map { $0 != "false" } ?? false
            text += isDone ? "[x] " : "[ ] "
        case "td", "th": if let last = text.last, last != "\n" { text += " | " }
        case "blockquote": quotes += 1
        case "pre":
            text += "```\n"
            isPlain = true
        case "a": links.append((attributes["href"] ?? "", text.utf8.count))
        default:
            if let mark = Self.signs[name], !isPlain {
                text += mark
                marks.append((mark, text.utf8.count))
            }
        }
    }

    private mutating func end(_ name: String) {
        if let quiet {
            if quiet == name { self.quiet = nil }
            return
        }
        switch name {
        case "ul", "ol": _ = lists.popLast()
        case "blockquote": quotes = max(quotes - 1, 0)
        case "pre":
            if isPlain { text += (text.last == "\n" ? "" : "\n") + "```" }
            isPlain = false
        case "a":
            guard let (href, start) = links.popLast(), !href.isEmpty, start <= text.utf8.count else { break }
            let place = text.utf8.index(text.startIndex, offsetBy: start)
            let words = String(text[place...])
            if words != href, !words.isEmpty { text.replaceSubrange(place..., with: "[\(words)](\(href))") }
            if words.isEmpty { text += href }
        default: if let mark = Self.signs[name], marks.last?.mark == mark { closeMark() }
        }
        if Self.blocks.contains(name) { newLine(blank: Self.spaced.contains(name) && lists.isEmpty) }
    }

    /// Writes the sign again behind what it marks; takes it away where that is nothing.
    private mutating func closeMark() {
        guard let (mark, length) = marks.popLast() else { return }
        if text.utf8.count <= length {
            text.removeLast(min(mark.count, text.count))
            return
        }
        let spaces = text.reversed().prefix { $0 == " " }.count
        text.removeLast(spaces)
        text += mark + String(repeating: " ", count: spaces)
    }
}

/// Takes HTML apart into marks and texts.
private struct HTMLScanner {
    enum Token {
        case begin(String, [String: String], isEmpty: Bool)
        case end(String)
        case text(String)
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

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
