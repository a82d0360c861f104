package import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Reads notes, which their endings tell.
protocol NoteReader: EntryReader {
    /// How files of the format end, and all that are read with them.
    static var own: [String] { get }
    static var all: [String] { get }
}

extension NoteReader {
    static var all: [String] { NoteFolder.texts }

    static func recognises(_ file: SourceFile) -> Bool { NoteFolder.isNote(file, own) }

    static func parts(of folder: SourceFolder) -> FormatParts { FormatParts(NoteFolder.names(of: folder, all)) }

    static func read(_ source: Source, into entries: inout ReadEntries) throws {
        try NoteFolder.read(source, of: all, into: &entries)
    }
}

/// Markdown with front matter, as Obsidian, Joplin (`md_frontmatter`), zk and we write it: a folder of files, or one.
enum MarkdownNotes: NoteReader {
    static let own = NoteFolder.markdown

    static func parts(of folder: SourceFolder) -> FormatParts {
        FormatParts(NoteFolder.has(folder, own) ? NoteFolder.names(of: folder, all) : [])
    }
}

/// Texts without more: the date comes from the name, the first line or the file's time.
enum TextNotes: NoteReader { static let own = NoteFolder.plain }

/// Pages of HTML, a note each, as Apple's Journal and Notes are exported.
enum HTMLPages: NoteReader {
    static let own = NoteFolder.pages
    static let all = NoteFolder.pages

    static func parts(of folder: SourceFolder) -> FormatParts {
        // Google puts a page beside each file of JSON, and one before all.
        let names = Set(folder.names)
        return FormatParts(
            NoteFolder.names(of: folder, all).filter { page in
                !names.contains(page[..<(page.lastIndex(of: ".") ?? page.endIndex)] + ".json")
                    && !page.hasSuffix("archive_browser.html")
            })
    }
}

/// Notes of both kinds: what lies in a folder is read alike.
enum NoteFolder {
    static let markdown = ["md", "markdown", "mdown", "mkd"]
    static let plain = ["txt", "text"]
    static let texts = markdown + plain
    static let pages = ["html", "htm"]

