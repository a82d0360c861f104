internal import DiaryEngine
internal import DiaryModel

/// The files that a format says are an entry's: those that it lists, and those that its text refers to.
struct SaidFiles {
    /// A file of the source, and what to call it.
    struct File {
        var path: String
        var name: String
    }

    /// Where they lie; nil where none are.
    var folder: SourceFolder?
    /// Nil for one that is listed and not there.
    var listed: [File?] = []
    /// Which of them a target in the text means; nil if that means something else.
    var meant: (_ target: String) -> File? = { _ in nil }
    /// Whether what the text still refers to then is a file that is not there.
    var areAllMeant = false
    /// What those that are listed are called, where nothing but the text can name one that is not there.
    var kept: [String] = []
    /// Whether those are listed that fields name.
    var hasNamed = false
}

extension SaidFiles {
    /// Lists the files that fields of other programs name: those that are there, and all of fields that are called so.
    mutating func take(namedBy said: Said) {
        if said.isOurs || hasNamed { return }
        hasNamed = true
        for field in said.others where field.value.contains(UInt8(ascii: ".")) && field.value.count < 1 << 16 {
            let isNamed = Self.names.contains(field.key.lowercased())
            if isNamed, field.saysLeftOut { listed.append(nil) }
            for word in Self.words(field.json) {
                let name = Self.bare(word)
                guard FileReferences.isFile(name), !name.contains("://") else { continue }
                let file = meant(word) ?? meant(name)
                if file != nil || isNamed { listed.append(file) }
            }
        }
    }

    /// What a field is called that names files.
    private static let names: Set = [
        "photo", "photos", "file", "files", "image", "images", "picture", "pictures", "attachment", "attachments",
        "media", "cover", "audio", "video", "사진", "파일", "첨부", "그림",
    ]

    /// The words of a field, of which each may be a path: between commas, semicolons, bars or lines.
    private static func words(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let values): values.flatMap(words)
        case .object(let members): members.flatMap { words($0.value) }
        default:
            (value.words ?? "").split { ",;|\n\r\n".contains($0) }.map { FileReferences.decoded($0.trimmingSpace()) }
        }
    }

    /// A word without the signs of a link around it.
    private static func bare(_ word: String) -> String {
        var word = word.drop { "![(".contains($0) }
        while let last = word.last, "])".contains(last) { word.removeLast() }
        return String(word)
    }
}

extension ExtraField {
    /// Whether it says of a file that it is not in the export, as Telegram does.
    var saysLeftOut: Bool { value.starts(with: "(File ".utf8) }
}

extension ReadEntries {
    /// Gives a row its files, and its text references by their names; a text that says nothing shows the first. What
    /// is not there is counted, and its reference stays as it is, or stands at the end.
    mutating func take(_ files: SaidFiles, into row: inout ImportedRow) throws(ReadProblem) {
        var given: [[UInt8]: String?] = [:]
        func name(of file: SaidFiles.File) throws(ReadProblem) -> String? {
            if let known = given[Array(file.path.utf8)] { return known }
            guard let folder = files.folder else { return nil }
            let attached = try self.attach(file.path, of: folder, name: file.name, to: &row)
            given[Array(file.path.utf8)] = .some(attached?.name)
            return attached?.name
        }
        var missing: [String] = []
        for (index, file) in files.listed.enumerated() {
            guard let file, let own = try name(of: file) else {
                losses.note(.attachments)
                if index < files.kept.count { missing.append(files.kept[index]) }
                continue
            }
            if row.content.text.isEmpty { row.content.text = Array("![](\(FileReferences.target(own)))".utf8) }
        }
        if files.folder != nil {
            let text = row.content.text
            row.content.text = try FileReferences.rewriting(text) { (target) throws(ReadProblem) in
                guard let file = files.meant(target) else { return nil }
                let own = try name(of: file)
                if own == nil, !files.areAllMeant { losses.note(.attachments) }
                return own.map(FileReferences.target)
            }
        }
        for name in missing {
            let reference = Array("![](\(FileReferences.encodedPath(name)))".utf8)
            row.content.text += (row.content.text.isEmpty ? [] : [0x0A, 0x0A]) + reference
        }
        if files.areAllMeant { losses.note(.attachments, FileReferences.unresolved(in: row.content.text)) }
    }
}
