internal import DiaryEngine
internal import DiaryModel

/// A page of the site: the same head and the same way about on each. Links are relative, so that the folder can lie
/// anywhere.
struct SitePage {
    private let words: SiteWords
    /// Where the site's own folder is, seen from the page: "" or "../".
    private let root: String
    private(set) var bytes: [UInt8]

    /// `name` is the page's path in the folder.
    init(_ name: String, title: String, diary: String, _ words: SiteWords) {
        self.words = words
        root = String(repeating: "../", count: name.utf8.count { $0 == UInt8(ascii: "/") })
        let heading = HTMLText.escaped(title)
        let diary = HTMLText.escaped(diary)
        bytes = Array(
            """
            <!doctype html>
            <html lang="\(words.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
            <title>\(title == words.diary ? diary : heading + " – " + diary)</title>
            <link rel="stylesheet" href="\(root)style.css">
            </head>
            <body>
            <header>
            <a class="name" href="\(root)index.html">\(diary)</a>
            <nav><a href="\(root)index.html#years">\(words.years)</a> <a href="\(root)tags.html">\(words.tags)</a> \
            <a href="\(root)days.html">\(words.onThisDay)</a></nav>
            </header>
            <main>

            """.utf8)
        if title != words.diary { add("<h1>\(heading)</h1>\n") }
    }

    /// Adds HTML.
    mutating func add(_ html: String) { bytes += Array(html.utf8) }
    mutating func add(_ html: [UInt8]) { bytes += html }

    /// A link to a page of the site, with this text in it, which is escaped.
    func link(_ path: String, _ text: String, _ attributes: String = "") -> String {
        "<a\(attributes) href=\"\(root)\(HTMLText.address(path))\">\(HTMLText.escaped(text))</a>"
    }

    /// A file of the site: a picture is seen, and each leads to itself.
    func file(_ path: String, _ name: String, isPicture: Bool) -> String {
        let address = root + HTMLText.address(path)
        let name = HTMLText.escaped(name)
        guard isPicture else { return "<a class=\"file\" href=\"\(address)\">\(name)</a>" }
        return "<a href=\"\(address)\"><img loading=\"lazy\" src=\"\(address)\" alt=\"\(name)\"></a>"
    }

    /// A row of a list: date, title, tags.
    mutating func add(_ row: SiteRow) {
        add("<li>\(link(row.address, row.title, " class=\"title\""))")
        if row.isStarred { add(" <span class=\"star\" title=\"\(words.starred)\">★</span>") }
        add("<small><time datetime=\"\(row.date.civil.isoDay)\">\(words.shortDate(row.date))</time></small></li>\n")
    }

    /// A list of rows; nothing without rows.
    mutating func add(_ rows: some Collection<SiteRow>) {
        if rows.isEmpty { return }
        add("<ul class=\"rows\">\n")
        for row in rows { add(row) }
        add("</ul>\n")
    }

    mutating func finish() -> [UInt8] {
        add("</main>\n</body>\n</html>\n")
        return bytes
    }
}

/// What a list shows of an entry.
struct SiteRow {
    var date: EntryDate
    var title: String
    var isStarred: Bool
    /// The page and the place in it.
    var address: String
}

/// An entry as HTML.
enum SiteEntry {
    /// How an article ends.
    static let end = "</article>\n"

    /// All of the article that stands above its files, with the pictures that the text names, and the names of those;
    /// `tags` are links, or words.
    static func opening(
        _ entry: Entry, id: String, heading: String, tags: [String], isMarkdown: Bool, _ words: SiteWords,
        entry address: @escaping (String) -> String
    ) -> (pieces: [MarkedHTML.Piece], shown: Set<String>) {
        let content = entry.content
        let headline = Headline(of: entry.text, previewLength: 0)
        var html = Array("<article id=\"\(id)\">\n<\(heading) dir=\"auto\">".utf8)
        let title = MarkedHTML(
            headline.title.map(String.init) ?? "", [], isMarkdown: isMarkdown, inLine: true, entry: address)
        for case .html(let bytes) in title.pieces { html += bytes }
        if content.isStarred { html += Array(" <span class=\"star\" title=\"\(words.starred)\">★</span>".utf8) }
        html += Array("</\(heading)>\n<p class=\"about\">".utf8)
        let time = content.date.rfc3339()
        html += Array("<time datetime=\"\(time)\">\(HTMLText.escaped(words.date(content.date)))</time>".utf8)
        let facts = [
            content.place.map { "\($0.degrees.latitude), \($0.degrees.longitude)" }, content.weather?.main,
            content.weather?.celsius.map { "\($0) °C" },
        ]
        for fact in facts.compactMap({ $0 }) where !fact.isEmpty {
            html += Array(" <span>\(HTMLText.escaped(fact))</span>".utf8)
        }
        html += Array(tags.map { " " + $0 }.joined().utf8) + Array("</p>\n".utf8)
        let body = MarkedHTML(String(headline.body), content.attachments, isMarkdown: isMarkdown, entry: address)
        guard !headline.body.isEmpty else { return ([.html(html)], []) }
        html += Array("<div class=\"text\" dir=\"auto\">".utf8)
        return ([.html(html)] + body.pieces + [.html(Array("</div>\n".utf8))], body.shown)
    }

    /// What stands for a title where the text has none to show.
    static func title(_ entry: Entry, isMarkdown: Bool) -> String {
        guard let title = entry.headline.title else { return entry.content.date.civil.isoDay }
        return isMarkdown ? EntryMarks.plain(String(title)) : String(title)
    }
}
