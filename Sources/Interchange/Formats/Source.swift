package import DiarylogArchives
package import DiarylogHost
internal import Synchronization

/// A file that entries are read from: by parts, or whole where a format must be seen as a whole.
package struct SourceFile: Sendable {
    /// Its path, as messages name it; `-` for standard input.
    package var path: String
    /// What it holds.
    package let content: ByteSource
    /// When it was last written, in seconds since 1970 UTC, if anybody knows.
    package var modifiedAt: Int64?
    /// The folder that it lies in, where files may be that it refers to.
    package var beside: SourceFolder?

    package init(path: String, content: ByteSource, modifiedAt: Int64? = nil) {
        self.path = path
        self.content = content
        self.modifiedAt = modifiedAt
    }

    /// A file whose bytes are in memory.
    package init(path: String, bytes: [UInt8], modifiedAt: Int64? = nil) {
        self.init(path: path, content: ByteSource(bytes), modifiedAt: modifiedAt)
    }

    /// How it begins: enough to tell its format. Nothing of a file that cannot be read, which reading it will say.
    package var head: [UInt8] { (try? content.read(at: 0, count: 65_536)) ?? [] }

    /// More than is held in memory of one file.
    private static let tooMany = 1 << 30

    /// All of its bytes, where they are not too many to be held.
    package func bytes() throws(ReadProblem) -> [UInt8] {
        guard content.size < Self.tooMany else { throw ReadProblem(path, .archive(.tooLarge("", Self.tooMany))) }
        do { return try content.all() } catch { throw ReadProblem(path, .archive(error)) }
    }

    /// Some of its bytes, fewer at its end.
    func bytes(at offset: Int, count: Int) throws(ReadProblem) -> [UInt8] {
        do { return try content.read(at: offset, count: count) } catch { throw ReadProblem(path, .archive(error)) }
    }

    /// The last part of the path.
    var name: String { path.lastStep }

    /// The bytes as a text without a byte order mark, mended where that is wanted; or the problem that they are none,
    /// which may be so of some lines where that is forgiven.
    func text(forgiving: Bool = false, mending: Bool = true) throws(ReadProblem) -> [UInt8] {
        let read = try bytes()
        let bytes = mending ? read.mended : read
        if bytes.first == 0, bytes.allSatisfy({ $0 == 0 }) { throw ReadProblem(path, .unread(.zeros)) }
        guard isValidUTF8(bytes) || forgiving && !Cipher.isNoText(head) else {
            throw ReadProblem(path, Cipher.isNoText(head) ? .encrypted(.unknown) : .row(.json(.notUTF8)))
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        // Lines that end as on a Mac of before 2001.
        if text.contains(0x0D), !text.contains(0x0A) { return text.map { $0 == 0x0D ? 0x0A : $0 } }
        return text
    }
}

/// A folder that entries are read from, or what an archive holds: files by their names, read one at a time.
package struct SourceFolder: Sendable {
    /// Its path, as messages name it.
    package var path: String
    /// The relative paths of all files in it, sorted, without those that begin with a dot and what lies in such a
    /// folder.
    package var names: [String]
    /// Parts of it that cannot be opened.
    package var problems: [ReadProblem] = []
    /// The others, which no format reads by itself, sorted.
    package var hidden: [String] = [] {
        didSet { spelled = FileNamesLike(names + hidden) }
    }
    private var spelled: FileNamesLike
    private let load: @Sendable (String) throws -> SourceFile
    private let pour: (@Sendable (String, Visit) throws -> Void)?
    private var look: @Sendable (String) -> String? = { _ in nil }

    /// Who is handed the bytes of a file, part by part.
    package typealias Visit = ([UInt8]) throws -> Void

    /// What is in an archive, or elsewhere: `load` opens a file, `pour` hands over one that would have to be held as a
    /// whole. What they throw is said of the file; what is wrong with an archive, of that.
    package init(
        path: String, names: [String], load: @escaping @Sendable (String) throws -> SourceFile,
        pour: (@Sendable (String, Visit) throws -> Void)? = nil
    ) {
        (self.path, self.names, self.load, self.pour) = (path, names, load, pour)
        spelled = FileNamesLike(names)
    }

    /// Several folders as one: the parts of an export. A file whose path another part has as well stands below the name
    /// of its own part.
    package init(path: String, parts: [SourceFolder]) {
        var places: [[UInt8]: (part: SourceFolder, name: String)] = [:]
        func placed(_ names: [String], of part: SourceFolder) -> [String] {
            names.compactMap { name in
                let own = part.path.lastStep + "/" + name
                let place = places[Array(name.utf8)] == nil ? name : own
                return places.updateValue((part, name), forKey: Array(place.utf8)) == nil ? place : nil
            }
        }
        let names = parts.flatMap { placed($0.names, of: $0) }
        let hidden = parts.flatMap { placed($0.hidden, of: $0) }
        let found = places
        @Sendable func place(_ name: String) throws(ArchiveProblem) -> (part: SourceFolder, name: String) {
            guard let place = found[Array(name.utf8)] else { throw .damaged(name) }
            return place
        }
        self.init(path: path, names: names.sorted()) { name in
            let place = try place(name)
            return try place.part.file(place.name)
        } pour: { name, visit in
            let place = try place(name)
            try place.part.stream(place.name, visit)
        }
        problems = parts.flatMap(\.problems)
        if !hidden.isEmpty { self.hidden = hidden.sorted() }
    }

    /// Whether no file stands in two of these.
    package static func areParts(_ folders: [SourceFolder]) -> Bool {
        var names: Set<String> = []
        return folders.allSatisfy { $0.names.allSatisfy { names.insert($0).inserted } }
    }

    /// The path of a file as the folder has it, which a text may spell in another way (`FileNamesLike`), also where it
    /// is not among `names`; nil if there is none.
    func name(like path: String) -> String? { spelled.name(like: path) ?? look(path) }

    /// A file by its relative path.
    package func file(_ name: String) throws(ReadProblem) -> SourceFile { try told(of: name) { try load(name) } }

    /// The bytes of a file in parts, however large it is.
    package func stream(_ name: String, _ visit: Visit) throws(ReadProblem) {
        try told(of: name) {
            if let pour { return try pour(name, visit) }
            let (content, portion) = (try load(name).content, 256 << 10)
            for offset in stride(from: 0, to: content.size, by: portion) {
                try visit(content.read(at: offset, count: portion))
            }
        }
    }

    private func told<Value>(of name: String, _ read: () throws -> Value) throws(ReadProblem) -> Value {
        do { return try read() } catch {
            throw ReadProblem(error, at: RowOrigin(error is ArchiveProblem ? path : path + "/" + name))
        }
    }
}

/// What entries are read from.
package enum Source: Sendable {
    case file(SourceFile)
    case folder(SourceFolder)

    /// Its path, as messages name it.
    package var path: String {
        switch self {
        case .file(let file): file.path
        case .folder(let folder): folder.path
        }
    }

    /// The file or the folder at a path. Reads all names in the folder; links to folders are not followed. A meter
    /// counts what is read of the files, and is told how much there is.
    package init(at path: String, counted meter: FileProgress? = nil) throws(SystemError) {
        guard try FileSystem.kind(of: path) == .directory else {
            var file = try SourceFile(at: path, counted: meter)
            meter?.expect(file.content.size)
            file.beside = SourceFolder(unreadAt: FileSystem.parent(of: path))
            self = .file(file)
            return
        }
        let (names, hidden, problems) = try Self.names(in: path)
        if let meter {
            for name in names { meter.expect((try? FileSystem.size(of: path + "/" + name)) ?? 0) }
        }
        var folder = SourceFolder(path: ArchiveName.readable(path), names: names) { name in
            try SourceFile(at: path + "/" + name, counted: meter)
        }
        if !hidden.isEmpty { folder.hidden = hidden }
        folder.problems = problems
        self = .folder(folder)
    }

    /// The only file, where the format is one of files.
    func onlyFile() throws(ReadProblem) -> SourceFile {
        guard case .file(let file) = self else { throw ReadProblem(path, .isAFolder) }
        return file
    }

    /// The folder, where the format is one of folders.
    func onlyFolder() throws(ReadProblem) -> SourceFolder {
        guard case .folder(let folder) = self else { throw ReadProblem(path, .isNoFolder) }
        return folder
    }

    /// The files of a folder, those of them that are hidden, and what is neither.
    private static func names(
        in path: String
    ) throws(SystemError) -> (names: [String], hidden: [String], problems: [ReadProblem]) {
        let root = try FileSystem.canonicalPath(path)
        var (names, hidden, problems) = ([String](), [String](), [ReadProblem]())
        var open = [(folder: "", isHidden: false)]
        while let (folder, isBelow) = open.popLast() {
            for name in try FileSystem.contents(of: path + "/" + folder) {
                let (whole, isHidden) = (folder + name, isBelow || name.hasPrefix("."))
                let place = path + "/" + whole
                let isLink = try FileSystem.ownership(of: place) == .link
                let isWithin = !isLink || (try? FileSystem.canonicalPath(place))?.hasPrefix(root + "/") == true
                switch try FileSystem.kind(of: place) {
                case .directory where !isLink: if HiddenFiles.isShown(name) { open.append((whole + "/", isHidden)) }
                // Only what is of the source itself is taken.
                case .file where !isWithin, .directory where !isWithin && !isHidden:
                    problems.append(ReadProblem(path, .archive(.link(whole))))
                case .file:
                    if isHidden { hidden.append(whole) } else { names.append(whole) }
                case .missing where isLink && !isHidden: problems.append(ReadProblem(path, .archive(.link(whole))))
                case .directory, .missing, .other: break
                }
            }
        }
        return (names.sorted(), hidden.sorted(), problems)
    }
}

extension SourceFolder {
    /// A folder whose names are not read: a file is looked for when it is asked for. What lies elsewhere by a link, or
    /// is hidden, is not there.
    fileprivate init(unreadAt path: String) {
        self.init(path: ArchiveName.readable(path), names: []) { name in
            try SourceFile(at: path + "/" + name)
        }
        // Each folder is listed once, for whatever is sought in it.
        let listed = Mutex<[String: FileNamesLike]>([:])
        look = { name in
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
            let parts = name.split(separator: "/")
            let own = parts.dropLast().map { $0 + "/" }.joined()
            let beside = listed.withLock { listed in
                let names =
                    listed[own] ?? FileNamesLike((try? FileSystem.contents(of: path + "/" + own))?.sorted() ?? [])
                listed[own] = names
                return names
            }
            guard let like = beside.name(like: parts.last.map(String.init) ?? ""),
                let top = try? FileSystem.canonicalPath(path),
                let real = try? FileSystem.canonicalPath(path + "/" + own + like),
                real.hasPrefix(top == "/" ? top : top + "/"), (try? FileSystem.kind(of: real)) == .file
            else { return nil }
            return own + like
        }
    }
}

extension SourceFile {
    fileprivate init(at path: String, counted meter: FileProgress? = nil) throws(SystemError) {
        let (name, modifiedAt) = (ArchiveName.readable(path), try FileSystem.modificationTime(of: path))
        if try FileSystem.kind(of: path) == .file, case let file = try FileReader(path), file.size > 0 {
            self.init(path: name, content: ByteSource(file: file, counted: meter), modifiedAt: modifiedAt)
        } else {
            // A file whose size nobody knows before its end.
            self.init(path: name, bytes: try FileSystem.read(path, limit: Self.tooMany), modifiedAt: modifiedAt)
        }
    }
}

/// Whether bytes are UTF-8.
func isValidUTF8(_ bytes: [UInt8]) -> Bool {
    do {
        _ = try UTF8Span(validating: bytes.span)
        return true
    } catch {
        return false
    }
}

extension [UInt8] {
    /// The same with U+FFFD for bytes that are not UTF-8, if they are few: a line in another encoding stays as it is,
    /// and a text in one does.
    var mended: [UInt8] {
        func few(_ line: Self) -> String? {
            let text = String(decoding: line, as: UTF8.self)
            let lost = text.unicodeScalars.count { $0 == "\u{FFFD}" }
            return lost <= 1 + 2 * (text.unicodeScalars.count { $0.value > 0x7F } - lost) ? text : nil
        }
        if isValidUTF8(self) || few(self) == nil { return self }
        let lines = split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        return Array(lines.map { line in few(line).map { Array($0.utf8) } ?? line }.joined(separator: [0x0A]))
    }
}
