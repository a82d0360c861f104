package import DiaryEngine
internal import DiaryModel

/// What `jrnl --format json` writes: an object with all entries, and how often each tag occurs.
enum JrnlJSON: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source, file.mayBeOneObject,
            case .array(let entries)? = (try? whole(file))?["entries"]
        else { return false }
        return entries.allSatisfy { $0["title"] != nil && $0["date"] != nil }
    }

    private static func whole(_ file: SourceFile) throws(ReadProblem) -> JSONValue {
        let bytes = try file.bytes()
        do throws(JSONProblem) {
            var reader = try JSONReader(bytes)
            let value = try reader.value()
            guard reader.isAtEnd() else { throw JSONProblem.unexpected(byte: reader.index) }
            return value
        } catch {
            throw ReadProblem(file.path, .row(.json(error)))
        }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let file = try source.onlyFile()
        let value = try whole(file)
        guard case .array(let objects)? = value["entries"] else {
            throw ReadProblem(file.path, .row(.missing("entries")))
        }
        for (index, object) in objects.enumerated() {
            let position = ReadProblem.Position.row(index + 1)
            _ = try entries.going { (entries) throws(ReadProblem) in
                let row: ImportedRow
                do throws(RowReason) { row = try self.row(object, options) } catch {
                    throw ReadProblem(file.path, at: position, .row(error.reason))
                }
                try entries.add(row, from: RowOrigin(file.path, position))
            }
        }
    }

    private static func row(_ object: JSONValue, _ options: ReadOptions) throws(RowReason) -> ImportedRow {
        guard case .object(let members) = object else { throw RowReason(.notAnObject) }
        var entry = JrnlEntry(title: [], body: [])
        var day: String?
        var time: String?
        for member in members {
            switch (member.name, member.value) {
            case ("title", .string(let text)): entry.title = text
            case ("body", .string(let text)): entry.body = text
            case ("date", .string(let text)): day = String(decoding: text, as: UTF8.self)
            case ("time", .string(let text)): time = String(decoding: text, as: UTF8.self)
            case ("starred", .bool(let isTrue)): entry.isStarred = isTrue
            case ("tags", .array(let tags)):
                entry.tags = try tags.map { (tag) throws(RowReason) in
                    guard case .string(let text) = tag else { throw RowReason(.wrongKind("tags")) }
                    return String(decoding: text, as: UTF8.self)
                }
            case ("title", _), ("body", _), ("date", _), ("time", _), ("starred", _), ("tags", _):
                throw RowReason(.wrongKind(member.name))
            default:
                if let field = ExtraField(member.name, member.value) { entry.extra.append(field) }
            }
        }
        guard let day else { throw RowReason(.missing("date")) }
        let written = day + (time.map { " " + $0 } ?? "")
        guard let date = ISODate(written), date.offset == nil else { throw RowReason(.badDate(written)) }
        return entry.row(EntryDate(date.civil, date.precision, in: options.defaults.zone))
    }
}

/// Writes what `jrnl --format json` does.
package struct JrnlJSONWriter: EntryWriter {
    package let isFolder = false
    package private(set) var losses = FormatLosses()
    private let zone: String
    private var tally = JrnlTally()
    private var isFirst = true

    package init(_ options: WriteOptions) { zone = options.zone }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields.subtracting([.extra]))
        losses.note(clockOf: content.date, .minute, zone: zone)
        let said = JrnlEntry(content)
        if said.body.isEmpty, content.text.last == 0x0A { losses.note(.blankEnds) }
        tally.count(said)
        let time = content.date.civil
        let members =
            [
                JSONMember("title", .string(said.title)), JSONMember("body", .string(said.body)),
                JSONMember("date", .text(time.isoDay)), JSONMember("time", .text(String(time.isoTime.prefix(5)))),
                JSONMember("tags", .array(said.tags.map { .text($0) })), JSONMember("starred", .bool(said.isStarred)),
            ] + said.extra.map { JSONMember($0.key, $0.json) }
        let names = Set(members.prefix(6).map(\.name))
        let proper = members.prefix(6) + members.dropFirst(6).filter { !names.contains($0.name) }
        losses.note(.extra, members.count - proper.count)
        defer { isFirst = false }
        let start = isFirst ? "{\"entries\": [\n" : ",\n"
        return [.bytes(Array(start.utf8) + JSONWriter.bytes(.object(Array(proper))))]
    }

    package mutating func finish() -> [WrittenPart] {
        let tags = tally.tags.map { JSONMember($0.name, .number($0.count)) }
        let end = (isFirst ? "{\"entries\": [" : "\n") + "],\n\"tags\": "
        return [.bytes(Array(end.utf8) + JSONWriter.bytes(.object(tags)) + Array("}\n".utf8))]
    }
}
