internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHashes
internal import EventStore

/// Evernote's ENEX: one document of XML with a `note` for each entry, whose `content` is a document of its own.
///
/// It is read as HTML is: a sign that should have been escaped costs nothing. One note is held at a time.
///
///     <note><title/><content><![CDATA[<en-note>…</en-note>]]></content><created>20240501T223000Z</created><tag/>
///     <note-attributes><latitude/>…</note-attributes><resource><data encoding="base64"/><mime/>…</resource></note>
enum EvernoteExport: EntryFileReader {
    static func recognises(_ file: SourceFile) -> Bool {
        String(decoding: file.head.prefix(1000), as: UTF8.self).contains("<en-export")
    }

    static func parts(of folder: SourceFolder) -> FormatParts {
        let books = folder.names.filter(isPart)
        return FormatParts(books, entries: books.reduce(0) { $0 + folder.count(of: "</note>", in: $1) })
    }

    static func isPart(_ name: String) -> Bool { name.lowercased().hasSuffix(".enex") }

    static func read(_ file: SourceFile, _: SaidFiles, into entries: inout ReadEntries) throws(ReadProblem) {
        guard recognises(file) else {
            throw ReadProblem(file.path, .expected(.element("en-export"), found: ReadProblem.excerpt(file.head)))
        }
        var notes = EvernoteNotes(file)
        while let (bytes, line) = try notes.next() {
            let origin = RowOrigin(file.path, .line(line))
            _ = try entries.going(at: origin) { entries in
                let bytes = bytes.mended
                guard isValidUTF8(bytes) else { throw JSONProblem.notUTF8 }
                try read(EvernoteElement(bytes), at: origin, into: &entries)
            }
        }
    }

    private static func read(
        _ note: EvernoteElement, at origin: RowOrigin, into entries: inout ReadEntries
    ) throws {
        let options = entries.options
        var said = Said("enex", at: origin)
        said.date = date("created", in: note)
        let updated = date("updated", in: note)
        if said.date == .none { said.date = updated }
        said.changed(updated, options)
        said.dated = said.date.instant(options).map { String($0) }
        var names: [String: String] = [:]
        for file in files(of: note, &entries.losses) {
            let attachment = said.attachments.take(try entries.keep(file.bytes, named: file.names[0]))
            for name in [file.hash] + file.names where names[name] == nil { names[name] = attachment.name }
            let words = Array(file.words.joined(separator: [0x0A]))
            if !words.isEmpty { said.keep("resource \(attachment.name)", .string(words)) }
        }
        let attached = names
        let source = note["content"]?.content ?? []
        // The place of a file that the notebook has not keeps its hash, or its type.
        let page = HTMLDocument(source) { element, attributes in
            let name =
                element == "en-media"
                ? attributes["hash"]?.lowercased() ?? attributes["type"] ?? "file"
                : HTMLDocument.source(element, attributes)
            return name.map { name in attached[name].map { FileReferences.target($0) } ?? name }
        }
        entries.losses.note(.attachments, FileReferences.unresolved(in: Array(page.text.utf8)))
        said.title = String(decoding: note["title"]?.content ?? [], as: UTF8.self).trimmingSpace()
        said.names = [said.title]
        said.take(page, &entries.losses)
        if note["content"]?.isCipher == true {
            // As of a passage, a lock stays in its place.
            said.text = Array("🔒".utf8)
            entries.losses.note(.ciphers)
        }
        said.tags = note.elements.filter { $0.name == "tag" }.map { Tag(bytes: $0.content) }
        func keep(_ element: EvernoteElement) {
            let words = element.words
            if !words.isEmpty, !said.keep(element.label, .string(words)) { entries.losses.note(.extra) }
        }
        for attribute in note["note-attributes"]?.elements ?? [] {
            let degrees = Double(String(decoding: attribute.text, as: UTF8.self))
            switch attribute.name {
            case "latitude" where degrees != nil && said.latitude == nil: said.latitude = degrees
            case "longitude" where degrees != nil && said.longitude == nil: said.longitude = degrees
            default: keep(attribute)
            }
        }
        // Tasks, and whatever else Evernote will put there; of what a note has once, another one.
        var known: Set = ["title", "content", "created", "updated", "note-attributes"]
        for element in note.elements where !["tag", "resource"].contains(element.name) {
            if known.remove(element.name) == nil { keep(element) }
        }
        try entries.add(said)
    }

    private struct File {
        /// Its MD5: by that a text refers to it.
        var hash: String
        /// One, or several where the note has it several times.
        var names: [String]
        var bytes: [UInt8]
        /// What else is said of it, a line each.
        var words: [[UInt8]]
    }

    /// What a resource holds that is no word: the file, its picture and its size in other forms.
    private static let unspoken: Set<String> = [
        "data", "mime", "width", "height", "duration", "recognition", "alternate-data",
    ]

    /// The files of a note. Words that Evernote has read in a picture are counted.
    private static func files(of note: EvernoteElement, _ losses: inout FormatLosses) -> [File] {
        var files: [String: File] = [:]
        for resource in note.elements where resource.name == "resource" {
            losses.note(.extra, resource.elements.count { $0.name == "recognition" && $0.words.saysSomething })
            if resource["data"]?.isCipher == true {
                losses.note(.ciphers)
                continue
            }
            let letters = (resource["data"]?.text ?? []).filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard let bytes = Base64.bytes(letters), !bytes.isEmpty else {
                losses.note(.attachments)
                continue
            }
            var md5 = RunningMD5()
            md5.update(bytes.span)
            let hash = Hexadecimal.text(md5.finish())
            let attributes = resource["resource-attributes"]
            let name = attributes?["file-name"]?.text
            let others = resource.elements.filter { !unspoken.contains($0.name) && $0.name != "resource-attributes" }
            let words = (others + (attributes?.elements.filter { $0.name != "file-name" } ?? [])).filter {
                !$0.words.isEmpty
            }.map { Array("\($0.label): ".utf8) + $0.words }
            let type = String(decoding: resource["mime"]?.text ?? [], as: UTF8.self)
            let ending = type.split(separator: "/").last.map { $0 == "jpeg" ? "jpg" : String($0) } ?? "bin"
            let file = File(
                hash: hash, names: [name.map { String(decoding: $0, as: UTF8.self) } ?? "file." + ending], bytes: bytes,
                words: words)
            guard files[hash] != nil else {
                files[hash] = file
                continue
            }
            if files[hash]?.names[0] != file.names[0] {
                files[hash]?.names += file.names
                files[hash]?.words.append(Array("file-name: \(file.names[0])".utf8))
            }
            if files[hash]?.words.starts(with: words) == false { files[hash]?.words += words }
        }
        return files.values.sorted { $0.hash < $1.hash }
    }

    private static func date(_ name: String, in note: EvernoteElement) -> SaidDate {
        guard let written = note[name]?.text, !written.isEmpty else { return .none }
        return .written(String(decoding: written, as: UTF8.self), of: name)
    }
}
