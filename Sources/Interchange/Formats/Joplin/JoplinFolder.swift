internal import DiaryEngine
internal import DiaryModel

/// Joplin's raw export, a folder with a file for each note, notebook and tag; or the same as a tar, `*.jex`.
enum JoplinFolder: EntryReader {
    static func parts(of folder: SourceFolder) -> FormatParts {
        let items = folder.names.filter(isItem)
        let isOne = items.prefix(3).contains { name in (try? folder.file(name).text()).flatMap { JoplinItem($0) } != nil
        }
        return FormatParts(isOne ? items : [])
    }

    static func read(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) {
        let folder = try source.onlyFolder()
        let options = entries.options
        var titles: [String: [UInt8]] = [:]
        var parents: [String: String] = [:]
        var tagsOfNotes: [String: [String]] = [:]
        var notes: [String] = []
        var resources = JoplinResources(folder)
        var count = 0
        // Names and ties first, so that no more than one note is held.
        for name in folder.names {
            if !isItem(name) {
                if JoplinResources.id(of: name) == nil {
                    entries.losses.note(.files, at: RowOrigin(folder.path + "/" + name))
                }
                continue
            }
            let text = try entries.going { entries in try entries.open(name, of: folder).text() }
            guard let text else { continue }
            guard let item = JoplinItem(text) else {
                entries.losses.note(.files, at: RowOrigin(folder.path + "/" + name))
                continue
            }
            count += 1
            switch item.kind {
            case .note: notes.append(name)
            case .notebook, .tag:
                guard let id = item["id"] else { break }
                (titles[id], parents[id]) = (item.title, item["parent_id"])
            case .noteTag:
                if let note = item["note_id"], let tag = item["tag_id"] { tagsOfNotes[note, default: []].append(tag) }
            case .resource: resources.add(item)
            case nil: break
            }
            // Of all but notes and what is known of them nothing else is in an entry.
            switch item.kind {
            case .note: break
            case let kind?:
                entries.losses.note(
                    .extra, kind == .noteTag ? 0 : item.others.count, at: RowOrigin(folder.path + "/" + name))
            case nil: entries.losses.note(.files, at: RowOrigin(folder.path + "/" + name))
            }
        }
        if count == 0 { throw ReadProblem(folder.path, .emptyFolder) }
        resources.notes = Set(notes.map { $0.dropLast(3).suffix(32).lowercased() })
        var unsaid = Set(titles.keys)
        for name in notes {
            _ = try entries.going { entries in
                let file = try entries.open(name, of: folder)
                guard let note = JoplinItem(try file.text()) else { return }
                if let loss = elsewhere(note), !options.with.contains(loss) {
                    return entries.losses.note(loss, at: RowOrigin(file.path))
                }
                let tied = note["id"].flatMap { tagsOfNotes[$0] } ?? []
                let tags = tied.compactMap { titles[$0] }
                // The notebooks that its own one lies in, the nearest first.
                var above: [String] = []
                while let next = parents[above.last ?? note["parent_id"] ?? ""], !above.contains(next) {
                    above.append(next)
                }
                unsaid.subtract(tied + above + [note["parent_id"] ?? ""])
                let notebook = note["parent_id"].flatMap { titles[$0] }
                var said = said(note, at: RowOrigin(file.path), &entries)
                said.tags += tags.map { Tag(bytes: $0) }
                if let notebook {
                    if options.tagsJournals, notebook.count <= EntryLimits.tag {
                        said.tags.append(Tag(bytes: notebook))
                    }
                    said.others.insert(ExtraField(key: "notebook", value: notebook), at: 0)
                    let path = Array(above.reversed().compactMap { titles[$0] }.joined(separator: " / ".utf8))
                    if !path.isEmpty { said.keep("notebook above", .string(path)) }
                }
                said.files = resources.said(of: said, &entries.losses)
                try entries.add(said, in: file)
            }
        }
        entries.losses.note(.attachments, resources.unused(besides: entries.used))
        // Titles of notebooks and tags that no note has.
        entries.losses.note(.extra, unsaid.count)
    }

    /// What a note is instead of an entry: it is a cipher, lies in the bin, or is the other side of a conflict.
    private static func elsewhere(_ note: JoplinItem) -> FormatLoss? {
        if note["encryption_applied"] == "1" { return .ciphers }
        if let time = note["deleted_time"], time != "0", !time.hasPrefix("1970-") { return .trashed }
        return note["is_conflict"] == "1" ? .copies : nil
    }

    /// Whether a file is named by 32 hexadecimal digits.
    private static func isItem(_ name: String) -> Bool {
        let last = name.lastStep
        return last.hasSuffix(".md") && last.utf8.count == 35 && last.dropLast(3).allSatisfy(\.isHexDigit)
    }

    private static func said(_ note: JoplinItem, at origin: RowOrigin, _ entries: inout ReadEntries) -> Said {
        var said = Said("joplin", at: origin)
        said.date = note.date("user_created_time", or: "created_time")
        said.changed(note.date("user_updated_time", or: "updated_time"), entries.options)
        said.text = note.body
        if note["markup_language"] == "2" { said.take(HTMLDocument(note.body), &entries.losses) }
        // The title is the first line, whatever the text begins with.
        said.text = Array([note.title, said.text].filter { !$0.isEmpty }.joined(separator: [0x0A, 0x0A]))
        if let id = note["id"] {
            said.known = [Array(id.utf8)]
            said.id = EntryID(hexadecimal: id.lowercased())
        }
        let place = ["latitude", "longitude"].map { note[$0].flatMap(Double.init) ?? 0 }
        if place != [0, 0] { (said.latitude, said.longitude) = (place[0], place[1]) }
        for (name, value) in note.others {
            if ["latitude", "longitude"].contains(name), Double(value) != nil { continue }
            if said.others.contains(where: { $0.key == name }) { continue }
            said.others.append(ExtraField(key: name, value: Array(value.utf8)))
        }
        return said
    }
}
