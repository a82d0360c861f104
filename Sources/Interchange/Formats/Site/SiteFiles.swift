internal import DiaryModel
internal import EventStore

/// The files of entries in a site: each lies once in `files/HASH/NAME`, and entries show or name it.
struct SiteFiles {
    private var written: Set<String> = []

    /// An entry's files as HTML for a page; empty if it has none. `parts` gets those that are not written yet.
    mutating func shown(_ files: [Attachment], on page: SitePage, _ parts: inout [WrittenPart]) -> String {
        if files.isEmpty { return "" }
        let all = files.map { shown($0, alt: $0.name, on: page, &parts) + " " }.joined()
        return "<p class=\"files\">" + all + "</p>\n"
    }

    /// One of them.
    mutating func shown(_ file: Attachment, alt: String, on page: SitePage, _ parts: inout [WrittenPart]) -> String {
        let path = "files/\(Hexadecimal.text(file.hash).prefix(16))/\(Attachment.properName(file.name))"
        if written.insert(path).inserted { parts.append(.attachment(path, file)) }
        return page.file(path, alt, isPicture: MediaType.isImage(file.mediaType))
    }
}
