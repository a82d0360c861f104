internal import DiaryModel
internal import DiarylogMarkup

/// A text as HTML by its marks: every element is one of ours, and every text in it is escaped.
struct MarkedHTML {
    /// A piece of HTML, or a picture of the entry's that stands here.
    enum Piece {
        case html([UInt8])
        case picture(Attachment, alt: String)
    }

    private(set) var pieces: [Piece] = []
    /// The files that the text shows.
    private(set) var shown: Set<String> = []
    private let text: [UInt8]
    private let files: [Attachment]
    private var html: [UInt8] = []
    /// The address of an entry, by its identifier.
    private let entry: (String) -> String
    /// The elements that are open, by how they end; within some nothing is linked.
    private var open: [(end: String, isLinked: Bool)] = []
    /// The picture that is open, and what is told of it.
    private var picture: (name: String, alt: String, depth: Int)?

    /// The text of an entry: as it is written where it has no mark, or `isMarkdown` is not wanted. With `inLine` the
    /// blocks are left out, for a title.
    init(
        _ text: String, _ files: [Attachment], isMarkdown: Bool, inLine: Bool = false,
        entry: @escaping (String) -> String
    ) {
        self.entry = entry
        self.text = Array(text.utf8)
        self.files = files
        guard isMarkdown, let events = EntryMarks.events(of: self.text, inLine ? [] : files) else {
            pieces = [.html(HTMLText.linked(text, entry: entry))]
            return
        }
        for event in events { take(event, inLine: inLine) }
        pieces.append(.html(html))
    }

    private mutating func take(_ event: MarkdownEvent, inLine: Bool) {
        switch event {
        case .text(let range): add(String(decoding: text[range], as: UTF8.self))
        case .replaced(let bytes): add(String(decoding: bytes, as: UTF8.self))
        case .blank(let count): html += [UInt8](repeating: 0x0A, count: count)
        case .begin(.image(let name)):
            picture = (name, "", open.count)
            open.append(("", false))
        case .begin(let kind):
            let (begin, end) = picture != nil || inLine && kind.isBlock ? ("", "") : tags(kind)
            html += Array(begin.utf8)
            open.append((end, kind.isLinked && open.last?.isLinked != false))
        case .end:
            html += Array((open.popLast()?.end ?? "").utf8)
            if let picture, open.count == picture.depth { end(picture.name, picture.alt) }
        }
    }

    private mutating func add(_ seen: String) {
        if picture != nil {
            picture?.alt += seen
        } else {
            html += open.last?.isLinked == false ? HTMLText.escaped(seen.utf8) : HTMLText.linked(seen, entry: entry)
        }
    }

    private mutating func end(_ name: String, _ alt: String) {
        picture = nil
        guard let file = files.first(where: { $0.name == name && MediaType.isImage($0.mediaType) }) else { return }
        pieces += [.html(html), .picture(file, alt: alt.isEmpty ? file.name : alt)]
        html = []
        shown.insert(file.name)
    }

    private func tags(_ kind: MarkdownEvent.Kind) -> (String, String) {
        switch kind {
        case .paragraph: ("<p>", "</p>")
        // A text's own headings stand below the entry's.
        case .heading(let level): ("<h\(min(level + 2, 6))>", "</h\(min(level + 2, 6))>")
        case .quote: ("<blockquote>", "</blockquote>")
        case .list(let isOrdered): isOrdered ? ("<ol>", "</ol>") : ("<ul>", "</ul>")
        case .item(_, let task?): ("<li class=\"task\">\(task.isDone ? "☑" : "☐") ", "</li>")
        case .item(let number, nil): ("<li\(number.map { " value=\"\($0)\"" } ?? "")>", "</li>")
        case .code: ("<pre><code>", "</code></pre>")
        case .rule: ("<hr>", "")
        case .table: ("<table>", "</table>")
        case .row: ("<tr>", "</tr>")
        case .cell(let alignment):
            switch alignment {
            case .centre: ("<td class=\"centre\">", "</td>")
            case .right: ("<td class=\"right\">", "</td>")
            case .left, .none: ("<td>", "</td>")
            }
        case .emphasis: ("<em>", "</em>")
        case .strong: ("<strong>", "</strong>")
        case .struck: ("<del>", "</del>")
        case .inlineCode: ("<code>", "</code>")
        case .link(let target):
            (HTMLText.link(to: target, entry: entry), "</a>")
        case .image: ("", "")
        }
    }
}

extension MarkdownEvent.Kind {
    fileprivate var isBlock: Bool {
        switch self {
        case .emphasis, .strong, .struck, .inlineCode, .link, .image: false
        default: true
        }
    }

    /// Whether addresses in it can be followed.
    fileprivate var isLinked: Bool {
        switch self {
        case .code, .inlineCode, .link: false
        default: true
        }
    }
}
