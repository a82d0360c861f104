internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Several entries at once: changed as one operation, and written as one file.

extension DiaryServer {
    /// The most entries that are named at once.
    private static let most = 10_000

    /// Deletes the named entries, or gives them tags, takes tags from them, stars them. One operation, which one undo
    /// takes back; nothing if one of them cannot be changed. What is so already stays as it is.
    func changingMany(_ call: inout Call) throws -> Change {
        let ids = try call.body.entries("entries")
        let isDeleting = try call.body.flag("delete") ?? false
        var edit = EntryEdit()
        edit.addedTags = (try call.body.texts("addTags") ?? []).map { Tag.typed($0) }
        edit.removedTags = (try call.body.texts("removeTags") ?? []).map { Tag.typed($0) }
        edit.isStarred = try call.body.flag("starred")
        let key = try call.body.text("key")
        guard !ids.isEmpty, ids.count <= Self.most else { throw ServerProblem.usage("entries") }
        guard isDeleting == edit.isEmpty else { throw ServerProblem.usage("delete") }
        let command: EntryCommand = isDeleting ? .delete : .edit(edit)
        let requests = ids.map { EntryRequest(entry: $0, command: command) }
        return { server in try await server.receipt(server.diary.write(.perform(requests, key: key))) }
    }

    /// The named entries as one file, the oldest first: `markdown`, `txt`, or `json` as `export` writes it.
    func exported(_ call: inout Call) throws -> PageReply {
        let ids = try call.body.entries("entries")
        let format = try call.body.text("format") ?? "markdown"
        guard !ids.isEmpty, ids.count <= Self.most else { throw ServerProblem.usage("entries") }
        let entries = try ids.map { try known($0) }.sorted {
            $0.content.date.instantSeconds < $1.content.date.instantSeconds
        }
        switch format {
        case "markdown":
            let texts = entries.map { EntryMarkdown.text($0, date: Self.dateText($0.content.date, call.language)) }
            return .text(Array(texts.joined(separator: "\n\n").utf8), type: "text/markdown")
        case "txt": return .text(Array(entries.map(\.content.text).joined(separator: Array("\n\n\n".utf8))))
        case "json": return .json(.array(entries.map { EntryJSON.object($0, isFull: true) }))
        default: throw ServerProblem.usage("format")
        }
    }
}
