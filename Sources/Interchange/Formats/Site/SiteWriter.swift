package import DiaryEngine
internal import DiaryModel

/// Writes a site: a folder of pages that opens from the file system and needs nothing else, no server and no script.
///
///     index.html                  years and months, and the newest entries
///     2026/11.html                the entries of a month
///     2026.html                   their titles, a year
///     tags.html, tags/NAME.html   the titles of a tag
///     days.html, days/11.html     each day of the year, with the years that have entries of it
///     entries/ID.html             the title of an entry that a text links to
///     files/HASH/NAME             pictures and other files of entries
///     style.css
///
/// The same entries in the same language give the same bytes. Held are the month that is being written, and date, title
/// and tags of all entries.
package struct SiteWriter: EntryWriter {
    package let isFolder = true
    package private(set) var losses = FormatLosses()
    private let words: SiteWords
    private let diary: String
    private let isMarkdown: Bool
    private var months: [(year: Int, month: Int, rows: [SiteRow])] = []
    private var page: SitePage?
    private var tags: [Tag: [SiteRow]] = [:]
    private var tagPages: [Tag: String] = [:]
    private var names = FileNames()
    private var files = SiteFiles()
    /// The entries that texts link to.
    private var linked: Set<String> = []

    package init(_ options: WriteOptions) {
        words = SiteWords(language: options.language)
        diary = options.title ?? words.diary
        isMarkdown = options.isMarkdown
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: [.extra, .versions, .texts])
        let time = content.date.civil
        var parts: [WrittenPart] = []
        if months.last.map({ ($0.year, $0.month) != (time.year, time.month) }) ?? true {
            parts = endMonth()
            months.append((time.year, time.month, []))
            page = SitePage(
                monthPage(time.year, time.month), title: words.month(time.month, of: time.year), diary: diary, words)
            let year = page?.link("\(padded(time.year, 4)).html", words.year(time.year)) ?? ""
            page?.add("<p class=\"about\">\(year)</p>\n")
        }
        let anchor = "e" + entry.id.hexadecimal
        let row = SiteRow(
            date: content.date, title: String(SiteEntry.title(entry, isMarkdown: isMarkdown).prefix(200)),
            isStarred: content.isStarred,
            address: monthPage(time.year, time.month) + "#" + anchor)
        months[months.count - 1].rows.append(row)
        var links: [String] = []
        for tag in content.allTags {
            let path = pageOf(tag)
            tags[tag, default: []].append(row)
            links.append(page?.link(path, tag.shown, " class=\"tag\"") ?? "")
        }
        guard let page else { return parts }
        let article = SiteEntry.opening(
            entry, id: anchor, heading: "h2", tags: links, isMarkdown: isMarkdown, words
        ) { "../" + Self.page(ofEntry: $0) }
        linked.formUnion(EntryLinks(content.text).entries)
        for piece in article.pieces {
            switch piece {
            case .html(let bytes): self.page?.add(bytes)
            case .picture(let file, let alt): self.page?.add(files.shown(file, alt: alt, on: page, &parts))
            }
        }
        let others = content.attachments.filter { !article.shown.contains($0.name) }
        self.page?.add(files.shown(others, on: page, &parts) + SiteEntry.end)
        return parts
    }

    private func monthPage(_ year: Int, _ month: Int) -> String { "\(padded(year, 4))/\(padded(month, 2)).html" }

    private mutating func pageOf(_ tag: Tag) -> String {
        if let page = tagPages[tag] { return page }
        let page = names.next("tags/" + FileNames.slug(tag.text), "html")
        tagPages[tag] = page
        return page
    }

    private mutating func endMonth() -> [WrittenPart] {
        guard var page, let month = months.last else { return [] }
        self.page = nil
        return [.file(monthPage(month.year, month.month), page.finish())]
    }

    package mutating func finish() -> [WrittenPart] {
        let years = Dictionary(grouping: months) { $0.year }.sorted { $0.key > $1.key }
        return endMonth() + [.file("style.css", Array(SiteStyle.css.utf8)), .file("index.html", index(years))]
            + years.map { .file("\(padded($0.key, 4)).html", yearPage($0.key, $0.value)) } + tagsPages() + dayPages()
            + linkedPages()
    }

    private func index(_ years: [(key: Int, value: [(year: Int, month: Int, rows: [SiteRow])])]) -> [UInt8] {
        var page = SitePage("index.html", title: words.diary, diary: diary, words)
        page.add("<h1>\(HTMLText.escaped(diary))</h1>\n")
        if months.isEmpty { page.add("<p>\(words.nothing)</p>\n") }
        let newest = months.reversed().lazy.flatMap { $0.rows.reversed() }.prefix(12)
        if !months.isEmpty {
            page.add("<h2>\(words.newest)</h2>\n")
            page.add(Array(newest))
            page.add("<h2 id=\"years\">\(words.years)</h2>\n")
        }
        for (year, months) in years {
            let count = months.reduce(0) { $0 + $1.rows.count }
            page.add("<section class=\"year\">\n<h3>\(page.link("\(padded(year, 4)).html", words.year(year)))")
            page.add(" <small>\(words.entries(count))</small></h3>\n<p class=\"months\">")
            for month in months {
                let link = page.link(monthPage(year, month.month), words.month(month.month))
                page.add("<span>\(link) <small>\(month.rows.count)</small></span> ")
            }
            page.add("</p>\n</section>\n")
        }
        return page.finish()
    }

    private func yearPage(_ year: Int, _ months: [(year: Int, month: Int, rows: [SiteRow])]) -> [UInt8] {
        var page = SitePage("\(padded(year, 4)).html", title: words.year(year), diary: diary, words)
        for month in months {
            page.add("<h2>\(page.link(monthPage(year, month.month), words.month(month.month)))</h2>\n")
            page.add(month.rows)
        }
        return page.finish()
    }

    private func tagsPages() -> [WrittenPart] {
        var page = SitePage("tags.html", title: words.tags, diary: diary, words)
        if tags.isEmpty { page.add("<p>\(words.noTags)</p>\n") }
        page.add("<p class=\"tags\">")
        var parts: [WrittenPart] = []
        for (tag, rows) in tags.sorted(by: { $0.key < $1.key }) {
            guard let path = tagPages[tag] else { continue }
            page.add(page.link(path, tag.shown, " class=\"tag\"") + "<small>\(rows.count)</small> ")
            var own = SitePage(path, title: tag.shown, diary: diary, words)
            own.add(rows.reversed())
            parts.append(.file(path, own.finish()))
        }
        page.add("</p>\n")
        return [.file("tags.html", page.finish())] + parts
    }

    /// Each day of the year: what was written on it in any year.
    private func dayPages() -> [WrittenPart] {
        let rows = months.flatMap(\.rows)
        let days = Dictionary(grouping: rows) { $0.date.civil.month * 100 + $0.date.civil.day }
        var parts: [WrittenPart] = []
        var page = SitePage("days.html", title: words.onThisDay, diary: diary, words)
        for month in 1...12 {
            page.add("<section class=\"year\">\n<h2>\(words.month(month))</h2>\n<p class=\"months days\">")
            let path = "days/\(padded(month, 2)).html"
            var own = SitePage(path, title: words.onThisDay + ": " + words.month(month), diary: diary, words)
            for day in 1...31 where day <= 28 || days[month * 100 + day] != nil || Self.exists(month, day) {
                guard let rows = days[month * 100 + day] else {
                    page.add("<span>\(day)</span> ")
                    continue
                }
                page.add(page.link("\(path)#d\(day)", String(day)) + " ")
                own.add("<h2 id=\"d\(day)\">\(words.day(day, of: month))</h2>\n")
                own.add(rows.reversed())
            }
            page.add("</p>\n</section>\n")
            if rows.contains(where: { $0.date.civil.month == month }) { parts.append(.file(path, own.finish())) }
        }
        return [.file("days.html", page.finish())] + parts
    }

    /// A page for each entry that a text links to: it leads to the entry's month, which may not be known when the link
    /// is written.
    private func linkedPages() -> [WrittenPart] {
        var rows: [String: SiteRow] = [:]
        for row in months.flatMap(\.rows) {
            let id = String(row.address.suffix(32))
            if linked.contains(id) { rows[id] = row }
        }
        return linked.sorted().map { id in
            var page = SitePage(Self.page(ofEntry: id), title: rows[id]?.title ?? words.notHere, diary: diary, words)
            if let row = rows[id] { page.add([row]) } else { page.add("<p>\(words.notHere)</p>\n") }
            return .file(Self.page(ofEntry: id), page.finish())
        }
    }

    private static func page(ofEntry id: String) -> String { "entries/\(id).html" }

    private static func exists(_ month: Int, _ day: Int) -> Bool {
        CivilTime(year: 2000, month: month, day: day) != nil
    }
}
