internal import DiaryEngine
internal import DiaryModel
internal import DiarylogMarkup
internal import Interchange

// A text's marks for the page: a list from which it builds elements, so that no HTML is ever made of a text here.

extension DiaryServer {
    /// The marks of an entry's text, in its order; null where it has none, or texts are shown as they are written.
    ///
    /// `[start, end]` is what is seen of the text, in UTF-16 units; a text stands for an escape; a number is so many
    /// blank lines, and 0 ends what an object began. A link to an entry has its `entry`.
    func marks(
        of content: EntryContent, _ offsets: UTF16Offsets, at point: DiaryPoint
    ) throws -> JSONValue {
        guard options.isMarkdown,
            let events = try EntryMarks.events(
                of: content.text, content.attachments, isHere: { try isHere($0, at: point) })
        else { return .null }
        return .array(
            events.map { event in
                switch event {
                case .begin(let kind): Self.object(kind, content.attachments, offsets)
                case .end: .number(0)
                case .text(let range): offsets.json(range)
                case .replaced(let bytes): .string(bytes)
                case .blank(let count): .number(count)
                }
            })
    }

    private static func object(
        _ kind: MarkdownEvent.Kind, _ files: [Attachment], _ offsets: UTF16Offsets
    ) -> JSONValue {
        switch kind {
        case .paragraph: ["is": .text("paragraph")]
        case .heading(let level): ["is": .text("heading"), "level": .number(level)]
        case .quote: ["is": .text("quote")]
        case .list(let isOrdered): ["is": .text("list"), "ordered": .bool(isOrdered)]
        case .item(let number, nil): ["is": .text("item"), "number": number.map { .number($0) } ?? .null]
        case .item(_, let task?):
            ["is": .text("item"), "box": .number(offsets.units(before: task.box)), "done": .bool(task.isDone)]
        case .code: ["is": .text("code")]
        case .rule: ["is": .text("rule")]
        case .table: ["is": .text("table")]
        case .row(let isHead): ["is": .text("row"), "head": .bool(isHead)]
        case .cell(let alignment): ["is": .text("cell"), "align": .text("\(alignment)")]
        case .emphasis: ["is": .text("emphasis")]
        case .strong: ["is": .text("strong")]
        case .struck: ["is": .text("struck")]
        case .inlineCode: ["is": .text("inlineCode")]
        case .link(let target):
            if let entry = EntryLink.entry(in: target.utf8) {
                ["is": .text("link"), "target": .text(target), "entry": .text(entry)]
            } else {
                ["is": .text("link"), "target": .text(target)]
            }
        case .image(let name):
            [
                "is": .text("picture"), "name": .text(name),
                "sha256": .text(orNull: files.first { $0.name == name }.map { Hexadecimal.text($0.hash) }),
            ]
        }
    }

    /// An entry as a list shows it: its title and the beginning of its text without marks.
    func row(_ entry: Entry) -> JSONValue {
        let row = EntryJSON.object(entry, isFull: false)
        guard options.isMarkdown else { return row }
        return .object(
            row.members.map { member in
                guard ["title", "preview"].contains(member.name), case .string(let line) = member.value else {
                    return member
                }
                return JSONMember(member.name, .text(EntryMarks.plain(String(decoding: line, as: UTF8.self))))
            })
    }
}
