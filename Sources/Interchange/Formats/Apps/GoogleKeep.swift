internal import DiaryEngine
internal import DiaryModel

/// Google Keep as Takeout hands it out: a folder or a zip with a JSON file, and the same as a page, for each note.
///
///     {"title", "textContent" | "listContent": [{"text", "isChecked"}], "createdTimestampUsec",
///      "userEditedTimestampUsec", "labels": [{"name"}], "attachments": [{"filePath"}], "isTrashed", …}
///
/// Other members that say something stay with the entry. What lies in Keep's bin is left out, and counted.
enum GoogleKeep: EntryObjectReader {
    static func isOne(_ fields: JSONFields) -> Bool {
        fields["userEditedTimestampUsec"] ?? fields["createdTimestampUsec"] != nil
            || fields["isTrashed"] != nil && fields["textContent"] ?? fields["listContent"] != nil
    }

    static func said(
        _ fields: inout JSONFields, at origin: RowOrigin, _ entries: inout ReadEntries
    ) throws -> (said: Said, files: [String])? {
        if fields.isTrue("isTrashed"), !entries.options.with.contains(.trashed) {
            entries.losses.note(.trashed, at: origin)
            return nil
        }
        var said = Said("keep", at: origin)
        let micros: Int64 = 1_000_000
        let edited = SaidDate(fields.take("userEditedTimestampUsec"), of: "userEditedTimestampUsec", parts: micros)
        said.date = SaidDate(fields.take("createdTimestampUsec"), of: "createdTimestampUsec", parts: micros)
        if said.date == .none { said.date = edited }
        said.changed(edited, entries.options)
        said.dated = said.date.instant(entries.options).map { String($0) }
        let html = try fields.text("textContentHtml")
        var text = try fields.text("textContent") ?? []
        if text.isEmpty, let html {
            said.take(HTMLDocument(html), &entries.losses)
            text = said.text
        }
        let items = fields["listContent"]?.texts(of: "textHtml").count ?? 0
        let parts = try [fields.text("title") ?? [], text, Array(list(&fields).utf8)].filter { !$0.isEmpty }
        said.text = Array(parts.joined(separator: [0x0A, 0x0A]))
        entries.losses.note(.richTexts, items + (html == nil ? 0 : 1))
        // A link that was shared has no other words.
        if !said.text.saysSomething { said.text = Array(links(fields["annotations"]).utf8) }
        said.known = [said.text]
        said.tags = fields.texts("labels", of: "name").map { Tag($0) }
        let files = fields.texts("attachments", of: "filePath", besides: "mimetype")
        if fields["color"] == .text("DEFAULT") { fields.take("color") }
        said.keep(rest: fields, &entries.losses)
        return (said, files)
    }

    private static func links(_ annotations: JSONValue?) -> String {
        guard case .array(let all)? = annotations else { return "" }
        return all.map { link in
            let url = link["url"]?.saidText ?? ""
            let words = [
                MarkdownWords.link(link["title"]?.saidText ?? "", to: url), link["description"]?.saidText ?? "",
            ]
            return words.filter { !$0.isEmpty }.joined(separator: "\n\n")
        }.joined(separator: "\n\n")
    }

    /// The items of a list, one a line.
    private static func list(_ fields: inout JSONFields) throws -> String {
        guard let value = fields.take("listContent", knowing: ["text", "textHtml", "isChecked"]) else { return "" }
        guard case .array(let items) = value else { throw RowReason.wrongKind("listContent") }
        return items.map { item in
            let html = item["textHtml"]?.saidText.map { HTMLDocument(Array($0.utf8)).text }
            let text = item["text"]?.words ?? html ?? item.words ?? ""
            return (item["isChecked"] == .bool(true) ? "- [x] " : "- [ ] ") + text
        }.joined(separator: "\n")
    }
}
