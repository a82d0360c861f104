internal import DiaryEngine
internal import DiaryModel

/// Google Keep as Takeout hands it out: a folder or a zip with a JSON file, and the same as a page, for each note.
///
///     {"title", "textContent" | "listContent": [{"text", "isChecked"}], "createdTimestampUsec",
///      "userEditedTimestampUsec", "labels": [{"name"}], "attachments": [{"filePath"}], "isTrashed", …}
///
/// Other members that say something stay with the entry. What lies in Keep's bin is left out, and counted.
enum GoogleKeep: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file): file.mayBeOneObject && (try? JSONFields(of: file)).map(isNote) ?? false
        case .folder(let folder): JSONFields.samples(of: folder).contains(where: isNote)
        }
    }

    private static func isNote(_ fields: JSONFields) -> Bool { fields["userEditedTimestampUsec"] != nil }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file): try read(file, file.beside, "", try JSONFields(of: file), options, into: &entries)
        case .folder(let folder):
            var used: Set<String> = []
            for name in folder.names where name.hasSuffix(".json") {
                _ = try entries.going { (entries) throws(ReadProblem) in
                    let file = try entries.open(name, of: folder)
                    let fields = try JSONFields(of: file)
                    guard isNote(fields) else { return }
                    used.formUnion([name, name.dropLast(4) + "html"])
                    let own = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
                    used.formUnion(try read(file, folder, own, fields, options, into: &entries))
                }
            }
            if used.isEmpty { throw ReadProblem(folder.path, .emptyFolder) }
            entries.losses.note(.files, folder.names.count { !used.contains($0) })
        }
    }

    /// Returns the names of the files that the note has.
    @discardableResult
    private static func read(
        _ file: SourceFile, _ folder: SourceFolder?, _ own: String, _ all: JSONFields, _ options: ReadOptions,
        into entries: inout ReadEntries
    ) throws(ReadProblem) -> [String] {
        var fields = all
        if fields.isTrue("isTrashed"), !options.with.contains(.trashed) {
            entries.losses.note(.trashed)
            return []
        }
        var said = Said("keep", at: RowOrigin(file.path))
        let edited = SaidDate(fields.take("userEditedTimestampUsec"), of: "userEditedTimestampUsec")
        said.date = SaidDate(fields.take("createdTimestampUsec"), of: "createdTimestampUsec")
        if said.date == .none { said.date = edited }
        said.changedAt = edited.instant(options)
        said.dated = said.date.instant(options).map { String($0) }
        do throws(RowReason) {
            let html = try fields.text("textContentHtml")
            var text = try fields.text("textContent") ?? []
            if text.isEmpty, let html { text = Array(entries.text(of: HTMLDocument(html)).utf8) }
            let lines = try [fields.text("title") ?? [], text, Array(list(&fields).utf8)].filter { !$0.isEmpty }
            said.text = Array(lines.joined(separator: [0x0A, 0x0A]))
            if html != nil { entries.losses.note(.richTexts) }
        } catch { throw ReadProblem(file.path, .row(error.reason)) }
        said.known = [said.text]
        said.tags = fields.texts("labels", of: "name").map { Tag($0) }
        let files = fields.texts("attachments", of: "filePath")
        if fields["color"] == .text("DEFAULT") { fields.take("color") }
        said.keep(rest: fields, &entries.losses)
        var used: [String] = []
        try entries.add(said, in: file, options) { (row, entries) throws(ReadProblem) in
            used = try entries.attach(files, below: own, of: folder, to: &row)
        }
        return used
    }

    /// The items of a list, one a line.
    private static func list(_ fields: inout JSONFields) throws(RowReason) -> String {
        guard let value = fields.take("listContent") else { return "" }
        guard case .array(let items) = value else { throw RowReason(.wrongKind("listContent")) }
        return items.map { item in
            let html = item["textHtml"]?.saidText.map { HTMLDocument(Array($0.utf8)).text }
            let text = item["text"]?.words ?? html ?? item.words ?? ""
            return (item["isChecked"] == .bool(true) ? "- [x] " : "- [ ] ") + text
        }.joined(separator: "\n")
    }
}
