internal import DiaryEngine
internal import DiaryModel

/// Journey's export: a zip or a folder with a JSON file for each entry, and its pictures beside them; or such a file.
///
///     {"id", "text", "date_journal": 1714602600000, "date_modified", "timezone", "lat", "lon", "favourite", "tags",
///      "photos", "weather": {"degree_c", "description", "icon"}, "address", "mood", …}
///
/// Numbers as large as a Double can be mean nothing. A text of HTML becomes Markdown. Other members stay as fields.
enum JourneyExport: EntryObjectReader {
    static func isOne(_ fields: JSONFields) -> Bool { fields["date_journal"] != nil }

    static func said(
        _ fields: inout JSONFields, at origin: RowOrigin, _ entries: inout ReadEntries
    ) throws -> (said: Said, files: [String])? {
        var said = Said("journey", at: origin)
        said.date = SaidDate(fields.take("date_journal"), of: "date_journal", parts: 1000)
        said.changed(SaidDate(fields.take("date_modified"), of: "date_modified", parts: 1000), entries.options)
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
        said.tags = fields.texts("tags").map { Tag.typed($0) }
        (said.latitude, said.longitude) = (fields.number("lat"), fields.number("lon"))
        said.placeNames = [fields.words("address")]
        if let weather = fields["weather"], case .object = weather {
            said.weather = Weather(
                main: weather["description"]?.saidText, icon: weather["icon"]?.saidText,
                celsius: weather["degree_c"]?.number.flatMap { $0.magnitude < 1e300 ? $0 : nil })
            fields.take("weather")
        }
        let files = ["photos", "audios", "videos"].flatMap { fields.texts($0) }
        said.keep(rest: fields, besides: [.text(""), .integer(0)], &entries.losses)
        return (said, files)
    }
}
