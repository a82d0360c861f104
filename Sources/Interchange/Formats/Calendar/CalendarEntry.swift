internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// A VJOURNAL: its properties, and the entry that they are.
///
/// SUMMARY is the title and DESCRIPTION the text; CATEGORIES are tags. `X-DIARYLOG-…` hold what iCalendar has no
/// property for. All other properties stay in the entry as they stand in the file, and are written back.
struct CalendarEntry {
    /// Where it begins.
    var line: Int
    var properties: [CalendarProperty] = []

    init(line: Int) { self.line = line }

    /// Names of properties of our own.
    static let starred = "X-DIARYLOG-STARRED"
    static let precision = "X-DIARYLOG-PRECISION"
    static let offset = "X-DIARYLOG-OFFSET"
    static let zone = "X-DIARYLOG-ZONE"
    static let place = "X-DIARYLOG-PLACE"
    static let weather = "X-DIARYLOG-WEATHER"
    static let field = "X-DIARYLOG-FIELD"
    static let own: Set<String> = [
        "UID", "DTSTAMP", "DTSTART", "SUMMARY", "DESCRIPTION", "CATEGORIES", "CREATED", "LAST-MODIFIED", starred,
        precision, offset, zone, place, weather, field, "BEGIN", "END", "VERSION",
    ]

    private static let words: Set = ["CATEGORIES", "COMMENT", "CONTACT", "LOCATION", "URL"]

    /// Adds the entry, or counts it if nothing is written in it.
    func add(to entries: inout ReadEntries, from file: SourceFile) throws {
        var said = Said("icalendar", at: RowOrigin(file.path, .line(line)))
        let title = properties.first { $0.name == "SUMMARY" }?.text ?? []
        said.text = text
        if title.saysSomething { said.title = String(decoding: title, as: UTF8.self) }
        // What is tagged or placed, and has no other words, has these.
        if !said.titled.saysSomething {
            let words = properties.filter { Self.words.contains($0.name) && $0.text.saysSomething }
            said.text = Array(words.map { Array("\($0.name): ".utf8) + $0.text }.joined(separator: [0x0A]))
        }
        guard said.titled.saysSomething else { return entries.losses.note(.emptyEntries, at: said.origin) }
        said.date = try date(entries.options, &entries.losses)
        var once: Set = ["UID", "DTSTAMP", "DTSTART", "SUMMARY", "CREATED", "LAST-MODIFIED"]
        let onlyOnce = once
        for property in properties {
            // What a journal has once, another one is a field.
            if onlyOnce.contains(property.name), once.remove(property.name) == nil {
                keep(property.head, property.value, in: &said, &entries.losses)
            }
            switch property.name {
            case "CATEGORIES":
                said.tags += CalendarText.list(property.value).map { Tag.typed(String(decoding: $0, as: UTF8.self)) }
            case Self.starred: said.isStarred = property.value == Array("TRUE".utf8)
            case Self.place: said.place = place(property)
            case Self.weather: said.weather = weather(property)
            case Self.field:
                let words = CalendarText.list(property.value)
                if words.count == 2 {
                    keep(String(decoding: words[0], as: UTF8.self), words[1], in: &said, &entries.losses)
                }
            default:
                if ["SUMMARY", "DESCRIPTION"].contains(property.name) {
                    entries.losses.note(.extra, property.parameters.count)
                }
                if !Self.own.contains(property.name), Self.file(property) == nil {
                    keep(property.head, property.value, in: &said, &entries.losses)
                }
            }
        }
        let uid = value("UID") ?? []
        said.id = EntryID(hexadecimal: String(decoding: uid, as: UTF8.self).lowercased().filter { $0 != "-" })
        if !uid.isEmpty, said.id == nil { keep("UID", uid, in: &said, &entries.losses) }
        said.known = uid.isEmpty ? [said.titled, value("DTSTART") ?? []] : [uid, value("RECURRENCE-ID") ?? []]
        for name in ["LAST-MODIFIED", "CREATED"] where said.changedAt == nil {
            guard let bytes = value(name) else { continue }
            guard let date = written(bytes, entries.options) else {
                keep(name, bytes, in: &said, &entries.losses)
                continue
            }
            said.changedAt = date.date(in: entries.options.defaults.zone).instantSeconds
        }
        said.isNamed = !uid.isEmpty
        try entries.add(said, in: file)
    }

