internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Joplin's raw export, a folder with a file for each note, notebook and tag; or the same as a tar, `*.jex`.
enum JoplinFolder: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .folder(let folder) = source, let name = folder.names.first(where: isItem) else { return false }
        do throws(ReadProblem) { return JoplinItem(try folder.file(name).text()) != nil } catch { return false }
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        var titles: [String: [UInt8]] = [:]
        var tagsOfNotes: [String: [String]] = [:]
        var notes: [String] = []
        var resources = JoplinResources(folder)
        var count = 0
        // Names and ties first, so that no more than one note is held.
        for name in folder.names {
            if !isItem(name) {
                entries.losses.note(.files, name.hasPrefix("resources/") ? 0 : 1)
                continue
            }
            let text = try entries.going { (_) throws(ReadProblem) in try folder.file(name).text() }
            guard let text else { continue }
            guard let item = JoplinItem(text) else {
                entries.losses.note(.files)
                continue
            }
            count += 1
            switch item.kind {
            case .note: notes.append(name)
            case .notebook, .tag: if let id = item["id"] { titles[id] = item.title }
            case .noteTag:
                if let note = item["note_id"], let tag = item["tag_id"] { tagsOfNotes[note, default: []].append(tag) }
            case .resource: resources.add(item)
            case nil: entries.losses.note(.files)
            }
        }
        if count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
        for name in notes {
            _ = try entries.going { (entries) throws(ReadProblem) in
                let file = try folder.file(name)
                guard let note = JoplinItem(try file.text()) else { return }
                if let loss = elsewhere(note), !options.with.contains(loss) { return entries.losses.note(loss) }
                let tags = (note["id"].flatMap { tagsOfNotes[$0] } ?? []).compactMap { titles[$0] }
                let notebook = note["parent_id"].flatMap { titles[$0] }
                let imported: ImportedRow?
                do throws(RowReason) {
                    imported = try row(note, tags, notebook, options, &entries.losses)
                } catch { throw ReadProblem(file.path, .row(error.reason)) }
                guard var imported else { return }
                try resources.attach(to: &imported, &entries)
                try entries.add(imported, from: RowOrigin(file.path))
            }
        }
        entries.losses.note(.attachments, resources.unused)
    }

    /// What a note is instead of an entry: it lies in the bin, or is the other side of a conflict.
    private static func elsewhere(_ note: JoplinItem) -> FormatLoss? {
        if let time = note["deleted_time"], time != "0", !time.hasPrefix("1970-") { return .trashed }
        return note["is_conflict"] == "1" ? .copies : nil
    }

    /// A file of the folder itself, named by 32 hexadecimal digits.
    private static func isItem(_ name: String) -> Bool {
        name.hasSuffix(".md") && name.utf8.count == 35 && name.dropLast(3).allSatisfy(\.isHexDigit)
    }

    /// Properties that become fields of an entry, are times of Joplin's own, or are what Joplin's synchronising needs.
    private static let taken: Set<String> = [
        "id", "parent_id", "type_", "created_time", "updated_time", "user_created_time", "user_updated_time",
        "latitude",
        "longitude", "encryption_cipher_text", "encryption_applied", "order", "is_shared", "share_id",
        "conflict_original_id",
        "master_key_id", "user_data",
    ]

    private static func row(
        _ note: JoplinItem, _ tags: [[UInt8]], _ notebook: [UInt8]?, _ options: ReadOptions,
        _ losses: inout FormatLosses
    ) throws(RowReason) -> ImportedRow? {
        guard let created = try note.instant("user_created_time", or: "created_time") else {
            throw RowReason(.missing("created_time"))
        }
        var body = note.body
        if note["markup_language"] == "2" {
            let page = HTMLDocument(body)
            body = Array(page.text.utf8)
            losses.note(of: page)
        }
        let text = body.isEmpty ? note.title : note.title + [0x0A, 0x0A] + body
        guard Headline(of: String(decoding: text, as: UTF8.self)).title != nil else {
            losses.note(.emptyEntries)
            return nil
        }
        let zone = options.defaults.zone
        let date = EntryDate(instant: created, in: zone)
        var content = EntryContent(text: text, date: date)
        content.tags = Set(tags.filter { !$0.isEmpty }.map { Tag(bytes: $0) }).sorted()
        if let notebook, options.tagsJournals { content.add(journal: notebook) }
        if let latitude = note["latitude"].flatMap(Double.init), let longitude = note["longitude"].flatMap(Double.init),
            latitude != 0 || longitude != 0
        {
            content.place = Place(latitude: latitude, longitude: longitude)
            if content.place == nil { losses.note(.places) }
        }
        if let notebook { content.extra.append(ExtraField(key: "notebook", value: notebook)) }
        var names: Set<String> = ["notebook"]
        for (name, value) in note.properties where !taken.contains(name) && !name.isEmpty {
            if value.isEmpty || Double(value) == 0 || !names.insert(name).inserted { continue }
            content.extra.append(ExtraField(key: name, value: Array(value.utf8)))
        }
        var identity = ByteWriter(capacity: 64)
        identity.counted(Array("joplin".utf8))
        identity.counted(note["id"].map { Array($0.utf8) } ?? text)
        var row = ImportedRow(content: content, identity: identity.bytes)
        row.id = note["id"].flatMap { EntryID(hexadecimal: $0.lowercased()) }
        if row.id == .zero { row.id = nil }
        if let updated = try note.instant("user_updated_time", or: "updated_time") {
            row.writtenAt = ClockReading(wall: updated * 1_000_000, offset: date.offset)
        }
        return row
    }
}
