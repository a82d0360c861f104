internal import DiaryEngine
internal import DiaryModel

/// Journey's export: a zip or a folder with a JSON file for each entry, and its pictures beside them; or such a file.
///
///     {"id", "text", "date_journal": 1714602600000, "date_modified", "timezone", "lat", "lon", "favourite", "tags",
///      "photos", "weather": {"degree_c", "description", "icon"}, "address", "mood", …}
///     {"id", "text", "dateOfJournal": "2025-03-22T23:23:07.000Z", "updatedAt", "location": {"lat", "lng"}, "attachments",
///      "weather": {"degreeC", …}, "encrypted", "schemaVersion": 2, …}                                    since 2024
///
/// Numbers as large as a Double can be mean nothing. A text of HTML becomes Markdown. Other members stay as fields.
enum JourneyExport: EntryObjectReader {
    static func isOne(_ fields: JSONFields) -> Bool { fields["date_journal"] ?? fields["dateOfJournal"] != nil }

    static func said(
        _ fields: inout JSONFields, at origin: RowOrigin, _ entries: inout ReadEntries
    ) throws -> (said: Said, files: [String])? {
        if fields.isTrue("encrypted") {
            entries.losses.note(.ciphers, at: origin)
            return nil
        }
        var said = Said("journey", at: origin)
        let written = fields.take("date_journal") ?? fields.take("dateOfJournal")
        said.date = SaidDate(written, of: "date_journal", parts: 1000)
        // It says again what others say.
        if fields["createdAt"] == written { fields.pass("createdAt") }
        let changed = fields.take("date_modified") ?? fields.take("updatedAt")
        said.changed(SaidDate(changed, of: "date_modified", parts: 1000), entries.options)
        said.zone = fields.words("timezone")
        said.title = String(decoding: try fields.text("title") ?? [], as: UTF8.self)
        said.text = try fields.text("text") ?? []
        let preview = try fields.text("preview_text") ?? []
        if !said.text.saysSomething { said.text = preview }
        let type = fields.words("type")
        if type == "html" || type != "markdown" && HTMLFragment.isOne(said.text) {
            said.take(HTMLDocument(said.text, isFragment: type == nil), &entries.losses)
        }
        if let id = fields.words("id") { said.known = [Array(id.utf8)] }
        said.dated = said.known.isEmpty ? said.date.instant(entries.options).map { String($0) } : ""
        said.isStarred = fields.isTrue("favourite")
        said.tags = fields.texts("tags").map { Tag.typed($0) } + Tag.typed(list: fields.words("tags") ?? "")
        (said.latitude, said.longitude) = (fields.number("lat"), fields.number("lon"))
        if let place = fields["location"], let latitude = place["lat"]?.number, let longitude = place["lng"]?.number {
            (said.latitude, said.longitude) = (latitude, longitude)
            said.placeNames = [place["name"]?.saidText]
            fields.take("location", knowing: ["lat", "lng", "name"])
        }
        said.placeNames += [fields.words("address"), fields["weather"]?["place"]?.saidText]
        if let weather = fields["weather"], case .object = weather {
            said.weather = Weather(
                main: weather["description"]?.saidText, icon: weather["icon"]?.saidText,
                celsius: (weather["degree_c"] ?? weather["degreeC"])?.number.flatMap { $0.magnitude < 1e300 ? $0 : nil }
            )
            fields.take("weather", knowing: ["id", "description", "icon", "degree_c", "degreeC", "place"])
        }
        let files = ["photos", "audios", "videos", "attachments"].flatMap { fields.texts($0) }
        said.keep(rest: fields, besides: [.text(""), .integer(0)], &entries.losses)
        return (said, files)
    }
}
