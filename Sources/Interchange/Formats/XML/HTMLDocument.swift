internal import DiaryModel

/// HTML as programs export it, as a text in Markdown: paragraphs, headings, lists, links, pictures, bold and italic.
///
/// Nothing is refused: what is no mark is text, and what is left open ends at the end. Scripts and styles are left out.
struct HTMLDocument {
    /// The text, without blank lines at both ends.
    private(set) var text = ""
    /// What stands in `<title>`.
    private(set) var title = ""
    /// What else the page says: its `<meta>`, and under `hint` what shows when one points at something.
    private(set) var members: [JSONMember] = []
    /// When it was published, as it tells programs.
    private(set) var published: String?
    /// Where each of them stands, by name.
    private var places: [String: Int] = [:]
    /// Whether something is lost that Markdown has no sign for: colours, fonts, tables, underlines; or parts that no
    /// browser shows.
    private(set) var losesLayout = false

    /// How many passages an app has encrypted: they are left out.
    private(set) var ciphers = 0
    /// Whether a comment, a script or a style in it never ends.
    private(set) var hasOpenEnd = false

    /// What stands within more of its kind than this is taken as if it stood there: each of them would cost a look at
    /// all that it holds, or a sign on each line.
    private static let deepest = 32

    private let name: (String, [String: String]) -> String?
    /// Whether it may be a text of somebody's with some HTML in it: what stands in no element is as it was typed.
    private let isFragment: Bool
    private var lists: [(number: Int?, isDone: Bool?)] = []
    private var links: [(href: String, start: Int)] = []
    /// The elements that are open whose words have a sign around them, and how many of these signs are written: that is
    /// done where words follow, and ended with the line, since no sign of Markdown's reaches over a block.
    private var marks: [(element: String, sign: String)] = []
    private var written = 0
    /// Where a part begins that is said beside the text, and how many blocks are open in it.
    private var aside: (start: Int, depth: Int)?
    /// Where raised and lowered signs begin.
    private var shifts: [Int] = []
    /// An element whose words are not shown, and how many of its name are open.
    private var quiet: (name: String, count: Int)?
    /// How many blocks are open, and whether a drawing is.
    private var depth = 0
    private var isDrawing = false
    private var quotes = 0
    /// Where the words of an item begin that has just begun: a paragraph in it begins no line.
    private var itemStart = -1
    /// Where the words of a block of code begin, as which they stand; and how many blocks were open there, if it is one
    /// of Evernote's, which has a block for each line.
    private var code: (start: Int, depth: Int?)?

    /// `image` says what an element that stands for a file refers to; nil if it is none.
    init(
        _ bytes: [UInt8], isFragment: Bool = false,
        image: @escaping (String, [String: String]) -> String? = HTMLDocument.source
    ) {
        (name, self.isFragment) = (image, isFragment)
        for (part, isCode) in isFragment ? HTMLFragment.parts(of: bytes) : [(bytes, false)] {
            if isCode { text += String(decoding: part, as: UTF8.self) } else { read(part) }
        }
        closeMarks()
        text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
        while text.last == "\n" { text.removeLast() }
        text = String(text.drop { $0 == "\n" })
    }

    private mutating func read(_ bytes: [UInt8]) {
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .begin(let name, _, _) where isFragment && !HTMLElement.isOne(name),
                .end(let name) where isFragment && !HTMLElement.isOne(name):
                take(String(decoding: bytes[scanner.start..<scanner.index], as: UTF8.self))
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
        if scanner.hasOpenEnd { hasOpenEnd = true }
    }

    /// What a picture, a film, a sound or another file refers to. A picture that a browser loads late has a small one
    /// in its place, or none.
    static func source(_ name: String, _ attributes: [String: String]) -> String? {
        switch name {
        case "img":
            let late = attributes["data-lazy-src"] ?? attributes["data-src"]
            if let source = attributes["src"],
                late == nil || source.utf8.count > (DataAddress.isOne(source) ? 1000 : 0)
            {
                return source
            }
            return late ?? attributes["srcset"]?.split { $0 == "," || $0.isWhitespace }.first.map(String.init)
        case "video", "audio", "source", "embed": return attributes["src"]
        case "object": return attributes["data"]
        case "image": return attributes["href"] ?? attributes["xlink:href"]
        case "input" where attributes["type"] == "image": return attributes["src"]
        default: return nil
        }
    }

