package import DiaryModel
package import DiarylogMarkup

/// The marks of an entry's text: its Markdown, with what may be followed and seen.
///
/// A link leads to a page, a mailbox or an entry and nowhere else; a picture is one of the entry's own files. Every
/// other link and picture is told as the text that it is, so that nobody who shows the events has to judge them again.
package enum EntryMarks {
    /// The events of a text, in which `.image` names one of these files; nil where the text has no mark.
    package static func events(of text: [UInt8], _ files: [Attachment]) -> [MarkdownEvent]? {
        events(of: text, files) { _ in true }
    }

    /// The same; `isHere` says whether a link to an entry leads there.
    package static func events(
        of text: [UInt8], _ files: [Attachment], isHere: (_ entry: String) throws -> Bool
    ) rethrows -> [MarkdownEvent]? {
        guard let all = MarkdownEvent.all(of: text) else { return nil }
        var events: [MarkdownEvent] = []
        events.reserveCapacity(all.count)
        // How what is open ends: by an event, or by signs.
        var ends: [MarkdownEvent] = []
        for event in all {
            switch event {
            case .begin(.link(let target)) where try !isFollowed(target, isHere: isHere):
                events.append(.replaced(Array("[".utf8)))
                ends.append(.replaced(Array("](\(target))".utf8)))
            case .begin(.image(let target)):
                if let file = picture(target, files) {
                    events.append(.begin(.image(file.name)))
                    ends.append(.end)
                } else {
                    events.append(.replaced(Array("![".utf8)))
                    ends.append(.replaced(Array("](\(target))".utf8)))
                }
            case .begin:
                events.append(event)
                ends.append(.end)
            case .end: events.append(ends.popLast() ?? .end)
            default: events.append(event)
            }
        }
        return events
    }

    /// A line without its marks, for where a title stands alone.
    package static func plain(_ line: String) -> String {
        let bytes = Array(line.utf8)
        guard let events = MarkdownEvent.all(of: bytes) else { return line }
        var seen: [UInt8] = []
        for event in events {
            switch event {
            case .text(let range): seen += bytes[range]
            case .replaced(let other): seen += other
            default: break
            }
        }
        let text = String(decoding: seen, as: UTF8.self)
        return text.allSatisfy(\.isWhitespace) ? line : text
    }

    private static func isFollowed(_ target: String, isHere: (String) throws -> Bool) rethrows -> Bool {
        if let entry = EntryLink.entry(in: target.utf8) { return try isHere(entry) }
        let small = target.lowercased()
        return ["https://", "http://", "mailto:"].contains { small.hasPrefix($0) }
            && target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private static func picture(_ target: String, _ files: [Attachment]) -> Attachment? {
        guard let name = FileReferences.name(FileReferences.decoded(target)) else { return nil }
        return files.first { $0.name == name && MediaType.isImage($0.mediaType) }
    }
}