    /// Whether a file alone is a note: by its ending, and since it is neither JSON nor empty.
    static func isNote(_ file: SourceFile, _ endings: [String]) -> Bool {
        let signs = file.head.filter { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(2)
        let isJSON = ["{\"", "[{", "[]", "{}"].contains(String(decoding: signs, as: UTF8.self))
        return has(file.path, endings) && !isJSON && !signs.isEmpty
    }

    static func has(_ folder: SourceFolder, _ endings: [String]) -> Bool { folder.names.contains { has($0, endings) } }

    static func has(_ name: String, _ endings: [String]) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// The names of the notes without their folders and endings.
    private static func stems(of folder: SourceFolder, _ endings: [String]) -> Set<String> {
        Set(folder.names.filter { has($0, endings) && !$0.hasPrefix("attachments/") }.map(\.stem))
    }

    /// Whether a file lies where we write those of a note: a text that is attached is no note.
    private static func isAttached(_ name: String, to stems: Set<String>) -> Bool {
        let parts = name.split(separator: "/")
        return parts.count == 3 && parts[0] == "attachments" && stems.contains(String(parts[1]))
    }

    /// Whether it is a text without an ending: one that is called as a day, or a journal of jrnl's.
    private static func isText(_ name: String, of folder: SourceFolder) -> Bool {
        guard !name.lastStep.contains("."), let file = try? folder.file(name) else { return false }
        if JrnlText.begins(file) { return true }
        return OrgFile.isDay(name) && !OrgFile.begins(file)
            && (isValidUTF8(file.head) || !Cipher.isNoText(file.head))
    }

    /// The notes of a folder.
    static func names(of folder: SourceFolder, _ endings: [String]) -> [String] {
        let stems = stems(of: folder, endings)
        return folder.names.filter { name in
            (has(name, endings) || endings == texts && isText(name, of: folder)) && !isAttached(name, to: stems)
                && !(name == "index.html" || name.hasSuffix("/index.html"))
        }
    }

    /// Whether a plain text would be read as another one: with front matter, as a journal, or as a cipher.
    static func isTakenOtherwise(_ text: [UInt8]) -> Bool {
        let file = SourceFile(path: "", bytes: text)
        return ["---", "+++"].contains { text.starts(with: $0.utf8) } || JrnlText.begins(file)
            || Cipher.isArmoured(file.head) || Cipher(file) != nil
    }

    static func read(_ source: Source, of endings: [String], into entries: inout ReadEntries) throws {
        switch source {
        case .file(let file):
            let files = file.beside.map { NoteFiles($0) { has($0, endings) } }
            for note in try read(file, named: file.name, files, into: &entries) { try add(note, to: &entries) }
        case .folder(let folder):
            let names = names(of: folder, endings)
            let notes = Set(names)
            let files = NoteFiles(folder) { notes.contains($0) }
            let templates = entries.options.with.contains(.templates) ? [] : templates(of: folder)
            var undated: [Undated] = []
            for name in names {
                if templates.contains(where: { name == $0 || name == $0 + ".md" || name.hasPrefix($0 + "/") }) {
                    entries.losses.note(.templates, at: RowOrigin(folder.path + "/" + name))
                    continue
                }
                let own = try entries.going { entries -> [Undated] in
                    let info = TextBundleInfo(of: name, in: folder)
                    if let info { entries.used.insert(info.path) }
                    let file = try entries.open(name, of: folder)
                    return try read(file, named: name, files, besides: info?.members ?? [], into: &entries)
                }
                undated += own ?? []
            }
            let (isOpen, zone) = (entries.options.defaults.dateMissing == nil, entries.options.defaults.zone)
            let days = undated.compactMap(\.time).map { EntryDate(instant: $0, in: zone).civil.isoDay }
            if isOpen, entries.count == 0, undated.count > 1, let first = days.min(), let last = days.max() {
                throw ReadProblem(folder.path, .undated(undated.count, first, last))
            }
            // Where most notes say a day, one that says none is a page of something else.
            let arePages = isOpen && undated.count * 2 < names.count && !entries.options.with.contains(.pages)
            for note in undated {
                if arePages {
                    entries.losses.note(.pages, at: note.said.origin)
                } else {
                    _ = try entries.going(at: note.said.origin) { entries in try add(note, to: &entries) }
                }
            }
            entries.noteUnused(of: folder) { notes.contains($0) }
            let isOther = entries.losses[.ciphers] > 0 || entries.losses[.trashed] > 0
            if entries.count == 0, entries.leftOut.count == 0, !isOther {
                throw ReadProblem(folder.path, .emptyFolder)
            }
        }
    }

    /// An entry without a date, and the time of its file.
    private typealias Undated = (said: Said, time: Int64?)

    private static func add(_ note: Undated, to entries: inout ReadEntries) throws(ReadProblem) {
        var said = note.said
        let defaults = entries.options.defaults
        if let time = note.time, [nil, .mtime].contains(defaults.dateMissing) {
            entries.losses.note(.fileTimes, at: said.origin)
            said.date = .settled(EntryDate(instant: time, in: defaults.zone))
        }
        try entries.add(said)
    }

    /// Where notes lie that others begin with, by the settings of Obsidian in the folder, or in the one that it holds.
    private static func templates(of folder: SourceFolder) -> [String] {
        let settings = [
            ("templates.json", "folder"), ("daily-notes.json", "template"),
            ("plugins/templater-obsidian/data.json", "templates_folder"),
        ]
        let inner = folder.names.first.map { $0.prefix { $0 != "/" } + "/" } ?? ""
        return ["", inner].flatMap { top in
            settings.compactMap { file, member -> String? in
                let fields = try? JSONFields(of: folder.file(top + ".obsidian/" + file))
                guard let path = fields?[member]?.saidText, !path.isEmpty else { return nil }
                return top + path
            }
        }
    }

    /// Reads a note, and returns those of its entries that say no date.
    private static func read(
        _ file: SourceFile, named name: String, _ files: NoteFiles?, besides: [JSONMember] = [],
        into entries: inout ReadEntries
    ) throws -> [Undated] {
        if Cipher.isArmoured(try file.bytes(at: 0, count: 100)) {
            entries.losses.note(.ciphers)
            return []
        }
        if !has(name, markdown + pages), JrnlText.begins(file) || JrnlText.isOfOne(file) {
            try JrnlText.read(file, on: nil, into: &entries)
            return []
        }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let note = try NoteFile(file, entries.options, besides: besides) { end in
            files?.has(name[..<dot].dropLast(end.count) + name[dot...]) == true
        }
        for (isLost, loss) in [(note.isTemplate, FormatLoss.templates), (note.isTrashed, .trashed)]
        where isLost && !entries.options.with.contains(loss) {
            entries.losses.note(loss)
            return []
        }
        let all = try note.all()
        if all.isEmpty { entries.losses.note(.files) }
        entries.losses += note.losses
        var undated: [Undated] = []
        for (index, var said) in all.enumerated() {
            let listed = index == 0 ? note.listed : []
            // Where no file is to be had, what is listed is what the text refers to.
            let unsaid = max(0, listed.count - FileReferences.unresolved(in: said.titled))
            said.files =
                files?.said(of: name, listed: listed)
                ?? SaidFiles(listed: Array(repeating: nil, count: unsaid), areAllMeant: true)
            if said.date == .none { undated.append((said, file.modifiedAt)) } else { try entries.add(said) }
        }
        return undated
    }
}

/// Writes a folder of Markdown with front matter, a file for each entry in the folder of its year.
package struct MarkdownWriter: EntryWriter {
    package let isFolder = true
    package private(set) var losses = FormatLosses()
    private var names = FileNames()

    package init() {}

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        losses.note(of: entry, earlier: earlier, without: [.versions, .texts])
        let day = entry.content.date.civil.isoDay
        let title = FileNames.slug(entry.headline.title.map(String.init) ?? "")
        let name = names.next("\(day.prefix(4))/\(day)-\(title)", "md")
        let files = WrittenFiles(of: entry.content, of: name)
        return [.file(name, bytes(of: entry, with: files))] + files.parts
    }

