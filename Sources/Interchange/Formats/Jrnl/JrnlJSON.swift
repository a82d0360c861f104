internal import DiaryEngine
internal import DiaryModel

/// What `jrnl --format json` writes: an object with all entries, and how often each tag occurs.
enum JrnlJSON: EntryReader {
    static func recognises(_ file: SourceFile) -> Bool {
        guard file.mayBeOneObject, case .array(let entries)? = (try? JSONFields(of: file))?["entries"] else {
            return false
        }
        return entries.allSatisfy { $0["title"] != nil && $0["date"] != nil && $0["body"] != nil && $0["time"] != nil }
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws {
        let file = try source.onlyFile()
        guard case .array(let objects)? = try JSONFields(of: file)["entries"] else {
            throw RowReason.missing("entries")
        }
        let zone = entries.options.defaults.zone
        for (index, object) in objects.enumerated() {
            let origin = RowOrigin(file.path, .row(index + 1))
            _ = try entries.going(at: origin) { entries in try entries.add(said(object, at: origin, zone)) }
        }
    }

    private static func said(_ object: JSONValue, at origin: RowOrigin, _ zone: String) throws(RowReason) -> Said {
        var fields = try JSONFields(object)
        let (title, body) = (try fields.text("title") ?? [], try fields.text("body") ?? [])
        let text = body.isEmpty ? title : title + [0x0A] + body
        guard let day = fields.words("date") else { throw RowReason.missing("date") }
        let written = day + (fields.words("time").map { " " + $0 } ?? "")
        guard let date = ISODate(written), date.offset == nil else { throw RowReason.badDate(written) }
        let time = EntryDate(date.civil, date.precision, in: zone)
        var said = Said(jrnl: text, time, isStarred: fields.isTrue("starred"), at: origin)
        // jrnl writes tags in small letters; those that the text says itself are not given once more.
        let mentioned = Set((TextTags.mentions(in: text).map(\.tag) + said.tags).map { $0.text.lowercased() })
        said.tags += fields.texts("tags").filter { name in
            let tag = Tag.typed(name).text.lowercased()
            return !mentioned.contains(tag) && (name.hasPrefix("#") || !mentioned.contains("@" + tag))
        }.map { Tag.typed($0) }
        for member in fields.rest { said.keep(member.name, member.value) }
        return said
    }
}
