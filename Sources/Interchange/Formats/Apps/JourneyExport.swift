internal import DiaryEngine
internal import DiaryModel

/// Journey's export: a zip or a folder with a JSON file for each entry, and its pictures beside them; or such a file.
///
///     {"id", "text", "date_journal": 1714602600000, "date_modified", "timezone", "lat", "lon", "favourite", "tags",
///      "photos", "weather": {"degree_c", "description", "icon"}, "address", "mood", …}
///
/// Numbers as large as a Double can be mean nothing. A text of HTML becomes Markdown. Other members stay as fields.
enum JourneyExport: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        switch source {
        case .file(let file): file.mayBeOneObject && (try? JSONFields(of: file))?["date_journal"] != nil
        case .folder(let folder): JSONFields.samples(of: folder).contains { $0["date_journal"] != nil }
        }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        switch source {
        case .file(let file): _ = try read(file, file.name, of: file.beside, options, into: &entries)
        case .folder(let folder):
            var used: Set<String> = []
            for name in folder.names where name.hasSuffix(".json") {
                used.insert(name)
                let files = try entries.going { (entries) throws(ReadProblem) in
                    try read(try entries.open(name, of: folder), name, of: folder, options, into: &entries)
                }
                used.formUnion(files ?? [])
            }
            if used.isEmpty { throw ReadProblem(folder.path, .emptyFolder) }
            entries.losses.note(.files, folder.names.count { !used.contains($0) })
        }
    }

    /// Returns the names of the files that the entry has.
    private static func read(
        _ file: SourceFile, _ name: String, of folder: SourceFolder?, _ options: ReadOptions,
        into entries: inout ReadEntries
    ) throws(ReadProblem) -> [String] {
        var fields = try JSONFields(of: file)
        var said = Said("journey", at: RowOrigin(file.path))
        said.date = SaidDate(fields.take("date_journal"), of: "date_journal")
        said.changedAt = SaidDate(fields.take("date_modified"), of: "date_modified").instant(options)
        said.zone = fields.words("timezone")
        do throws(RowReason) {
            said.title = String(decoding: try fields.text("title") ?? [], as: UTF8.self)
            said.text = try fields.text("text") ?? []
            let preview = try fields.text("preview_text") ?? []
            if !said.text.saysSomething { said.text = preview }
        } catch { throw ReadProblem(file.path, .row(error.reason)) }
        let type = fields.words("type")
        if type == "html" || type != "markdown" && HTMLDocument.isOne(said.text) {
            said.text = Array(entries.text(of: HTMLDocument(said.text)).utf8)
        }
        if let id = fields.words("id") { said.known = [Array(id.utf8)] }
        said.dated = said.known.isEmpty ? said.date.instant(options).map { String($0) } : ""
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
        let own = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        var used: [String] = []
        try entries.add(said, in: file, options) { (row, entries) throws(ReadProblem) in
            used = try entries.attach(files, below: own, of: folder, to: &row)
        }
        return used
    }
}