    private mutating func take(_ words: String) {
        if quiet?.name == "title" { title += words }
        if quiet != nil { return }
        if code != nil {
            text += String(words.map { $0 == "\u{A0}" ? " " : $0 })
            return
        }
        let isTyped = isFragment && depth == 0
        let isPlain = aside != nil || marks.contains { $0.sign == "`" }
        var isLeading = true
        var (rest, signs) = (words[...], MarkdownWords(words))
        while let character = rest.first {
            if isTyped, character.isWhitespace {
                let isBehindBlock = isLeading && (text.isEmpty || text.last == "\n")
                if character.isNewline { closeMarks() }
                if !isBehindBlock { text.append(character.isNewline ? "\n" : character) }
            } else if character.isWhitespace, character != "\u{A0}" {
                takeSpace()
            } else {
                let isStart = text.isEmpty || text.last == "\n" || text.utf8.count == itemStart
                if isStart, text.utf8.count != itemStart {
                    text += String(repeating: "> ", count: min(quotes, Self.deepest))
                }
                openMarks()
                if !isTyped, !isPlain, signs.isSign(rest, behind: text, isStart: isStart) { text += "\\" }
                text.append(character == "\u{A0}" ? " " : character)
                isLeading = false
            }
            rest.removeFirst()
        }
    }

    /// One space for any white space.
    private mutating func takeSpace() {
        if let before = text.last, before != " ", before != "\n" { text += " " }
    }

