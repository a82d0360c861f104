internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// A folder that gets attached files under their hashes, with the endings of their names: what `import` looks for.
struct ExportedAttachments {
    private let folder: String
    private var done: Set<AttachedFile> = []
    private var lost: [String] = []

    /// Makes the folder if there is none. Throws for one in the diary's own folder.
    init(in folder: String, besides diary: String) throws {
        self.folder = folder
        try FileSystem.makeDirectory(folder, withParents: true)
        let (real, own) = (try FileSystem.canonicalPath(folder), try FileSystem.canonicalPath(diary))
        if real == own || real.hasPrefix(own + "/") { throw Problem.fileInsideDiary(folder) }
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
