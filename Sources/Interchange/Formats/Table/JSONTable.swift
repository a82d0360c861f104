internal import DiaryModel
internal import EventStore

/// A list of objects in JSON, as many apps export what they hold: an object is a row, its members are the columns.
///
///     [{"date", "heading", "html", "tags", …}, …]                              Diarium, which also has a file for each
///     {"activeNotes": [{"content", "creationDate", …}], "trashedNotes": [{…}]}           Simplenote
///     {"items": [{"content_type": "Note", "created_at", "content": {"title", "text"}}]}  Standard Notes
///     {"messages": [{"date", "text": ["…", {"type", "text"}], "from", …}]}               Telegram
enum JSONTable {
    /// Whether a file holds objects, and no entries of ours nor of the sample.
    static func isOne(_ file: SourceFile) -> Bool {
        let first = first(of: file)
        if first.isEmpty { return false }
        // Neither of these stands within an object.
        let isWithin = whole(file).map { $0 != first.first } ?? false
        return isWithin || !OwnRows.are(first) && !SampleRows.are(first)
    }

    /// Whether objects say a date and a text, by names that are known: among other files, these are entries.
    static func isDated(_ file: SourceFile) -> Bool { isOne(file) && first(of: file).contains(where: hasDateAndText) }

    /// The objects that a file holds, as far as it is looked at: the first hundred of a list.
    static func first(of file: SourceFile) -> [JSONValue] {
        if let whole = whole(file) { return lists(of: whole).flatMap { $0.values.filter(isObject).prefix(100) } }
        var parts = JSONParts(file.content)
        guard [UInt8(ascii: "["), UInt8(ascii: "{")].contains(firstSign(of: file.head)) else { return [] }
        let isArray = parts.takes("[")
        var first: [JSONValue] = []
        while first.count < 100, parts.index < 65_536, let bytes = parts.next() {
            if let value = try? JSONValue(forgiving: bytes, isWhole: false), isObject(value) { first.append(value) }
            if isArray, !parts.takes(",") { break }
        }
        return first
    }

    /// What a file is that is one object.
    private static func whole(_ file: SourceFile) -> JSONValue? {
        file.mayBeOneObject ? (try? JSONFields(of: file)).map { .object($0.rest) } : nil
    }

    /// The rows with their head; nothing for a file that holds no such list.
    static func rows(of file: SourceFile, into entries: inout ReadEntries) throws -> [CSVLines.Row] {
        let lists = try lists(of: file, into: &entries)
        let tags = tags(of: lists.flatMap(\.values))
        var head: [String] = []
        var columns: [String: Int] = [:]
        var rows: [CSVLines.Row] = []
        for (number, (list, value)) in lists.flatMap({ list in list.values.map { (list.name, $0) } }).enumerated() {
            var members = members(of: value)
            let kind = value["content_type"]?.saidText ?? "Note"
            if kind == "Tag" {
                // Of one that no note has nothing is in an entry.
                if value["content"]?["references"]?.texts(of: "uuid").isEmpty == true { entries.losses.note(.extra) }
                continue
            }
            // A picture of TiddlyWiki's; what the wiki itself is made of is no entry.
            if let type = value["type"]?.saidText, type.hasPrefix("image/"), let text = value["text"]?.saidText,
                let index = members.firstIndex(where: { $0.name == "text" })
            {
                members[index].value = .text("![](data:\(type);base64,\(text))")
            }
            if kind != "Note" || members.isEmpty || value["title"]?.saidText?.hasPrefix("$:/") == true {
                entries.losses.note(.extra)
            } else if value["content"]?.saidText != nil, value["content_type"] != nil {
                entries.losses.note(.ciphers)
            } else if list.lowercased().contains("trash") || members.contains(where: \.saysTrashed),
                !entries.options.with.contains(.trashed)
            {
                entries.losses.note(.trashed, at: RowOrigin(file.path, .row(number + 1)))
            } else if value["type"]?.saidText == "service" || value["content_type"] != nil && !says(members) {
                entries.losses.note(.emptyEntries, at: RowOrigin(file.path, .row(number + 1)))
            } else if members.contains(where: { $0.name == "conflict_of" }), !entries.options.with.contains(.copies) {
                entries.losses.note(.copies, at: RowOrigin(file.path, .row(number + 1)))
            } else {
                if let plain = StandardNotesTree.plain(members) {
                    members = plain
                    entries.losses.note(.layout)
                }
                // Of a text in pieces their words are the text; what else they say stays as Telegram has it.
                if let text = members.first(where: { Self.hasMarks($0.value) }), value["text_entities"] == nil {
                    members.append(JSONMember("text_entities", text.value))
                }
                var row = CSVLines.Row(fields: [], line: number + 1)
                let own = value["uuid"]?.saidText.flatMap { tags[$0] }.map { [JSONMember("tags", .array($0))] } ?? []
                for member in own + members where member.value.saysSomething && member.name != "content_type" {
                    // A column is the same in other cases of letters, unless one object has both.
                    let small = member.name.lowercased()
                    let isTaken = columns[small].map { $0 < row.fields.count && !row.fields[$0].isEmpty } ?? false
                    let name = isTaken ? "=" + member.name : small
                    let column = columns[name] ?? head.count
                    if column == head.count {
                        columns[name] = column
                        head.append(member.name)
                    }
                    while row.fields.count <= column { row.fields.append([]) }
                    row.fields[column] = words(member.value, isText: EntryColumn.text.names.contains(small))
                }
                rows.append(row)
            }
        }
        return rows.isEmpty ? [] : [CSVLines.Row(fields: head.map { Array($0.utf8) }, line: 0)] + rows
    }

