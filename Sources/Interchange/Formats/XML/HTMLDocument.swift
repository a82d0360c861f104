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
    /// Whether a comment, a script or a style in it never ends.
    private(set) var hasOpenEnd = false

    private let name: (String, [String: String]) -> String?
    private var lists: [Int?] = []
    private var links: [(href: String, start: Int)] = []
    private var marks: [(mark: String, length: Int)] = []
    private var quiet: String?
    private var quotes = 0
    /// Where the words of an item begin that has just begun: a paragraph in it begins no line.
    private var itemStart = -1
    private var isPlain = false

    /// `image` says what an element that stands for a file refers to; nil if it is none.
    init(_ bytes: [UInt8], image: @escaping (String, [String: String]) -> String? = HTMLDocument.source) {
        name = image
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .text(let words), .plain(let words): take(words)
            case .begin(let name, let attributes, let isEmpty):
                begin(name, attributes)
                if isEmpty { end(name) }
                if name == "script" || name == "style" {
                    scanner.skip(to: name)
                    if scanner.hasOpenEnd { quiet = nil }
                }
            case .end(let name): end(name)
            }
        }
        hasOpenEnd = scanner.hasOpenEnd
        for _ in marks { closeMark() }
        text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
        while text.last == "\n" { text.removeLast() }
        text = String(text.drop { $0 == "\n" })
    }

    /// Whether a text is HTML, though nothing says so: an element that HTML writes ends in it, or begins it.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .end(let name) where blocks.contains(name) || signs[name] != nil || ["span", "a"].contains(name):
                return true
            case .begin("br", _, _), .begin("p", _, _), .begin("div", _, _): return true
            default: break
            }
        }
        return false
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
        if ["title", "script", "style"].contains(name) { quiet = name }
        if name == "en-crypt" {
            ciphers += 1
            // The place keeps what helps to remember the key.
            take("🔒" + (attributes["hint"].map { $0.isEmpty ? "" : " (\($0))" } ?? ""))
            quiet = name
            return
        }
        if ["u", "font", "table", "svg", "canvas", "iframe", "object"].contains(name) || attributes["style"] != nil {
            losesLayout = true
        }
        let isInItem = text.utf8.count == itemStart && !["li", "ul", "ol"].contains(name)
        if Self.blocks.contains(name), !isInItem { newLine(blank: Self.spaced.contains(name) && lists.isEmpty) }
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
            itemStart = text.utf8.count
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

extension FormatLosses {
    /// Notes what a page says that its text does not.
    mutating func note(of page: HTMLDocument) {
        if page.losesLayout { note(.layout) }
        if page.hasOpenEnd { note(.openEnds) }
        note(.ciphers, page.ciphers)
    }
}
