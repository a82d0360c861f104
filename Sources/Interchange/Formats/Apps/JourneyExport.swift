internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Journey's export: a zip or a folder with a JSON file for each entry, and its pictures beside them.
///
///     {"id", "text", "date_journal": 1714602600000, "date_modified", "timezone", "lat", "lon", "favourite", "tags",
///      "photos", "weather": {"degree_c", "description", "icon"}, "address", "mood", …}
///
/// Numbers as large as a Double can be mean nothing. A text of HTML becomes Markdown. Other members stay as fields.
enum JourneyExport: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .folder(let folder) = source else { return false }
        return AppJSON.samples(of: folder).contains { $0["date_journal"] != nil }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        var used: Set<String> = []
        for name in folder.names where name.hasSuffix(".json") {
            used.insert(name)
            let files = try entries.going { (entries) throws(ReadProblem) in
                try read(try folder.file(name), name, of: folder, options, into: &entries)
            }
            used.formUnion(files ?? [])
        }
        if !folder.names.contains(where: { $0.hasSuffix(".json") }) { throw ReadProblem(folder.path, .emptyFolder) }
        entries.losses.note(.files, folder.names.count { !used.contains($0) })
    }

    /// Returns the names of the files that the entry has.
    private static func read(
        _ file: SourceFile, _ name: String, of folder: SourceFolder, _ options: ReadOptions,
        into entries: inout ReadEntries
    ) throws(ReadProblem) -> [String] {
        guard case .object(let members) = try AppJSON.value(of: file) else {
            throw ReadProblem(file.path, .row(.notAnObject))
        }
        let fields = DayOneFields(members)
        var row: ImportedRow
        do throws(RowReason) { row = try self.row(members, fields, options, &entries.losses) } catch {
            throw ReadProblem(file.path, .row(error.reason))
        }
        let own = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        let used = try entries.attach(AppJSON.texts(in: fields["photos"]), below: own, of: folder, to: &row)
        if Headline(of: String(decoding: row.content.text, as: UTF8.self)).title != nil {
            try entries.add(row, from: RowOrigin(file.path))
        } else {
            entries.losses.note(.emptyEntries)
        }
        return used
    }

    private static let taken: Set<String> = [
        "id", "text", "preview_text", "date_journal", "date_modified", "timezone", "lat", "lon", "favourite", "tags",
        "photos", "weather", "type",
    ]

    private static func row(
        _ members: [JSONMember], _ fields: DayOneFields, _ options: ReadOptions, _ losses: inout FormatLosses
    ) throws(RowReason) -> ImportedRow {
        guard let written = try AppJSON.seconds(fields["date_journal"], 1000) else {
            throw RowReason(.missing("date_journal"))
        }
        var zone = try fields.string("timezone") ?? options.defaults.zone
        if !ZoneDatabase.exists(zone) {
            // Where there are no zones at all, the day might be another one.
            if !ZoneDatabase.isInstalled { throw RowReason(.unknownZone(zone)) }
            losses.note(.zones)
            zone = options.defaults.zone
        }
        var text = try fields.bytes("text") ?? []
        let type = try fields.string("type")
        if type == "html" || type != "markdown" && HTMLDocument.isOne(text) {
            let page = HTMLDocument(text)
            text = Array(page.text.utf8)
            losses.note(of: page)
        }
        var content = EntryContent(text: text, date: EntryDate(instant: written, in: zone))
        content.isStarred = try fields.bool("favourite")
        content.tags = Set(AppJSON.texts(in: fields["tags"]).map { Tag.typed($0) }.filter { !$0.bytes.isEmpty })
            .sorted()
        if let latitude = number(fields["lat"]), let longitude = number(fields["lon"]) {
            content.place = Place(latitude: latitude, longitude: longitude)
            if content.place == nil { losses.note(.places) }
        }
        content.add(placeNamed: [AppJSON.text(fields["address"])])
        if let said = fields["weather"] {
            let (main, icon) = (AppJSON.text(said["description"]) ?? "", AppJSON.text(said["icon"]) ?? "")
            var weather = Weather(main: main, icon: icon)
            weather.temperature = number(said["degree_c"]).flatMap { Weather.hundredths(ofCelsius: $0) }
            if weather.isInformative { content.weather = weather }
        }
        for member in members where !taken.contains(member.name) {
            if !DayOneEntries.mentions(member.value) || [.text(""), .integer(0)].contains(member.value) { continue }
            if case .decimal = member.value, number(member.value) == nil { continue }
            if let field = ExtraField(member.name, member.value) { content.extra.append(field) }
        }
        let id = try fields.string("id").map { Array($0.utf8) }
        var row = ImportedRow(content, of: "journey", id ?? text, id == nil ? Array(String(written).utf8) : [])
        if let modified = try AppJSON.seconds(fields["date_modified"], 1000) {
            row.writtenAt = ClockReading(wall: modified * 1_000_000, offset: content.date.offset)
        }
        return row
    }

    /// A number that means something.
    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let whole)?: Double(whole)
        case .decimal(let number)? where abs(number) < 1e300: number
        default: nil
        }
    }
}
