package import DiaryEngine
package import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Writes what Day One exports: a zip with a JSON file for each journal, and beside it pictures, recordings and papers
/// under their MD5. An entry's journal is its field `journal`.
///
/// The journals are held until the end, since the members of a zip come one after the other.
package struct DayOneWriter: EntryWriter {
    package let isFolder = true
    package let isZip = true
    package private(set) var losses = FormatLosses()
    private var journals: [String: [UInt8]] = [:]
    private var marks: [AttachedFile: FileMarks] = [:]
    private var written: Set<String> = []

    package init() {}

    package func wants(_ file: Attachment) -> Bool { file.file.map { marks[$0] == nil } ?? false }

    package mutating func learn(_ marks: FileMarks, of file: Attachment) {
        if let file = file.file { self.marks[file] = marks }
    }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        losses.note(of: entry, earlier: earlier, without: [.versions, .texts])
        if let weather = entry.content.weather, weather != DayOneEntries.weather(DayOneEntries.weather(weather)) {
            losses.note(.weather)
        }
        var extra = entry.content.extra
        var journal = DayOneEntries.usualJournal
        if let index = extra.firstIndex(where: { $0.key == "journal" }),
            let name = String(validating: extra[index].value, as: UTF8.self), Self.isName(name)
        {
            journal = name
            extra.remove(at: index)
        }
        let files = DayOneAttachments(of: entry.content, entry.id, marks)
        losses.note(.attachments, files.lost)
        let members = Self.own(entry, files.text) + date(entry) + others(extra, entry.content, files.lists)
        let start = journals[journal] == nil ? "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[\n" : ",\n"
        journals[journal, default: []] += Array(start.utf8) + JSONWriter.bytes(.object(members))
        return files.parts.filter { part in
            if case .attachment(let path, _) = part { written.insert(path).inserted } else { true }
        }
    }

    package mutating func finish() -> [WrittenPart] {
        if journals.isEmpty {
            journals[DayOneEntries.usualJournal] = Array("{\"metadata\":{\"version\":\"1.0\"},\"entries\":[".utf8)
        }
        defer { journals = [:] }
        return journals.keys.sorted().map { .file($0 + ".json", (journals[$0] ?? []) + Array("\n]}\n".utf8)) }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count < 200 && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\:".unicodeScalars.contains($0) }
    }

    private static func own(_ entry: Entry, _ text: [UInt8]) -> [JSONMember] {
        let content = entry.content
        var members = [
            JSONMember("uuid", .text(entry.id.hexadecimal.uppercased())),
            JSONMember("text", .string(DayOneText.escaped(text))),
            JSONMember("starred", .bool(content.isStarred)),
            JSONMember("tags", .array(content.tags.map { .string($0.bytes) })),
        ]
        if let place = content.place, !hasOwn("location", of: content) {
            members.append(JSONMember("location", DayOneEntries.location(place)))
        }
        if let weather = content.weather, !hasOwn("weather", of: content) {
            members.append(JSONMember("weather", DayOneEntries.weather(weather)))
        }
        return members
    }

    /// Whether a field of other programs says this place or weather, and more: it is written instead.
    private static func hasOwn(_ name: String, of content: EntryContent) -> Bool {
        guard let field = content.extra.first(where: { $0.key == name }) else { return false }
        return name == "location"
            ? DayOneEntries.place(field.json) == content.place : DayOneEntries.weather(field.json) == content.weather
    }

    private mutating func date(_ entry: Entry) -> [JSONMember] {
        let date = entry.content.date
        let instant = date.instantSeconds
        var zone = date.zone
        if zone.isEmpty || ZoneDatabase.offset(of: zone, at: instant) != date.offset {
            if !zone.isEmpty || date.offset % 60 != 0 { losses.note(.zones) }
            let minutes = Int(date.offset.magnitude) / 60
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            zone = "GMT" + (date.offset < 0 ? "-" : "+") + two(minutes / 60) + two(minutes % 60)
        }
        if date.precision == .minute { losses.note(.precision) }
        let modified = floorDivide(entry.modifiedAt.wall, 1_000_000)
        return [
            JSONMember("creationDate", .text(Instant.rfc3339(microseconds: instant * 1_000_000, offset: 0))),
            JSONMember("modifiedDate", .text(Instant.rfc3339(microseconds: modified * 1_000_000, offset: 0))),
            JSONMember("timeZone", .text(zone)), JSONMember("isAllDay", .bool(date.precision == .day)),
        ]
    }

    /// Fields of other programs as members; those that stand for something else here, or say nothing, are left out.
    /// Lists of files stand where an import had them.
    private mutating func others(
        _ extra: [ExtraField], _ content: EntryContent, _ lists: [JSONMember]
    ) -> [JSONMember] {
        let others = extra.compactMap { field -> JSONMember? in
            if let list = lists.first(where: { $0.name == field.key }) { return list }
            let isSaid = ["location", "weather"].contains(field.key) && !Self.hasOwn(field.key, of: content)
            // The location has its parts.
            if field.key == EntryContent.placeNameKey, Self.hasOwn("location", of: content) { return nil }
            guard !DayOneEntries.taken.contains(field.key), !isSaid, field.json.saysSomething else {
                losses.note(.extra)
                return nil
            }
            return JSONMember(field.key, field.json)
        }
        return others + lists.filter { list in !others.contains { $0.name == list.name } }
    }
}
