internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Where an export goes: to standard output as it comes, or to a file that appears whole.
struct ExportSink: ~Copyable {
    private let session: Session
    private var file: FileReplacement?

    /// Throws for a path in the diary's own folder, and for a path where no file can be.
    init(path: String?, _ session: Session) throws {
        self.session = session
        guard let path, !Self.isStandardOutput(path) else { return }
        try session.refuse(insideDiary: path)
        file = try FileReplacement(of: path)
    }

    /// Whether a path names standard output: that stream is open already, and the export goes after what it holds.
    private static func isStandardOutput(_ path: String) -> Bool {
        ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
    }

    mutating func write(_ part: [UInt8]) throws {
        guard file != nil else { return try session.write(part) }
        try file?.write(part)
    }

    mutating func finish() throws { try file?.finish() }
}

extension Session {
    /// Throws for a path in the diary's own folder, or in one below it.
    func refuse(insideDiary path: String) throws {
        guard let own = try FileSystem.identity(of: try self.path()) else { return }
        // What is not there yet will lie below what is.
        var place = path
        while try FileSystem.kind(of: place) == .missing, place != FileSystem.parent(of: place) {
            place = FileSystem.parent(of: place)
        }
        place = try FileSystem.canonicalPath(place)
        while try FileSystem.identity(of: place) != own {
            if place == "/" { return }
            place = FileSystem.parent(of: place)
        }
        throw Problem.insideDiary(path, .noFile, hint: Sentence("Name a file elsewhere.", "다른 곳의 파일을 쓰세요."))
    }
}

/// A folder that an export makes: it appears whole, where nothing or an empty folder was.
struct ExportFolder: ~Copyable {
    private let path: String
    /// What lies beside its path meanwhile, and the folder in it that is to take the path.
    private let halfMade: HalfMadeFolder
    private let making: String
    private var folders: Set<String> = []

    /// Throws for a path in the diary's own folder, and for one where a file or a folder with anything in it lies.
    init(at path: String, _ session: Session) throws {
        try session.refuse(insideDiary: path)
        let whole = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let parent = FileSystem.parent(of: whole)
        var isFree = try FileSystem.kind(of: whole) == .missing
        if try FileSystem.kind(of: whole) == .directory { isFree = try FileSystem.isEmptyDirectory(whole) }
        guard isFree else {
            throw Problem(
                .noFile, "something is at \(path) already; nothing was written",
                "\(path)에 이미 무엇이 있어서 아무것도 쓰지 않았습니다", hint: "Name a folder that does not exist yet.", "아직 없는 폴더를 쓰세요.")
        }
        let prefix = ".diarylog-exporting-"
        HalfMadeFolder.sweep(parent, prefix)
        guard let halfMade = try HalfMadeFolder(in: parent, prefix: prefix) else { throw EventStoreError.busy }
        let making = halfMade.path + "/made"
        do throws(SystemError) { try FileSystem.makeDirectory(making) } catch {
            halfMade.remove()
            throw error
        }
        (self.path, self.halfMade, self.making) = (whole, halfMade, making)
    }

    deinit { halfMade.remove() }

    /// Writes a file by its relative path; the folders above it are made.
    mutating func write(_ bytes: [UInt8], to name: String) throws {
        _ = try folder(of: name)
        try FileSystem.write(bytes.span, to: making + "/" + name, exclusive: true)
    }

    /// Copies a file that an entry has; false, and nothing written, if it is gone or not what was attached.
    mutating func copy(_ file: Attachment, of diary: Diary, to name: String) throws -> Bool {
        try diary.writeOut(file, into: folder(of: name)) != nil
    }

    private mutating func folder(of name: String) throws -> String {
        let folder = FileSystem.parent(of: making + "/" + name)
        if folders.insert(folder).inserted { try FileSystem.makeDirectory(folder, withParents: true) }
        return folder
    }

    mutating func finish() throws {
        for folder in folders { try FileSystem.syncDirectory(folder) }
        try FileSystem.rename(from: making, to: path)
        try FileSystem.syncDirectory(FileSystem.parent(of: path))
    }
}

/// A folder that gets attached files under their hashes, with the endings of their names: what `import` looks for.
struct ExportedAttachments {
    private let folder: String
    private var done: Set<AttachedFile> = []
    private var lost: [String] = []

    /// Makes the folder if there is none. Throws for one in the diary's own folder.
    init(in folder: String, _ session: Session) throws {
        self.folder = folder
        try session.makeFolder(folder)
    }

    /// Writes a file, unless it was written before or is there with its size.
    mutating func write(_ attachment: Attachment, of diary: Diary) throws {
        guard let file = attachment.file, done.insert(file).inserted else { return }
        let dot = attachment.name.lastIndex(of: ".").map { attachment.name[$0...] } ?? ""
        let ending = dot.utf8.count <= 16 && dot.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let name = file.hash.hexadecimal + (ending ? String(dot) : "")
        if (try? FileSystem.size(of: folder + "/" + name)) == Int(clamping: file.size) { return }
        let renamed = Attachment(file, name: name, mediaType: attachment.mediaType)
        if try diary.writeOut(renamed, into: folder) == nil { lost.append(OnScreen.safe(attachment.name)) }
    }

    /// The same of a file that the log names.
    mutating func write(_ named: NamedAttachment, of diary: Diary) throws {
        try write(Attachment(named.file, name: named.names.first ?? "", mediaType: ""), of: diary)
    }

    /// Waits until the names are on the disk. Throws the names of files that could not be had.
    func finish(_ session: Session) throws {
        try FileSystem.syncDirectory(folder)
        if !lost.isEmpty { throw Problem.attachmentsLost(lost) }
    }
}
