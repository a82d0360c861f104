package import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// Writes a calendar with a VJOURNAL for each entry.
package struct CalendarWriter: EntryWriter {
    package let isFolder = false
    package private(set) var losses = FormatLosses()
    private var zones = CalendarZones()
    private var isFirst = true

    package init() {}

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: [.attachments, .versions, .texts])
        var bytes = isFirst ? Self.lines(Self.head) : []
        isFirst = false
        func add(_ head: String, _ value: [UInt8]) { bytes += CalendarLines.folded(Array((head + ":").utf8) + value) }
        func add(_ head: String, _ value: String) { add(head, Array(value.utf8)) }

        add("BEGIN", "VJOURNAL")
        let uid = content.extra.first { $0.key == "UID" && !$0.value.contains { $0 < 0x20 } }
        add("UID", uid?.value ?? Array(entry.id.hexadecimal.utf8))
        add("DTSTAMP", Self.instant(entry.modifiedAt))
        add("CREATED", Self.instant(entry.createdAt))
        add("LAST-MODIFIED", Self.instant(entry.modifiedAt))
        for (head, value) in date(content.date) { add(head, value) }
        if let title = entry.headline.title { add("SUMMARY", CalendarText.escaped(Array(title.utf8), &quiet)) }
        add("DESCRIPTION", CalendarText.escaped(content.text, &losses))
        if !content.tags.isEmpty {
            let tags = content.tags.map { CalendarText.escaped($0.bytes, &losses) }
            add("CATEGORIES", Array(tags.joined(separator: [0x2C])))
        }
        if content.isStarred { add(CalendarEntry.starred, "TRUE") }
        if let place = content.place { add(CalendarEntry.place, "\(place.latitude);\(place.longitude)") }
        if content.weather != nil {
            let json = JSONWriter.bytes(EntryJSON.weather(content.weather))
            add(CalendarEntry.weather, CalendarText.escaped(json, &losses))
        }
        for field in content.extra where field != uid {
            if let lines = Self.properties(field) {
                for line in lines { add(field.key, line) }
            } else {
                let words = [Array(field.key.utf8), field.value].map { CalendarText.escaped($0, &losses) }
                add(CalendarEntry.field, Array(words.joined(separator: [0x2C])))
            }
        }
        add("END", "VJOURNAL")
        return [.bytes(bytes)]
    }

    /// What is replaced in a title is replaced, and counted, in its text as well.
    private var quiet = FormatLosses()

    package mutating func finish() -> [WrittenPart] {
        [.bytes(Self.lines((isFirst ? Self.head : []) + zones.lines + ["END:VCALENDAR"]))]
    }

    private static let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//diarylog//diarylog//EN"]

    private static func lines(_ lines: [String]) -> [UInt8] { lines.flatMap { CalendarLines.folded(Array($0.utf8)) } }

    private static func instant(_ stamp: ClockReading) -> String {
        CalendarDate.text(CivilTime(seconds: floorDivide(stamp.wall, 1_000_000))) + "Z"
    }

    /// The values of a property that came from a calendar; nil for any other field.
    private static func properties(_ field: ExtraField) -> [[UInt8]]? {
        let lines = field.value.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
        guard lines.allSatisfy({ !$0.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }),
            let property = CalendarProperty(Array((field.key + ":").utf8), line: 1), property.head == field.key,
            field.key.first?.isUppercase == true, property.name.allSatisfy({ !$0.isLowercase }),
            field.key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), !CalendarEntry.own.contains(property.name)
        else { return nil }
        return lines
    }

    /// The date on its own clock where the zone has this offset there. A day has no zone in iCalendar, and an offset of
    /// no zone only the name of an instant: offset and zone stand beside them.
    private mutating func date(_ date: EntryDate) -> [(head: String, value: String)] {
        var lines: [(head: String, value: String)] = []
        let instant = CivilTime(seconds: date.instantSeconds)
        let isOfZone = !date.zone.isEmpty && ZoneDatabase.offset(of: date.zone, local: date.seconds) == date.offset
        if date.precision == .day {
            lines.append(("DTSTART;VALUE=DATE", CalendarDate.text(date.civil, isDay: true)))
        } else if isOfZone {
            zones.note(date)
            lines.append(("DTSTART;TZID=\(date.zone)", CalendarDate.text(date.civil)))
        } else if instant.seconds == date.instantSeconds {
            lines.append(("DTSTART", CalendarDate.text(instant) + "Z"))
        } else {
            // In UTC it would lie before the year 1, or after 9999.
            lines.append(("DTSTART", CalendarDate.text(date.civil)))
        }
        if date.precision == .day || !isOfZone {
            lines.append((CalendarEntry.offset, String(date.offset)))
            if !date.zone.isEmpty { lines.append((CalendarEntry.zone, date.zone)) }
        }
        if date.precision == .minute { lines.append((CalendarEntry.precision, "MINUTE")) }
        return lines
    }
}