    /// What front matter calls parts of an entry: a field of another program's that is called so stands below `fields`,
    /// with those behind it.
    private static let own: Set = [
        "id", "created", "date", "zone", "tags", "starred", "place", "weather", "title", "attachments", "fields",
    ]

    private mutating func bytes(of entry: Entry, with files: WrittenFiles) -> [UInt8] {
        let content = entry.content
        var front: [JSONMember] = []
        if entry.id != .zero {
            front.append(JSONMember("id", .text(entry.id.hexadecimal)))
            front.append(JSONMember("created", EntryJSON.stamp(entry.createdAt)))
        }
        front.append(JSONMember("date", .text(written(content.date))))
        front.append(JSONMember("zone", .text(content.date.zone)))
        if !content.tags.isEmpty { front.append(JSONMember("tags", .array(content.tags.map { .string($0.bytes) }))) }
        if content.isStarred { front.append(JSONMember("starred", .bool(true))) }
        if content.place != nil { front.append(JSONMember("place", EntryJSON.place(content.place))) }
        if content.weather != nil { front.append(JSONMember("weather", EntryJSON.weather(content.weather))) }
        let fields = content.extra.map { JSONMember($0.key, $0.json) }
        let others = fields.firstIndex { Self.own.contains($0.name) } ?? fields.endIndex
        front += fields[..<others]
        if others < fields.endIndex { front.append(JSONMember("fields", .object(Array(fields[others...])))) }
        if !files.targets.isEmpty {
            front.append(JSONMember("attachments", .array(files.targets.map { .text($0) })))
        }
        let head = Array("---\n".utf8) + front.flatMap { YAMLText.member($0.name, $0.value) } + Array("---\n\n".utf8)
        return head + files.text + [0x0A]
    }

    /// The date as the reader takes it; an offset of nothing is written out, as Z would be read on another clock.
    private mutating func written(_ date: EntryDate) -> String {
        let text = date.rfc3339()
        switch date.precision {
        case .day:
            if date.zone.isEmpty || ZoneDatabase.offset(of: date.zone, local: date.seconds) != date.offset {
                losses.note(.zones)
            }
            return text
        case .minute, .second:
            if date.offset % 60 != 0 { losses.note(.zones) }
            let offset = text.hasSuffix("Z") ? "+00:00" : String(text.suffix(6))
            return String(text.prefix(date.precision == .minute ? 16 : 19)) + offset
        }
    }
}

/// Writes a folder of plain texts, whose names begin with the day.
package struct TextNotesWriter: EntryWriter {
    package let isFolder = true
    package private(set) var losses = FormatLosses()
    private let zone: String
    private var names = FileNames()

    package init(_ options: WriteOptions) { zone = options.zone }

    package mutating func take(_ entry: Entry, earlier: [Entry]) -> [WrittenPart] {
        let content = entry.content
        losses.note(of: entry, earlier: earlier, without: JrnlLosses.fields)
        losses.note(clockOf: content.date, .day, zone: zone)
        if content.isStarred { losses.note(.starsLost) }
        var text = JrnlLosses.withTags(content.text, of: content, &losses)
        let day = content.date.civil.isoDay
        let title = entry.headline.title.map(String.init) ?? ""
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = [0xEF, 0xBB, 0xBF] + text }
        if NoteFolder.isTakenOtherwise(text) {
            losses.note(.entryLines)
            text = [0x20] + text
        }
        return [.file(names.next(day + "-" + FileNames.slug(title), "txt"), text + [0x0A])]
    }
}
