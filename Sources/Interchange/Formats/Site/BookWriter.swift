package import DiaryEngine
internal import DiaryModel

/// Writes a book: one HTML made for print on A5, with a title, contents by month, and each month on a new page.
///
/// Pictures stand where the texts name them, the others below the texts; other files are named. Page numbers stand at
/// the foot where the browser has them (Chromium 131 and later), and in the contents where it can count pages ahead
/// (WeasyPrint, Prince). The contents come first, so all entries are counted before the first one is taken; nothing
/// else is held.
package struct BookWriter: EntryWriter {
    package let isFolder = false
    package let countsFirst = true
    package private(set) var losses = FormatLosses()
    private let words: SiteWords
    private let diary: String
    private let isMarkdown: Bool
    private var months: [(year: Int, month: Int, count: Int)] = []
    private var first: EntryDate?
    private var last: EntryDate?
    /// The month that is being written; nil before the first one.
    private var month: (year: Int, month: Int)?
    private var hasBegun = false

    package init(_ options: WriteOptions) {
        words = SiteWords(language: options.language)
        diary = options.title ?? words.diary
        isMarkdown = options.isMarkdown
    }

    package mutating func count(_ entry: Entry) {
        let date = entry.content.date
        let time = date.civil
        if months.last.map({ ($0.year, $0.month) != (time.year, time.month) }) ?? true {
            months.append((time.year, time.month, 0))
        }
        months[months.count - 1].count += 1
        first = first ?? date
        last = date
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: [.extra, .versions, .texts])
        let time = content.date.civil
        var text = begin()
        if month.map({ $0 != (time.year, time.month) }) ?? true {
            if month != nil { text += Array("</section>\n".utf8) }
            let name = HTMLText.escaped(words.month(time.month, of: time.year))
            text += Array("<section class=\"month\" id=\"\(id(time.year, time.month))\">\n<h2>\(name)</h2>\n".utf8)
            month = (time.year, time.month)
        }
        let tags = content.allTags.map { "<span>\(HTMLText.escaped($0.shown))</span>" }
        let article = SiteEntry.opening(
            entry, id: "e" + entry.id.hexadecimal, heading: "h3", tags: tags, isMarkdown: isMarkdown, words
        ) { "#e" + $0 }
        var parts: [WrittenPart] = []
        for piece in article.pieces {
            switch piece {
            case .html(let bytes): text += bytes
            case .picture(let file, let alt): add(file, alt: alt, to: &parts, behind: &text)
            }
        }
        let others = content.attachments.filter { !article.shown.contains($0.name) }
        text += Array((others.isEmpty ? "" : "<p class=\"files\">").utf8)
        for file in others {
            if MediaType.isImage(file.mediaType) {
                add(file, alt: file.name, to: &parts, behind: &text)
            } else {
                losses.note(.attachments)
                text += Array("<span class=\"file\">\(HTMLText.escaped(file.name))</span>".utf8)
            }
            text.append(0x20)
        }
        return parts + [.bytes(text + Array(((others.isEmpty ? "" : "</p>\n") + SiteEntry.end).utf8))]
    }

    /// A picture behind the text so far; the text goes on behind it.
    private func add(_ file: Attachment, alt: String, to parts: inout [WrittenPart], behind text: inout [UInt8]) {
        parts += [.bytes(text + Array("<img src=\"".utf8)), .picture(file)]
        text = Array("\" alt=\"\(HTMLText.escaped(alt))\">".utf8)
    }

    private func id(_ year: Int, _ month: Int) -> String { "m\(year)-\(month)" }

    /// What stands before the first month, once.
    private mutating func begin() -> [UInt8] {
        if hasBegun { return [] }
        hasBegun = true
        let title = HTMLText.escaped(diary)
        var html = """
            <!doctype html>
            <html lang="\(words.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
            <title>\(title)</title>
            <style>
            \(SiteStyle.css)\(Self.css)</style>
            </head>
            <body class="book">
            <section class="cover">
            <h1>\(title)</h1>

            """
        if let first, let last {
            let (from, to) = (words.shortDate(first), words.shortDate(last))
            html += "<p>\(HTMLText.escaped(from == to ? from : from + " – " + to))</p>\n"
        } else {
            html += "<p>\(words.nothing)</p>\n"
        }
        return Array((html + "</section>\n" + contents()).utf8)
    }

    /// Years and months, with the number of their entries.
    private func contents() -> String {
        if months.isEmpty { return "" }
        var html = "<section class=\"contents\">\n<h2>\(words.contents)</h2>\n<ol>\n"
        var year: Int?
        for month in months {
            if month.year != year {
                if year != nil { html += "</ol></li>\n" }
                html += "<li><b>\(words.year(month.year))</b><ol>\n"
                year = month.year
            }
            html += "<li><a href=\"#\(id(month.year, month.month))\">\(words.month(month.month)) "
            html += "<small>\(words.entries(month.count))</small></a></li>\n"
        }
        return html + "</ol></li>\n</ol>\n</section>\n"
    }

    package mutating func finish() -> [WrittenPart] {
        let end = (month == nil ? "" : "</section>\n") + "</body>\n</html>\n"
        return [.bytes(begin() + Array(end.utf8))]
    }

    private static let css = """
        @page { size: A5; margin: 18mm 16mm 20mm; @bottom-center { content: counter(page); font: 8pt sans-serif; } }
        @page :first { @bottom-center { content: none; } }
        .book { max-width: 36rem; }
        .cover { min-height: 80vh; display: flex; flex-direction: column; justify-content: center; text-align: center; }
        .contents ol { list-style: none; padding: 0; margin: 0; }
        .contents li li { break-inside: avoid; }
        .contents b { display: block; break-after: avoid; }
        .contents ol ol { margin: .2rem 0 .8rem; columns: 2; column-gap: 2rem; }
        .contents a { display: flex; gap: .5rem; text-decoration: none; padding: .15rem 0 .15rem 1rem; }
        .contents a small { margin-left: auto; }
        .contents a::after { content: target-counter(attr(href url), page); }
        article > h3 { font-size: 1.125rem; }
        .files img { max-height: 110mm; break-inside: avoid; }
        @media print {
          :root { --paper: #fff; --ink: #000; --soft: #555; --line: #ccc; --accent: #000; --tint: #fff; }
          .book { max-width: none; }
          .cover { min-height: 100vh; break-after: page; }
          .contents, .month { break-before: page; }
          .contents { break-after: page; }
          .month > h2 { font-size: 16pt; margin: 0 0 6mm; }
          article { padding: 4mm 0; }
          article:last-child { border-bottom: 0; }
          .text { font-size: 9.5pt; line-height: 1.65; text-align: justify; }
          a, .link { text-decoration: none; }
        }

        """
}
