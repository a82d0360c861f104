public import DiaryEngine
internal import DiaryModel

/// An entry as Markdown, to give away: its title as a heading, when and what it is filed under, and what it says.
public enum EntryMarkdown {
    /// The entry; `date` is its date as the reader writes one. A title that is a heading already stays as it is.
    public static func text(_ entry: Entry, date: String) -> String {
        let headline = Headline(of: entry.text, previewLength: 0)
        let title = headline.title.map(String.init) ?? ""
        let heading = title.hasPrefix("#") ? title : "# " + title
        var about = date
        if entry.content.isStarred { about += " ★" }
        let facts = entry.content.facts.joined(separator: " · ")
        if !facts.isEmpty { about += " " + facts }
        let body = String(headline.body)
        return heading + "\n\n*" + about + "*\n"
            + (body.isEmpty ? "" : "\n" + body + (body.hasSuffix("\n") ? "" : "\n"))
    }
}