    private mutating func newLine(blank: Bool = false) {
        if code != nil || aside != nil { return }
        closeMarks()
        while text.last == " " { text.removeLast() }
        if !text.isEmpty, text.last != "\n" { text += "\n" }
        if blank, !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        if let quiet {
            if quiet.name == name { self.quiet?.count += 1 }
            return
        }
        let isHidden = HTMLElement.isHidden(attributes)
        if isHidden || name == "template" { losesLayout = true }
        if ["script", "style", "template"].contains(name) || name == "title" && !isDrawing || isHidden {
            if !HTMLElement.empty.contains(name) { quiet = (name, 1) }
            return
        }
        if name == "en-crypt" {
            ciphers += 1
            // The place keeps what helps to remember the key.
            take("🔒" + (attributes["hint"].map { $0.isEmpty ? "" : " (\($0))" } ?? ""))
            quiet = (name, 1)
            return
        }
        let isChecked = HTMLElement.isOne("checkbox-on", attributes)
        if name == "div", isChecked || HTMLElement.isOne("checkbox-off", attributes) {
            text += aside == nil ? isChecked ? "[x] " : "[ ] " : isChecked ? "Yes" : "No"
            quiet = (name, 1)
            return
        }
        let isAside = HTMLElement.isAside(name, attributes)
        if ["u", "font", "table", "svg", "canvas", "iframe"].contains(name) || attributes["style"] != nil {
            if aside == nil, !isAside { losesLayout = true }
        }
        if name == "meta" { return note(attributes) }
        if name == "time" { publish(attributes["datetime"]) }
        let isInItem = text.utf8.count == itemStart && !["li", "ul", "ol"].contains(name)
        if HTMLElement.blocks.contains(name) {
            if !HTMLElement.empty.contains(name) { depth += 1 }
            if !isInItem { newLine(blank: HTMLElement.spaced.contains(name) && lists.isEmpty) }
            if HTMLElement.isCode(attributes) { beginCode(at: depth) }
            if isAside, aside == nil { aside = (text.utf8.count, depth) }
            if name == "tr", aside != nil, text.last != "\n" { text += "\n" }
        }
        // Several values of a property.
        if HTMLElement.isOne("selected-value", attributes), let last = text.last, last != "\n", !text.hasSuffix(" | ") {
            text += ", "
        }
        let hint = (attributes["title"] ?? "").filter { !$0.isNewline }
        if let file = self.name(name, attributes) {
            let words = (attributes["alt"] ?? "").map { ["[": "(", "]": ")", "\n": " ", "\r\n": " "][$0] ?? $0 }
            text += "![\(String(words))](\(MarkdownWords.target(file, hint)))"
        } else {
            if let words = attributes["alt"], name == "img" { take(words) }
            if !hint.isEmpty, name != "a" { note(["name": "hint", "content": hint]) }
        }
        if let poster = attributes["poster"] { text += "![](\(MarkdownWords.target(poster, "")))" }
        switch name {
        case "br":
            if text.last == "\n" { closeMarks() }
            text += "\n"
        case "hr": text += "---\n"
        case "h1", "h2", "h3", "h4", "h5", "h6":
            text += String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
        case "ul": lists.append((nil, HTMLElement.isDone(attributes)))
        case "ol": lists.append(((Self.number(attributes["start"]) ?? 1) - 1, HTMLElement.isDone(attributes)))
        case "li":
            // As far in as the words of the item that it stands in.
            let above = lists.dropLast().prefix(Self.deepest).map { $0.number.map { "\($0). ".utf8.count } ?? 2 }
            text += String(repeating: " ", count: above.reduce(0, +))
            if let last = lists.indices.last, let number = lists[last].number {
                let own = Self.number(attributes["value"]) ?? number + 1
                lists[last].number = own
                text += "\(own). "
            } else {
                text += "- "
            }
            if let isDone = HTMLElement.isDone(attributes) ?? lists.last?.isDone { text += isDone ? "[x] " : "[ ] " }
            itemStart = text.utf8.count
        case "input" where HTMLElement.isTyped(attributes): take(attributes["value"] ?? "")
        case "en-todo", "input":
            if name == "input", attributes["type"] != "checkbox" { return }
            let isDone = attributes["checked"].map { $0 != "false" } ?? false
            text += isDone ? "[x] " : "[ ] "
        case "td", "th": if let last = text.last, last != "\n" { text += " | " }
        case "blockquote": quotes += 1
        case "pre": beginCode()
        case "svg": isDrawing = true
        case "q": text += "“"
        case "sup", "sub":
            openMarks()
            shifts.append(shifts.count < Self.deepest ? text.utf8.count : .max)
        case "iframe": text += attributes["src"] ?? ""
        case "a":
            let href = links.count < Self.deepest ? attributes["href"] ?? "" : ""
            if !href.isEmpty { openMarks() }
            links.append((href.isEmpty ? "" : MarkdownWords.target(href, hint), text.utf8.count))
        default:
            guard marks.count < 4 * Self.deepest, let signs = HTMLElement.marks(of: name, attributes) else { return }
            let more = signs.filter { sign in code == nil && !marks.contains { $0.sign == sign } }
            marks.append((name, ""))
            for sign in more { marks.append(("", sign)) }
        }
    }

    /// A number of an item; nil for one that no list has.
    private static func number(_ text: String?) -> Int? { text.flatMap { Int32($0) }.map(Int.init) }

    /// What only programs read.
    private static let machines: Set<String> = [
        "viewport", "generator", "robots", "referrer", "theme-color", "color-scheme", "format-detection",
    ]

    private static let dates: Set<String> = [
        "article:published_time", "datepublished", "dc.date", "dcterms.created", "pubdate", "publishdate",
    ]

    private mutating func publish(_ written: String?) {
        if published == nil, let written, NoteLines.figures(in: written) > 4 { published = written }
    }

