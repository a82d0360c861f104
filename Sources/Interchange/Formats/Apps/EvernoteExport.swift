internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// Evernote's ENEX: one document of XML with a `note` for each entry, whose `content` is a document of its own.
///
/// It is read as HTML is: a sign that should have been escaped costs nothing. One note is held at a time.
///
///     <note><title/><content><![CDATA[<en-note>…</en-note>]]></content><created>20240501T223000Z</created><tag/>
///     <note-attributes><latitude/>…</note-attributes><resource><data encoding="base64"/><mime/>…</resource></note>
enum EvernoteExport: EntryReader {
    static func recognises(_ source: Source) -> Bool {
        guard case .file(let file) = source else { return false }
        return String(decoding: file.head.prefix(1000), as: UTF8.self).contains("<en-export")
    }

    static func read(
        _ source: Source, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        let file = try source.onlyFile()
        guard recognises(source) else {
            throw ReadProblem(file.path, .expected(.element("en-export"), found: ReadProblem.excerpt(file.head)))
        }
        var notes = EvernoteNotes(file)
        while let (bytes, line) = try notes.next() {
            _ = try entries.going { (entries) throws(ReadProblem) in
                let position = ReadProblem.Position.line(line)
                guard isValidUTF8(bytes) else { throw ReadProblem(file.path, at: position, .row(.json(.notUTF8))) }
                let origin = RowOrigin(file.path, position)
                try read(EvernoteElement(bytes), at: origin, options, into: &entries)
            }
        }
    }

    private static func read(
        _ note: EvernoteElement, at origin: RowOrigin, _ options: ReadOptions, into entries: inout ReadEntries
    ) throws(ReadProblem) {
        func bytes(_ name: String, in element: EvernoteElement) -> [UInt8]? {
            element.elements.first { $0.name == name }?.text
        }
        func instant(_ name: String) throws(ReadProblem) -> Int64? {
            guard let written = bytes(name, in: note) else { return nil }
            guard let date = CalendarDate(written) else {
                throw ReadProblem(
                    origin.file, at: origin.position, .field(name, .date, found: ReadProblem.excerpt(written)))
            }
            return date.civil.seconds
        }
        let updated = try instant("updated")
        guard let made = try instant("created") ?? updated else {
            throw ReadProblem(origin.file, at: origin.position, .row(.missing("created")))
        }
        let files = EvernoteFiles(note, &entries.losses)
        var names: [String: String] = [:]
        var row = ImportedRow(
            EntryContent(text: [], date: EntryDate(instant: made, in: options.defaults.zone)), of: "enex", note.text)
        for (hash, name) in files.names.sorted(by: { $0.key < $1.key }) {
            names[hash] = try entries.attach(hash, of: files.folder, name: name, to: &row).name
        }
        let attached = names
        let source = bytes("content", in: note) ?? []
        // The place of a file that the notebook has not keeps its hash.
        let page = HTMLDocument(source) { element, attributes in
            guard element == "en-media", let hash = attributes["hash"]?.lowercased() else { return nil }
            return attached[hash].map { FileReferences.target($0) } ?? hash
        }
        let wanted = EvernoteElement.hashes(in: source)
        entries.losses.note(.attachments, wanted.count { attached[$0] == nil })
        let title = String(decoding: bytes("title", in: note) ?? [], as: UTF8.self).trimmingSpace()
        var text = Array(page.text.utf8)
        if !title.isEmpty, !NoteName.mentions(text, title) {
            text = Array(title.utf8) + (text.isEmpty ? [] : [0x0A, 0x0A] + text)
        }
        guard Headline(of: String(decoding: text, as: UTF8.self)).title != nil else {
            entries.losses.note(.emptyEntries)
            return
        }
        var content = row.content
        content.text = text
        content.tags = Set(note.elements.filter { $0.name == "tag" && !$0.text.isEmpty }.map { Tag(bytes: $0.text) })
            .sorted()
        let attributes = note.elements.first { $0.name == "note-attributes" }
        var degrees: [String: Double] = [:]
        for attribute in attributes?.elements ?? [] where !attribute.text.isEmpty {
            let said = String(decoding: attribute.text, as: UTF8.self)
            if ["latitude", "longitude"].contains(attribute.name), let number = Double(said) {
                degrees[attribute.name] = number
            } else if !content.extra.contains(where: { $0.key == attribute.name }) {
                content.extra.append(ExtraField(key: attribute.name, value: attribute.text))
            } else {
                entries.losses.note(.extra)
            }
        }
        if let latitude = degrees["latitude"], let longitude = degrees["longitude"] {
            content.place = Place(latitude: latitude, longitude: longitude)
            if content.place == nil { entries.losses.note(.places) }
        }
        entries.losses.note(of: page)
        var whole = ImportedRow(content, of: "enex", text, Array(String(made).utf8))
        if let updated {
            whole.writtenAt = ClockReading(wall: updated * 1_000_000, offset: content.date.offset)
        }
        try entries.add(whole, from: origin)
    }
}

/// The files of a note, as a folder in which each has its MD5 for a name: by that a text refers to it.
private struct EvernoteFiles {
    /// What they are called, by their MD5.
    private(set) var names: [String: String] = [:]
    let folder: SourceFolder

    init(_ note: EvernoteElement, _ losses: inout FormatLosses) {
        var contents: [String: [UInt8]] = [:]
        for resource in note.elements where resource.name == "resource" {
            func text(_ name: String, in element: EvernoteElement?) -> [UInt8]? {
                element?.elements.first { $0.name == name }?.text
            }
            let letters = (text("data", in: resource) ?? []).filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard let bytes = Base64.bytes(letters), !bytes.isEmpty else {
                losses.note(.attachments)
                continue
            }
            let hash = FileMarks(of: bytes).name
            contents[hash] = bytes
            let name = text("file-name", in: resource.elements.first { $0.name == "resource-attributes" })
            let type = String(decoding: text("mime", in: resource) ?? [], as: UTF8.self)
            let ending = type.split(separator: "/").last.map { $0 == "jpeg" ? "jpg" : String($0) } ?? "bin"
            names[hash] = name.map { String(decoding: $0, as: UTF8.self) } ?? "file." + ending
        }
        let held = contents
        folder = SourceFolder(path: "", names: held.keys.sorted()) { (name) throws(ReadProblem) in
            SourceFile(path: name, bytes: held[name] ?? [])
        }
    }
}
