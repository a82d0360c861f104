internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Makes entries of Day One's objects.
///
/// Text, date, zone, tags, star, coordinates, and the weather in a word are an entry's own. All other members stay with
/// the entry as fields of another program, a string as it is and anything else as JSON, and so do `location` and
/// `weather` where they say more than an entry has a place for.
struct DayOneEntries {
    let defaults: RowDefaults
    /// The journal's name, kept with the entry.
    let journal: String?
    /// Whether the journal becomes a tag.
    let isTagged: Bool
    private(set) var losses = FormatLosses()

    /// The journal of entries that name none.
    static let usualJournal = "Journal"

    /// Members that become fields of an entry, or say again what others say.
    static let taken: Set<String> = [
        "uuid", "text", "richText", "creationDate", "modifiedDate", "timeZone", "isAllDay", "starred", "tags",
    ]

    init(_ options: ReadOptions, journal: String?) {
        (defaults, isTagged) = (options.defaults, options.tagsJournals)
        self.journal = journal
    }

    /// Nil for an entry in which nothing is written, which is counted.
    mutating func entry(_ value: JSONValue) throws(RowReason) -> ImportedRow? {
        guard case .object(let members) = value else { throw RowReason(.notAnObject) }
        let fields = DayOneFields(members)
        let uuid = try fields.string("uuid")
        let date = try date(fields)
        guard let text = try text(fields) else {
            losses.note(.emptyEntries)
            return nil
        }
        losses.note(.links, String(decoding: text, as: UTF8.self).ranges(of: "://view?entryId=").count)
        var content = EntryContent(text: text, date: date)
        content.isStarred = try fields.bool("starred")
        content.tags = tags(fields)
        content.place = place(fields)
        content.add(placeNamed: ["placeName", "localityName", "country"].map { AppJSON.text(fields["location"]?[$0]) })
        content.weather = Self.weather(fields)
        for member in members where !Self.taken.contains(member.name) { keep(member, in: &content) }
        if let journal, !members.contains(where: { $0.name == "journal" }) {
            content.extra.append(ExtraField(key: "journal", value: Array(journal.utf8)))
            if isTagged, journal != Self.usualJournal { content.add(journal: Array(journal.utf8)) }
        }
        if fields["richText"] != nil, Self.says(try fields.bytes("text")) { losses.note(.richTexts) }

        var identity = ByteWriter(capacity: 64)
        identity.counted(Array("dayone".utf8))
        identity.counted(uuid.map { Array($0.utf8) } ?? text)
        if uuid == nil { identity.counted(Array(date.rfc3339().utf8)) }
        var row = ImportedRow(content: content, identity: identity.bytes)
        row.id = uuid.flatMap { EntryID(hexadecimal: $0.lowercased().filter { $0 != "-" }) }
        if row.id == .zero { row.id = nil }
        if let modified = try fields.instant("modifiedDate") {
            row.writtenAt = ClockReading(wall: modified * 1_000_000, offset: date.offset)
        }
        return row
    }

    private mutating func date(_ fields: DayOneFields) throws(RowReason) -> EntryDate {
        guard let instant = try fields.instant("creationDate") else { throw RowReason(.missing("creationDate")) }
        let said = try fields.string("timeZone")
        let isAllDay = try fields.bool("isAllDay")
        let precision: EntryDate.Precision = isAllDay ? .day : .second
        var (zone, offset) = ("", Int32(0))
        if let said, ZoneDatabase.exists(said) {
            (zone, offset) = (said, ZoneDatabase.offset(of: said, at: instant))
        } else if let said, let fixed = Self.offset(said) {
            offset = fixed
        } else {
            // A zone that nobody knows is not worth an import; the reader's own is as good as any. But where there are
            // no zones at all, the day might be another one.
            if let said {
                if !ZoneDatabase.isInstalled { throw RowReason(.unknownZone(said)) }
                losses.note(.zones)
            }
            (zone, offset) = (defaults.zone, ZoneDatabase.offset(of: defaults.zone, at: instant))
        }
        let seconds = instant + Int64(offset)
        let settled = isAllDay ? CivilTime(seconds: seconds).startOfDay.seconds : seconds
        return EntryDate(seconds: settled, offset: offset, zone: zone, precision: precision)
    }

    /// The offset in `GMT+0900` and `GMT-5`.
    private static func offset(_ zone: String) -> Int32? {
        guard zone.hasPrefix("GMT") else { return nil }
        let rest = zone.dropFirst(3).filter { $0 != ":" }
        guard let sign = rest.first else { return 0 }
        let digits = rest.dropFirst()
        guard sign == "+" || sign == "-", (1...4).contains(digits.count), let number = Int32(digits),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let seconds = digits.count <= 2 ? number * 3600 : number / 100 * 3600 + number % 100 * 60
        guard seconds <= 64_800 else { return nil }
        return sign == "+" ? seconds : -seconds
    }

    /// What was written, or of an entry of pictures alone the references to them.
    private func text(_ fields: DayOneFields) throws(RowReason) -> [UInt8]? {
        let written = try fields.bytes("text") ?? []
        if Self.says(written) { return DayOneText.plain(written) }
        // Some entries have their words in the editor's own form alone.
        if let rich = try fields.bytes("richText").map(DayOneText.ofRichText), Self.says(rich) { return rich }
        let references = DayOneKind.allCases.flatMap { kind -> [String] in
            guard case .array(let files)? = fields[kind.list] else { return [] }
            return files.compactMap { file in
                guard case .string(let id)? = file["identifier"] else { return nil }
                return "![](dayone-moment://\(String(decoding: id, as: UTF8.self)))"
            }
        }
        return references.isEmpty ? nil : Array(references.joined(separator: "\n").utf8)
    }

