internal import Archives
package import DiaryEngine
internal import DiaryModel
internal import Host

/// Writes what Day One exports: a zip with a JSON file for each journal. An entry's journal is its field `journal`.
///
/// The journals are held until the end, since the members of a zip come one after the other.
package struct DayOneWriter: EntryWriter {
    package let isFolder = false
    package private(set) var losses = FormatLosses()
    private var journals: [String: [UInt8]] = [:]

    package init() {}

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        losses.note(of: entry, earlier: earlier, without: [.attachments, .versions, .texts])
        if let weather = entry.content.weather,
            weather
                != DayOneEntries.surroundings(
                    of: [JSONMember("weather", DayOneEntries.weather(weather))]).1
        {
            losses.note(.weather)
        }
        var extra = entry.content.extra
        var journal = Self.usual
        if let index = extra.firstIndex(where: { $0.key == "journal" }),
            let name = String(validating: extra[index].value, as: UTF8.self), Self.isName(name)
        {
            journal = name
            extra.remove(at: index)
        }
        let members = Self.own(entry) + date(entry) + others(extra, entry.content)
        let start = journals[journal] == nil ? "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[\n" : ",\n"
        journals[journal, default: []] += Array(start.utf8) + JSONWriter.bytes(.object(members))
        return []
    }

    package mutating func finish() -> [WrittenPart] {
        if journals.isEmpty { journals[Self.usual] = Array("{\"metadata\":{\"version\":\"1.0\"},\"entries\":[".utf8) }
        var zip = ZipWriter()
        var bytes: [UInt8] = []
        for name in journals.keys.sorted() {
            zip.add(name + ".json", (journals.removeValue(forKey: name) ?? []) + Array("\n]}\n".utf8))
            bytes += zip.take()
        }
        zip.finish()
        return [.bytes(bytes + zip.take())]
    }

    /// The journal of entries that name none.
    private static let usual = "Journal"

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count < 200 && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\:".unicodeScalars.contains($0) }
    }

    private static func own(_ entry: Entry) -> [JSONMember] {
        let content = entry.content
        var members = [
            JSONMember("uuid", .text(entry.id.hexadecimal.uppercased())),
            JSONMember("text", .string(DayOneText.escaped(content.text))),
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
        var decoded = content
        (decoded.place, decoded.weather) = DayOneEntries.surroundings(of: [JSONMember(name, field.json)])
        return name == "location" ? decoded.place == content.place : decoded.weather == content.weather
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
    private mutating func others(_ extra: [ExtraField], _ content: EntryContent) -> [JSONMember] {
        extra.compactMap { field in
            let isSaid = ["location", "weather"].contains(field.key) && !Self.hasOwn(field.key, of: content)
            guard !DayOneEntries.taken.contains(field.key), !isSaid, DayOneEntries.says(field.json) else {
                losses.note(.extra)
                return nil
            }
            return JSONMember(field.key, field.json)
        }
    }
}
