internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// Google Keep as Takeout hands it out: a folder or a zip with a JSON file, and the same as a page, for each note.
///
///     {"title", "textContent" | "listContent": [{"text", "isChecked"}], "createdTimestampUsec",
///      "userEditedTimestampUsec", "labels": [{"name"}], "attachments": [{"filePath"}], "isTrashed", …}
///
/// Other members that say something stay with the entry. What lies in Keep's bin is left out, and counted.
enum GoogleKeep: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file): file.mayBeOneObject && (try? object(file)).map(isNote) ?? false
        case .folder(let folder):
            AppJSON.samples(of: folder).contains { value in
                if case .object(let members) = value { isNote(members) } else { false }
            }
        }
    }

    private static func isNote(_ members: [JSONMember]) -> Bool {
        members.contains { $0.name == "userEditedTimestampUsec" }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file): try read(file, file.beside, "", try object(file), options, into: &entries)
        case .folder(let folder):
            var notes: Set<String> = []
            var used: Set<String> = []
            for name in folder.names where name.hasSuffix(".json") {
                _ = try entries.going { (entries) throws(ReadProblem) in
                    let file = try folder.file(name)
                    let members = try object(file)
                    guard isNote(members) else { return }
                    notes.formUnion([name, name.dropLast(4) + "html"])
                    let own = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
                    used.formUnion(try read(file, folder, own, members, options, into: &entries))
                }
            }
            if notes.isEmpty { throw ReadProblem(folder.path, .emptyFolder) }
            entries.losses.note(.files, folder.names.count { !notes.contains($0) && !used.contains($0) })
        }
    }

    private static func object(_ file: SourceFile) throws(ReadProblem) -> [JSONMember] {
        guard case .object(let members) = try AppJSON.value(of: file) else {
            throw ReadProblem(file.path, .row(.notAnObject))
        }
        return members
    }

    private static let taken: Set<String> = [
        "title", "textContent", "textContentHtml", "listContent", "createdTimestampUsec", "userEditedTimestampUsec",
        "labels", "attachments", "isTrashed",
    ]

    /// Returns the names of the files that the note has.
    @discardableResult
    private static func read(
        _ file: SourceFile, _ folder: SourceFolder?, _ own: String, _ members: [JSONMember], _ options: ReadOptions,
        into entries: inout ReadEntries
    ) throws(ReadProblem) -> [String] {
        let fields = DayOneFields(members)
        var row: ImportedRow
        do throws(RowReason) {
            if try fields.bool("isTrashed"), !options.with.contains(.trashed) {
                entries.losses.note(.trashed)
                return []
            }
            guard
                let made = try AppJSON.seconds(
                    fields["createdTimestampUsec"] ?? fields["userEditedTimestampUsec"], 1_000_000)
            else { throw RowReason(.missing("createdTimestampUsec")) }
            let lines = try [fields.string("title"), fields.string("textContent"), list(fields)].compactMap(\.self)
            let text = Array(lines.filter { !$0.isEmpty }.joined(separator: "\n\n").utf8)
            var content = EntryContent(text: text, date: EntryDate(instant: made, in: options.defaults.zone))
            content.tags = try labels(fields)
            for member in members where !taken.contains(member.name) {
                if !DayOneEntries.mentions(member.value) || member.value == .text("DEFAULT") { continue }
                if let field = ExtraField(member.name, member.value) { content.extra.append(field) }
            }
            row = ImportedRow(content, of: "keep", text, Array(String(made).utf8))
            if let edited = try AppJSON.seconds(fields["userEditedTimestampUsec"], 1_000_000) {
                row.writtenAt = ClockReading(wall: edited * 1_000_000, offset: content.date.offset)
            }
        } catch { throw ReadProblem(file.path, .row(error.reason)) }
        let used = try entries.attach(
            AppJSON.texts(in: fields["attachments"], "filePath"), below: own, of: folder, to: &row)
        guard Headline(of: String(decoding: row.content.text, as: UTF8.self)).title != nil else {
            entries.losses.note(.emptyEntries)
            return used
        }
        if fields["textContentHtml"] != nil { entries.losses.note(.richTexts) }
        try entries.add(row, from: RowOrigin(file.path))
        return used
    }

    private static func list(_ fields: DayOneFields) throws(RowReason) -> String? {
        guard let value = fields["listContent"] else { return nil }
        guard case .array(let items) = value else { throw RowReason(.wrongKind("listContent")) }
        return items.map { item in
            let text = AppJSON.text(item["text"]) ?? ""
            return (item["isChecked"] == .bool(true) ? "- [x] " : "- [ ] ") + text
        }.joined(separator: "\n")
    }

    private static func labels(_ fields: DayOneFields) throws(RowReason) -> [Tag] {
        Set(AppJSON.texts(in: fields["labels"], "name").map { Tag($0) }.filter { !$0.bytes.isEmpty }).sorted()
    }
}

/// What readers of apps' JSON share.
enum AppJSON {
    /// A file that is one value.
    static func value(of file: SourceFile) throws(ReadProblem) -> JSONValue {
        let bytes = try file.text()
        do throws(JSONProblem) {
            var reader = try JSONReader(bytes)
            let value = try reader.value()
            guard reader.isAtEnd() else { throw JSONProblem.unexpected(byte: reader.index) }
            return value
        } catch { throw ReadProblem(file.path, .row(.json(error))) }
    }

    /// Some files of a folder that are JSON, of each of its folders: an archive may have other products' files first.
    static func samples(of folder: SourceFolder) -> some Sequence<JSONValue> {
        var counts: [Substring: Int] = [:]
        return folder.names.filter { name in
            guard name.hasSuffix(".json") else { return false }
            let own = name[..<(name.lastIndex(of: "/") ?? name.startIndex)]
            counts[own, default: 0] += 1
            return counts[own, default: 0] <= 3
        }.lazy.compactMap { name in try? value(of: folder.file(name)) }
    }

    static func text(_ value: JSONValue?) -> String? {
        if case .string(let bytes)? = value { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    /// The texts in a list, or those of a member of its objects.
    static func texts(in value: JSONValue?, _ name: String? = nil) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { value in text(name.map { value[$0] } ?? value) }
    }

    /// Seconds since 1970 of a number of parts of a second; nil if there is none, or it says nothing.
    static func seconds(_ value: JSONValue?, _ each: Int64) throws(RowReason) -> Int64? {
        switch value {
        case .integer(let number)?: number == 0 ? nil : floorDivide(number, each)
        case nil, .null?: nil
        default: throw RowReason(.badDate("number"))
        }
    }
}
