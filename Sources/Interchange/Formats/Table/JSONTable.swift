internal import DiaryModel
internal import EventStore

/// A list of objects in JSON, as many apps export what they hold: an object is a row, its members are the columns.
///
///     [{"date", "heading", "html", "tags", …}, …]                              Diarium, which also has a file for each
///     {"activeNotes": [{"content", "creationDate", …}], "trashedNotes": [{…}]}           Simplenote
///     {"items": [{"content_type": "Note", "created_at", "content": {"title", "text"}}]}  Standard Notes
///     {"messages": [{"date", "text": ["…", {"type", "text"}], "from", …}]}               Telegram
enum JSONTable {
    /// Whether a file holds such a list: no entries of ours, of Day One's, nor of the sample.
    static func isOne(_ file: SourceFile) -> Bool {
        switch firstSign(of: file.head) {
        case UInt8(ascii: "["):
            var parts = JSONParts(file.content)
            guard parts.takes("["), let bytes = parts.next() else { return false }
            return (try? JSONValue(forgiving: bytes, isWhole: false)).map(isRow) ?? false
        case UInt8(ascii: "{"):
            guard file.mayBeOneObject, let fields = try? JSONFields(of: file) else { return false }
            return lists(of: .object(fields.rest)).contains { list in
                list.values.prefix(100).contains { isRow($0) || list.name == "messages" && hasDateAndText($0) }
            }
        default: return false
        }
    }

    /// The rows with their head; nothing for a file that holds no such list.
    static func rows(of file: SourceFile, into entries: inout ReadEntries) throws -> [CSVLines.Row] {
        let lists = lists(of: try JSONValue(forgiving: file.text(), isWhole: true))
        let tags = tags(of: lists.flatMap(\.values))
        var head: [String] = []
        var columns: [String: Int] = [:]
        var rows: [CSVLines.Row] = []
        for (number, (list, value)) in lists.flatMap({ list in list.values.map { (list.name, $0) } }).enumerated() {
            var members = members(of: value)
            let kind = value["content_type"]?.saidText ?? "Note"
            if kind == "Tag" { continue }
            if kind != "Note" || members.isEmpty {
                entries.losses.note(.extra)
            } else if value["content"]?.saidText != nil, value["content_type"] != nil {
                entries.losses.note(.ciphers)
            } else if list.lowercased().contains("trash") || isTrashed(members),
                !entries.options.with.contains(.trashed)
            {
                entries.losses.note(.trashed)
            } else if members.contains(where: { $0.name == "conflict_of" }), !entries.options.with.contains(.copies) {
                entries.losses.note(.copies)
            } else {
                if let plain = StandardNotesTree.plain(members) {
                    members = plain
                    entries.losses.note(.layout)
                }
                var row = CSVLines.Row(fields: [], line: number + 1)
                let own = value["uuid"]?.saidText.flatMap { tags[$0] }.map { [JSONMember("tags", .array($0))] } ?? []
                for member in own + members where member.value.saysSomething && member.name != "content_type" {
                    let column = columns[member.name] ?? head.count
                    if column == head.count {
                        columns[member.name] = column
                        head.append(member.name)
                    }
                    while row.fields.count <= column { row.fields.append([]) }
                    row.fields[column] = words(member.value)
                }
                rows.append(row)
            }
        }
        return rows.isEmpty ? [] : [CSVLines.Row(fields: head.map { Array($0.utf8) }, line: 0)] + rows
    }

    /// The lists of a document, and what they are called; an object that is a row is a list of one.
    private static func lists(of value: JSONValue) -> [(name: String, values: [JSONValue])] {
        if case .array(let values) = value { return [("", values)] }
        guard case .object(let members) = value else { return [] }
        if isRow(value) { return [("", [value])] }
        return members.compactMap { member in
            guard case .array(let values) = member.value, case .object? = values.first else { return nil }
            return (member.name, values)
        }
    }

    private static func isRow(_ value: JSONValue) -> Bool {
        if value["text"] != nil, ["date", "createdAt", "creationDate"].contains(where: { value[$0] != nil }) {
            return false
        }
        if value["title"] != nil, value["created_at"] != nil || value["last_modified"] != nil { return false }
        return hasDateAndText(value)
    }

    private static func hasDateAndText(_ value: JSONValue) -> Bool {
        let names = Set(members(of: value).map { $0.name.lowercased() })
        return !names.isDisjoint(with: EntryColumn.date.names) && !names.isDisjoint(with: EntryColumn.text.names)
    }

    /// The members of an object, and of what it holds as its `content`.
    private static func members(of value: JSONValue) -> [JSONMember] {
        guard case .object(let members) = value else { return [] }
        guard case .object(let inner)? = value["content"] else { return members }
        var outer = members.filter { $0.name != "content" }
        // Standard Notes writes so of what it does not know.
        if let changed = value["updated_at"], value["created_at"]?.saidText?.hasPrefix("1970-01-01") == true,
            let index = outer.firstIndex(where: { $0.name == "created_at" })
        {
            outer[index].value = changed
        }
        return outer + inner.filter { member in !outer.contains { $0.name == member.name } }
    }

    private static func isTrashed(_ members: [JSONMember]) -> Bool {
        members.contains { ["trashed", "deleted", "isTrashed"].contains($0.name) && $0.value == .bool(true) }
    }

    /// The titles of the tags that name an object, by its identifier.
    private static func tags(of values: [JSONValue]) -> [String: [JSONValue]] {
        var tags: [String: [JSONValue]] = [:]
        for value in values where value["content_type"]?.saidText == "Tag" {
            guard let title = value["content"]?["title"] else { continue }
            for note in value["content"]?["references"]?.texts(of: "uuid") ?? [] {
                tags[note, default: []].append(title)
            }
        }
        return tags
    }

    /// What a field of a table would say.
    private static func words(_ value: JSONValue) -> [UInt8] {
        if let words = value.words { return Array(words.utf8) }
        guard case .array(let values) = value else { return JSONWriter.bytes(value) }
        let words = values.compactMap(\.words)
        // A text in pieces, some of which say more of themselves.
        let pieces = words.isEmpty ? [] : values.compactMap { $0.words ?? $0["text"]?.words }
        if words.count < values.count, pieces.count < values.count { return JSONWriter.bytes(value) }
        return Array((words.count == values.count ? words.joined(separator: ", ") : pieces.joined()).utf8)
    }
}
