package import DiaryEngine
internal import DiaryModel

/// What `jrnl --format json` writes: an object with all entries, and how often each tag occurs.
enum JrnlJSON: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source, file.mayBeOneObject,
            case .array(let entries)? = (try? JSONFields(of: file))?["entries"]
        else { return false }
        return entries.allSatisfy { $0["title"] != nil && $0["date"] != nil }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let file = try source.onlyFile()
        guard case .array(let objects)? = try JSONFields(of: file)["entries"] else {
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
        var fields = try JSONFields(object)
        var entry = JrnlEntry(title: try fields.text("title") ?? [], body: try fields.text("body") ?? [])
        guard let day = fields.words("date") else { throw RowReason(.missing("date")) }
        let written = day + (fields.words("time").map { " " + $0 } ?? "")
        guard let date = ISODate(written), date.offset == nil else { throw RowReason(.badDate(written)) }
        entry.isStarred = fields.isTrue("starred")
        entry.tags = fields.texts("tags")
        entry.extra = fields.rest.compactMap { ExtraField($0.name, $0.value) }
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