    /// Whether a text says something.
    private static func says(_ text: [UInt8]?) -> Bool {
        text.map { Headline(of: String(decoding: $0, as: UTF8.self)).title != nil } ?? false
    }

    /// What is no word is counted.
    private mutating func tags(_ fields: DayOneFields) -> [Tag] {
        guard let value = fields["tags"] else { return [] }
        guard case .array(let values) = value else {
            losses.note(.tags)
            return []
        }
        let tags = values.compactMap { $0.words.map { Tag($0) } }
        losses.note(.tags, values.count - tags.count)
        return Set(tags.filter { !$0.bytes.isEmpty }).sorted()
    }

    /// Nil without coordinates, for those of no place on Earth, as phones write for "not known", which are counted, and
    /// for a member of another kind. All of these stay among the other fields.
    private mutating func place(_ fields: DayOneFields) -> Place? {
        guard let degrees = Self.degrees(fields) else { return nil }
        let place = Place(latitude: degrees.latitude, longitude: degrees.longitude)
        if place == nil { losses.note(.places) }
        return place
    }

    private static func degrees(_ fields: DayOneFields) -> (latitude: Double, longitude: Double)? {
        guard let location = fields["location"], let latitude = number(location["latitude"]),
            let longitude = number(location["longitude"])
        else { return nil }
        return (latitude, longitude)
    }

    /// The place and the weather that members say.
    static func surroundings(of members: [JSONMember]) -> (Place?, Weather?) {
        let fields = DayOneFields(members)
        let place = degrees(fields).flatMap { Place(latitude: $0.latitude, longitude: $0.longitude) }
        return (place, weather(fields))
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let whole): Double(whole)
        case .decimal(let number): number
        default: nil
        }
    }

    private static func weather(_ fields: DayOneFields) -> Weather? {
        guard let said = fields["weather"] else { return nil }
        func word(_ name: String) -> String {
            guard case .string(let bytes)? = said[name], bytes.count <= EntryLimits.name else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        let main = word("conditionsDescription")
        let icon = word("weatherCode")
        var weather = Weather(main: main, icon: icon)
        weather.temperature = Self.number(said["temperatureCelsius"]).flatMap { Weather.hundredths(ofCelsius: $0) }
        return weather.isInformative ? weather : nil
    }

    private mutating func keep(_ member: JSONMember, in content: inout EntryContent) {
        guard Self.mentions(member.value), !Self.isSaid(member, by: content) else { return }
        if let field = ExtraField(member.name, member.value) {
            content.extra.append(field)
        } else {
            losses.note(.extra)
        }
    }

    /// Whether a value says anything.
    static func mentions(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false), .array([]), .object([]): false
        default: true
        }
    }

    /// Whether a member says no more than the entry's own place or weather.
    private static func isSaid(_ member: JSONMember, by content: EntryContent) -> Bool {
        switch member.name {
        case "location": content.place.map { location($0) == member.value } ?? false
        case "weather": content.weather.map { weather($0) == member.value } ?? false
        default: false
        }
    }

    /// A place as Day One writes it.
    static func location(_ place: Place) -> JSONValue {
        ["latitude": .decimal(place.degrees.latitude), "longitude": .decimal(place.degrees.longitude)]
    }

    /// Weather as Day One writes it, which has no more of it than word, icon and temperature.
    static func weather(_ weather: Weather) -> JSONValue {
        var members: [JSONMember] = []
        if !weather.main.isEmpty { members.append(JSONMember("conditionsDescription", .text(weather.main))) }
        if !weather.icon.isEmpty { members.append(JSONMember("weatherCode", .text(weather.icon))) }
        if let celsius = weather.celsius { members.append(JSONMember("temperatureCelsius", .decimal(celsius))) }
        return .object(members)
    }
}

extension EntryContent {
    /// The journal or notebook of another program that it stood in; nil if it stood in none.
    var journalName: String? {
        extra.first { $0.key == "journal" || $0.key == "notebook" }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// Gives its place the name that another program has for it, each part once.
    mutating func add(placeNamed parts: [String?]) {
        var names: [String] = []
        for case let part? in parts where !part.isEmpty && !names.contains(part) { names.append(part) }
        if names.isEmpty { return }
        extra.append(ExtraField(key: Self.placeNameKey, value: Array(names.joined(separator: ", ").utf8)))
    }

    /// Gives it the name of the journal or notebook that it stood in as a tag, if a tag can be as long.
    mutating func add(journal name: [UInt8]) {
        guard !name.isEmpty, name.count <= EntryLimits.tag else { return }
        tags = Set(tags + [Tag(bytes: name)]).sorted()
    }
}

/// The members of an object by their names; null is as good as absent.
struct DayOneFields {
    private let values: [String: JSONValue]

    init(_ members: [JSONMember]) {
        values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> JSONValue? { values[name].flatMap { $0 == .null ? nil : $0 } }

    func bytes(_ name: String) throws(RowReason) -> [UInt8]? {
        guard let value = self[name] else { return nil }
        guard case .string(let bytes) = value else { throw RowReason(.wrongKind(name)) }
        return bytes
    }

    func string(_ name: String) throws(RowReason) -> String? {
        try bytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    func bool(_ name: String) throws(RowReason) -> Bool {
        guard let value = self[name] else { return false }
        guard case .bool(let isTrue) = value else { throw RowReason(.wrongKind(name)) }
        return isTrue
    }

    /// Seconds since 1970 of a time with its offset.
    func instant(_ name: String) throws(RowReason) -> Int64? {
        guard let text = try string(name) else { return nil }
        return try WrittenTime.instant(text)
    }
}
