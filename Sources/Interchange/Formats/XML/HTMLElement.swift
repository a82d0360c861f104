/// The elements of HTML by their names, and what their attributes say of their words.
enum HTMLElement {
    /// Those that stand on lines of their own.
    static let blocks: Set<String> = [
        "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "tr", "table", "blockquote", "pre", "section",
        "article", "header", "footer", "hr", "body", "en-note", "dl", "dt", "dd", "figure", "figcaption", "caption",
        "aside", "main", "nav", "form", "address", "center", "details", "summary", "noscript", "option", "textarea",
        "svg", "title",
    ]
    /// Those with a blank line before and behind them.
    static let spaced: Set<String> = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr"]
    /// Those that Markdown has a sign for.
    static let signs = [
        "b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "del": "~~", "s": "~~", "strike": "~~",
    ]
    /// The signs around the words of an element; nil if it is none that marks words. Google's papers stand in a `<b>`
    /// that is not bold.
    static func marks(of name: String, _ attributes: [String: String]) -> [String]? {
        guard name == "span" || signs[name] != nil else { return nil }
        let style = style(attributes)
        func says(_ property: String, _ values: [String]) -> Bool {
            values.contains { style.contains(property + ":" + $0) }
        }
        var found = signs[name].map { [$0] } ?? []
        if says("font-weight", ["normal", "400"]) { found.removeAll { $0 == "**" } }
        if says("font-weight", ["bold", "600", "700", "800", "900"]) { found.append("**") }
        if says("font-style", ["italic", "oblique"]) { found.append("*") }
        if says("text-decoration", ["line-through"]) || says("text-decoration-line", ["line-through"]) {
            found.append("~~")
        }
        return Set(found).sorted()
    }
    /// Elements that have no end.
    static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "en-media", "en-todo", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ]
    private static let others: Set<String> = [
        "a", "abbr", "audio", "big", "button", "canvas", "cite", "colgroup", "data", "dfn", "font", "head", "html",
        "iframe", "ins", "kbd", "label", "mark", "object", "picture", "q", "rp", "rt", "ruby", "samp", "script",
        "select", "small", "span", "style", "sub", "sup", "tbody", "td", "template", "tfoot", "th", "thead", "time",
        "tt", "u", "var", "video",
    ]

    /// Whether HTML has an element of this name.
    static func isOne(_ name: String) -> Bool {
        blocks.contains(name) || signs[name] != nil || empty.contains(name) || others.contains(name)
    }

    /// Whether no browser shows it.
    static func isHidden(_ attributes: [String: String]) -> Bool {
        let style = style(attributes)
        return attributes["hidden"] != nil || style.contains("display:none") || style.contains("visibility:hidden")
    }

    /// Whether it is one of Notion's of this class.
    static func isOne(_ kind: String, _ attributes: [String: String]) -> Bool {
        attributes["class"]?.split(separator: " ").contains { $0 == kind } ?? false
    }

    /// Whether it holds what Notion says of a page beside its text: a table of properties, or a sign before its title.
    static func isAside(_ name: String, _ attributes: [String: String]) -> Bool {
        name == "table" && isOne("properties", attributes) || name == "div" && isOne("page-header-icon", attributes)
    }

    /// Whether it is a block of code, as Evernote writes one.
    static func isCode(_ attributes: [String: String]) -> Bool { style(attributes).contains("-en-codeblock:true") }

    /// How it looks, in small letters and without spaces.
    private static func style(_ attributes: [String: String]) -> String {
        (attributes["style"] ?? "").lowercased().filter { $0 != " " }
    }

    /// Whether what stands in an `<input>` is words.
    static func isTyped(_ attributes: [String: String]) -> Bool {
        ["text", "search", "email", "url", "tel", "number", "date", "time", "datetime-local", "month", "week"].contains(
            attributes["type"] ?? "text")
    }

    /// Whether an item or a list has a box that is checked; nil if it has none.
    static func isDone(_ attributes: [String: String]) -> Bool? {
        let style = style(attributes)
        switch attributes["data-checked"] ?? attributes["data-list"] {
        case "true", "checked": return true
        case "false", "unchecked": return false
        default: return style.contains("--en-checked:true") ? true : style.contains("--en-checked:false") ? false : nil
        }
    }
}