    /// Keeps what the page says under a name; what it says twice becomes a list.
    private mutating func note(_ meta: [String: String]) {
        guard let name = meta["itemprop"] ?? meta["name"] ?? meta["property"], let words = meta["content"],
            !words.isEmpty, !Self.machines.contains(name.lowercased())
        else { return }
        if Self.dates.contains(name.lowercased()) { publish(words) }
        guard let index = places[name] else {
            places[name] = members.count
            return members.append(JSONMember(name, .text(words)))
        }
        var values = [members[index].value]
        if case .array(let all) = members[index].value { values = all }
        // The list is not copied while it stands nowhere else.
        members[index].value = .null
        values.append(.text(words))
        members[index].value = .array(values)
    }

    private mutating func end(_ name: String) {
        if let quiet {
            if quiet.name == name { self.quiet = quiet.count > 1 ? (name, quiet.count - 1) : nil }
            return
        }
        switch name {
        case "ul", "ol": _ = lists.popLast()
        case "blockquote": quotes = max(quotes - 1, 0)
        case "pre" where code?.depth == nil: endCode()
        case "svg": isDrawing = false
        case "q": text += "”"
        case "sup", "sub":
            guard let start = shifts.popLast(), start <= text.utf8.count else { break }
            let place = text.utf8.index(text.startIndex, offsetBy: start)
            text.replaceSubrange(place..., with: MarkdownWords.shifted(String(text[place...]), isUp: name == "sup"))
        case "a":
            guard let (href, start) = links.popLast(), !href.isEmpty, start <= text.utf8.count else { break }
            let place = text.utf8.index(text.startIndex, offsetBy: start)
            text.replaceSubrange(place..., with: MarkdownWords.link(String(text[place...]), to: href))
        default:
            guard let open = marks.lastIndex(where: { $0.element == name }) else { break }
            closeMarks(from: open)
            let behind = marks[(open + 1)...].drop { $0.element.isEmpty }
            marks.replaceSubrange(open..., with: behind)
        }
        if HTMLElement.blocks.contains(name) {
            if let lines = code?.depth {
                if lines == depth { endCode() } else if text.last != "\n" { text += "\n" }
            }
            if let start = aside?.start, aside?.depth == depth { endAside(from: start) }
            depth = max(depth - 1, 0)
            newLine(blank: HTMLElement.spaced.contains(name) && lists.isEmpty)
        }
    }

    private mutating func beginCode(at depth: Int? = nil) {
        if code != nil { return }
        text += "```\n"
        code = (text.utf8.count, depth)
    }

    /// Ends a block of code, between signs that are longer than those in it.
    private mutating func endCode() {
        guard let (start, _) = code else { return }
        code = nil
        let place = text.utf8.index(text.startIndex, offsetBy: start)
        let longest = text[place...].split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(longest + 1, 3))
        if longest > 2 { text.replaceSubrange(text.index(place, offsetBy: -4)..<place, with: fence + "\n") }
        text += (text.last == "\n" ? "" : "\n") + fence
    }

    /// Takes away what is said beside the text: properties, a line each, or the sign of a page.
    private mutating func endAside(from start: Int) {
        aside = nil
        closeMarks()
        let place = text.utf8.index(text.startIndex, offsetBy: min(start, text.utf8.count))
        var said: [(name: String, words: String)] = []
        for line in text[place...].split(separator: "\n") {
            if let bar = line.firstRange(of: " | ") {
                said.append((line[..<bar.lowerBound].trimmingSpace(), line[bar.upperBound...].trimmingSpace()))
            } else if let last = said.indices.last {
                said[last].words += "\n" + line.trimmingSpace()
            } else {
                said.append(("icon", line.trimmingSpace()))
            }
        }
        text.removeSubrange(place...)
        for (name, words) in said { note(["name": name, "content": words]) }
    }

    private mutating func openMarks() {
        for mark in marks[written...] { text += mark.sign }
        written = marks.count
    }

    /// Writes the signs again behind what they mark, where they are written.
    private mutating func closeMarks(from first: Int = 0) {
        guard written > first else { return }
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
        text.insert(contentsOf: marks[first..<written].reversed().map(\.sign).joined(), at: end)
        written = first
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
