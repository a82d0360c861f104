internal import DiaryModel
internal import EventStore

/// The files of entries in a site: each lies once in `files/HASH/NAME`, and entries show or name it.
struct SiteFiles {
    private var written: Set<String> = []

    /// An entry's files as HTML for a page; empty if it has none. `parts` gets those that are not written yet.
    mutating func shown(_ files: [Attachment], on page: SitePage, _ parts: inout [WrittenPart]) -> String {
        if files.isEmpty { return "" }
        var html = "<p class=\"files\">"
        for file in files {
            let path = "files/\(Hexadecimal.text(file.hash).prefix(16))/\(Attachment.properName(file.name))"
            if written.insert(path).inserted { parts.append(.attachment(path, file)) }
            html += page.file(path, file.name, isPicture: MediaType.isImage(file.mediaType)) + " "
        }
        return html + "</p>\n"
    }
}
