internal import DiaryEngine
internal import DiaryModel

/// Makes entries of Day One's objects.
///
/// Text, date, zone, tags, star, coordinates, and the weather in a word are an entry's own. All other members stay with
/// the entry as fields of another program, a string as it is and anything else as JSON, and so do `location` and
/// `weather` where they say more than an entry has a place for.
struct DayOneEntries {
    let options: ReadOptions
    /// The journal's name, kept with the entry.
    let journal: String?

    /// The journal of entries that name none.
    static let usualJournal = "Journal"

    func said(
        _ value: JSONValue, at origin: RowOrigin, _ losses: inout FormatLosses
    ) throws(RowReason) -> Said {
        var fields = try JSONFields(value)
        var said = Said("dayone", at: origin)
        let uuid = try fields.text("uuid")
        said.date = SaidDate(fields.take("creationDate"), of: "creationDate")
        said.changed(SaidDate(fields.take("modifiedDate"), of: "modifiedDate"), options)
        said.zone = fields.words("timeZone")
        said.isAllDay = fields.isTrue("isAllDay")
        said.isStarred = fields.isTrue("starred")
        let (plain, rich) = (try fields.text("text"), try fields.text("richText"))
        if rich != nil, plain?.saysSomething == true { losses.note(.richTexts) }
        said.text = text(plain ?? [], rich, fields)
        said.tags = fields.texts("tags").map { Tag($0) }
        let location = fields["location"]
        (said.latitude, said.longitude) = (location?["latitude"]?.number, location?["longitude"]?.number)
        if said.latitude == nil { said.longitude = nil }
        said.placeNames = ["placeName", "localityName", "country"].map { location?[$0]?.saidText }
        said.weather = fields["weather"].flatMap(Self.weather)
        // What says no more than an entry has is no field.
        if let latitude = said.latitude, let longitude = said.longitude,
            let degrees = Place(latitude: latitude, longitude: longitude)?.degrees
        {
            let plain: JSONValue = ["latitude": .decimal(degrees.latitude), "longitude": .decimal(degrees.longitude)]
            if location == plain { fields.take("location") }
        }
        if let weather = said.weather, Self.weather(weather) == fields["weather"] { fields.take("weather") }
        let isNamed = fields["journal"] != nil
        said.keep(rest: fields, &losses)
        if let journal, !isNamed {
            said.others.append(ExtraField(key: "journal", value: Array(journal.utf8)))
            if options.tagsJournals, journal != Self.usualJournal, journal.utf8.count <= EntryLimits.tag {
                said.tags.append(Tag(bytes: Array(journal.utf8)))
            }
        }
        if let uuid {
            said.known = [uuid]
            said.id = EntryID(hexadecimal: String(decoding: uuid, as: UTF8.self).lowercased().filter { $0 != "-" })
        } else {
            said.isDated = true
        }
        return said
    }

    /// What was written; of entries that have their words in the editor's own form alone, those; of an entry of
    /// pictures alone the references to them.
    private func text(_ written: [UInt8], _ rich: [UInt8]?, _ fields: JSONFields) -> [UInt8] {
        if written.saysSomething { return DayOneText.plain(written) }
        if let words = rich.map(DayOneText.ofRichText), words.saysSomething { return words }
        let references = DayOneKind.allCases.flatMap { kind in
            (fields[kind.list]?.texts(of: "identifier") ?? []).map { "![](dayone-moment://\($0))" }
        }
        return Array(references.joined(separator: "\n").utf8)
    }

    private static func weather(_ said: JSONValue) -> Weather? {
        Weather(
            main: said["conditionsDescription"]?.saidText, icon: said["weatherCode"]?.saidText,
            celsius: said["temperatureCelsius"]?.number)
    }

    /// Weather as Day One writes it, which has no more of it than word, icon and temperature.
    private static func weather(_ weather: Weather) -> JSONValue {
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
}