    /// A file that stands in a property, `ATTACH;ENCODING=BASE64`, as a text has it; nil if none does.
    private static func file(_ property: CalendarProperty) -> [UInt8]? {
        let address = Array("data:\(property["FMTTYPE"] ?? "");base64,".utf8) + property.value
        guard ["B", "BASE64"].contains(property["ENCODING"]?.uppercased()), let file = DataAddress(address) else {
            return nil
        }
        let name = property["X-FILENAME"] ?? property["FILENAME"] ?? file.name
        let words = (MediaType.isImage(file.mediaType) ? "![" : "[") + name.filter { !"[]\\".contains($0) }
        return Array("\(words)](".utf8) + address + [UInt8(ascii: ")")]
    }

    private func written(_ value: [UInt8], _ options: ReadOptions) -> WrittenTime? {
        (try? WrittenTime(String(decoding: value, as: UTF8.self), options)) ?? nil
    }

    private func value(_ name: String) -> [UInt8]? { properties.first { $0.name == name }?.value }

    /// A property of other programs; those of one name stand below each other.
    private func keep(_ key: String, _ value: [UInt8], in said: inout Said, _ losses: inout FormatLosses) {
        if key.isEmpty || key.utf8.count > EntryLimits.name {
            losses.note(.extra)
        } else if let index = said.others.firstIndex(where: { Array($0.key.utf8) == Array(key.utf8) }) {
            said.others[index].value += [0x0A] + value
        } else {
            said.others.append(ExtraField(key: key, value: value))
        }
    }

    /// All that its descriptions say, and the files that stand in it.
    private var text: [UInt8] {
        let texts = properties.compactMap { $0.name == "DESCRIPTION" ? $0.text : Self.file($0) }
        return Array(texts.joined(separator: [0x0A, 0x0A]))
    }

    private func place(_ property: CalendarProperty) -> Place? {
        let numbers = String(decoding: property.value, as: UTF8.self).split(separator: ";").compactMap { Int32($0) }
        guard numbers.count == 2 else { return nil }
        let place = Place(latitude: numbers[0], longitude: numbers[1])
        return place.isProper ? place : nil
    }

    /// The weather that our JSON of it says; nil for anything else.
    private func weather(_ property: CalendarProperty) -> Weather? {
        do {
            var reader = try JSONReader(property.text)
            let value = try reader.value()
            var fields = EntryFields()
            return try reader.isAtEnd() && fields.take(JSONMember("weather", value)) ? fields.weather : nil
        } catch {
            return nil
        }
    }

    private func wrong(_ name: String, _ value: [UInt8]) -> ReadProblem.Reason {
        .field(name, .date, found: ReadProblem.excerpt(value))
    }

    /// The date of DTSTART; of a journal without one, when it was written.
    private func date(_ options: ReadOptions, _ losses: inout FormatLosses) throws -> SaidDate {
        let names = ["DTSTART", "CREATED", "LAST-MODIFIED", "DTSTAMP"]
        guard let property = names.lazy.compactMap({ name in properties.first { $0.name == name } }).first else {
            return .none
        }
        guard let date = written(property.value, options) else { throw wrong(property.name, property.value) }
        if property.name != "DTSTART" { losses.note(.writtenDates) }
        let seconds = date.civil.seconds
        func entryDate(_ seconds: Int64, _ offset: Int32, _ zone: String) -> EntryDate {
            let isMinute = value(Self.precision) == Array("MINUTE".utf8) && seconds % 60 == 0
            let precision: EntryDate.Precision = date.precision == .day ? .day : isMinute ? .minute : .second
            return EntryDate(seconds: seconds, offset: offset, zone: zone, precision: precision)
        }
        if let bytes = value(Self.offset) {
            guard let offset = Int32(String(decoding: bytes, as: UTF8.self)), offset.magnitude <= 64_800 else {
                throw wrong(Self.offset, bytes)
            }
            let zone = String(decoding: value(Self.zone) ?? [], as: UTF8.self)
            return .settled(entryDate(date.isUniversal ? seconds + Int64(offset) : seconds, offset, zone))
        }
        var zone = options.defaults.zone
        if let named = property["TZID"] {
            if let known = CalendarDate.zone(named: named) {
                zone = known
            } else if ZoneDatabase.isInstalled {
                losses.note(.zones)
            } else {
                throw RowReason.unknownZone(named)
            }
        }
        guard date.isUniversal else {
            return .settled(entryDate(seconds, ZoneDatabase.offset(of: zone, local: seconds), zone), onClock: true)
        }
        let offset = ZoneDatabase.offset(of: zone, at: seconds)
        return .settled(entryDate(seconds + Int64(offset), offset, zone))
    }
}