    /// The lists of a file; of a list of objects, or one object a line, what cannot be read is left out alone.
    private static func lists(
        of file: SourceFile, into entries: inout ReadEntries
    ) throws -> [(name: String, values: [JSONValue])] {
        if let whole = whole(file) {
            let lists = lists(of: whole)
            // What stands beside lists that have names is in no row.
            let beside = lists.first?.name.isEmpty == false ? members(of: whole) : []
            let words = beside.filter { $0.value.saidText?.isEmpty == false && !silent.contains($0.name.lowercased()) }
            entries.losses.note(.extra, words.count)
            return lists
        }
        var parts = JSONParts(file.content)
        let isArray = parts.takes("[")
        var values: [JSONValue] = []
        var number = 0
        while !parts.isAtEnd(), !isArray || !parts.takes("]") {
            number += 1
            let origin = RowOrigin(file.path, .row(number))
            let value = try entries.going(at: origin) { _ in
                guard let bytes = parts.next() else { throw JSONProblem.endsEarly }
                return try JSONValue(forgiving: bytes, isWhole: false)
            }
            if let value { values.append(value) }
            if isArray, !parts.takes(","), parts.isAtEnd() {
                try entries.leaveOut(ReadProblem(JSONProblem.endsEarly, at: origin))
            }
        }
        return [("", values)]
    }

    /// The lists of a document, and what they are called; an object that is a row is a list of one, and one whose
    /// members are days has a row for each.
    private static func lists(of value: JSONValue) -> [(name: String, values: [JSONValue])] {
        if case .array(let values) = value { return [("", values)] }
        guard case .object(let members) = value else { return [] }
        if isText(value) { return [("", [value])] }
        if !members.isEmpty, members.allSatisfy({ ISODate($0.name) != nil }) {
            let values = members.map { day -> JSONValue in
                let said = isObject(day.value) ? self.members(of: day.value) : [JSONMember("text", day.value)]
                return .object([JSONMember("date", .text(day.name))] + said)
            }
            return [("", values)]
        }
        let own: [(name: String, values: [JSONValue])] = members.compactMap { member in
            guard case .array(let values) = member.value, values.contains(where: isObject) else { return nil }
            return (member.name, values)
        }
        return own.isEmpty ? members.map(\.value).filter(isObject).flatMap { lists(of: $0) } : own
    }

    /// Whether a note has words of its own.
    private static func says(_ members: [JSONMember]) -> Bool {
        members.contains { member in
            guard ["title", "text"].contains(member.name), case .string(let text) = member.value else { return false }
            return text.saysSomething
        }
    }

    /// What says nothing of a day, in small letters: an object of these alone is empty.
    static let silent: Set = [
        "id", "uuid", "guid", "key", "type", "version", "from", "from_id", "date_unixtime", "edited_unixtime", "width",
        "height", "text_entities", "created_ms", "markdown", "systemtags",
    ]

    static func isObject(_ value: JSONValue) -> Bool { if case .object = value { true } else { false } }

    /// Whether a member of it is a text by its name, and no list of objects that is called so.
    private static func isText(_ value: JSONValue) -> Bool {
        members(of: value).contains { member in
            if case .array(let values) = member.value, values.contains(where: isObject) { return false }
            return !isObject(member.value) && EntryColumn.text.names.contains(member.name.lowercased())
        }
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

    /// Whether pieces of a text say more than their words and what they are.
    private static func hasMarks(_ value: JSONValue) -> Bool {
        guard case .array(let pieces) = value else { return false }
        return pieces.contains { piece in
            guard case .object(let members) = piece, piece["text"]?.words != nil else { return false }
            return members.contains { !["text", "type"].contains($0.name) }
        }
    }

    /// What a field of a table would say. A list of words is a line each in a text, and else stands between commas.
    private static func words(_ value: JSONValue, isText: Bool) -> [UInt8] {
        if let words = value.words { return Array(words.utf8) }
        guard case .array(let values) = value, isText || !hasMarks(value) else { return JSONWriter.bytes(value) }
        let words = values.compactMap(\.words)
        // A text in pieces, some of which say more of themselves.
        let pieces = words.isEmpty ? [] : values.compactMap { $0.words ?? $0["text"]?.words }
        if words.count < values.count, pieces.count < values.count { return JSONWriter.bytes(value) }
        let lines = words.joined(separator: isText ? "\n" : ", ")
        return Array((words.count == values.count ? lines : pieces.joined()).utf8)
    }
}

extension JSONMember {
    /// Whether it says that what it is a member of lies in a bin: by a truth, or by when it came there.
    var saysTrashed: Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" }
        guard ["trashed", "deleted", "istrashed", "isdeleted", "intrash", "trashedat", "deletedat"].contains(name)
        else {
            return false
        }
        switch value {
        case .bool(let isTrue): return isTrue
        case .integer(let number): return number != 0
        case .string: return !["", "0", "no", "false"].contains(value.saidText?.trimmingSpace().lowercased())
        default: return false
        }
    }
}
