internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

/// The file that an editor is given, in a folder of its own, and beside it the note of what it is.
///
///     ~/.local/state/diarylog/drafts/Ab3dE6/entry.md    what is typed
///                                           what        what it is of: `EditorNote`, in JSON; locked by the run it is of
///
/// As long as an editor has it open, it is the only place of what is typed. It goes once a draft or the log has its
/// text. Whatever keeps that from coming about, it stays where it is, since editors find by its path what they kept of
/// it themselves; later runs name it.
struct EditorFile: Sendable {
    let folder: String
    var note: EditorNote
    /// Held as long as a run works with the file: whoever looks for files that were left passes it over.
    private let lock: LockFile?
    /// Whether the run that it was made for is over.
    let isLeft: Bool

    var path: String { folder + "/entry.md" }
    private var notePath: String { folder + "/what" }

    /// Writes the file. A last line without an end would be glued to what is appended to it: it gets one.
    init(_ text: [UInt8], under header: [UInt8] = [], _ note: EditorNote) throws {
        (self.note, isLeft) = (note, false)
        folder = try Self.makeFolder()
        // Where there is no room for it, the text can be found all the same. Somebody may just look into the folder.
        lock = try? LockFile.open(folder + "/what", creating: true)
        try? lock?.lock(byte: 0, .exclusive)
        let isEnded = text.isEmpty || text.last == 0x0A
        let given = header + (isEnded ? text : text + [0x0A])
        self.note.give(given, isEnded: text.last == 0x0A)
        self.note.write(to: notePath)
        try FileSystem.write(given.span, to: path, mode: 0o600, exclusive: true, sync: false)
    }

    /// A file that was left by a run that is over; nil if that still works with it, or nothing is there that anybody
    /// typed: then what this program made is removed. A note that cannot be read, as of a full disk, is taken for that
    /// of a new entry.
    init?(leftIn folder: String, otherwise note: @autoclosure () -> EditorNote) {
        let hasText = (try? FileSystem.kind(of: folder + "/entry.md")) == .file
        guard let lock = try? LockFile.open(folder + "/what", creating: hasText),
            (try? lock.tryLock(byte: 0, .exclusive)) == true
        else { return nil }
        (self.folder, self.lock, isLeft) = (folder, lock, true)
        self.note = EditorNote(at: folder + "/what") ?? note()
        if saved == nil, !hasLeftovers {
            discard()
            return nil
        }
    }

    /// Notes the draft that has its text: what an editor kept of it and brings back goes on with that, or with the
    /// entry that it became.
    mutating func note(_ entry: TypedEntry, keptAs draft: Draft, standingOn base: Digest? = nil) {
        var entry = entry
        entry.draft = (draft.number, draft.revision)
        (entry.start.entry, entry.start.base) = (draft.entry, base ?? draft.base)
        note.subject = .entry(entry)
        note.write(to: notePath)
    }

    /// Notes who has the file open; nil once it was closed well.
    mutating func note(editor: String?) {
        note.editor = editor
        note.write(to: notePath)
    }

    /// Its path as a shell reads it.
    var word: String { ShellWord.quoted(path) }

    /// The bytes of the file; nil if they cannot be read.
    var saved: [UInt8]? { bytes(of: path) }

    /// The bytes of a file of the folder, and of one that is too long as many as show that.
    func bytes(of path: String) -> [UInt8]? { try? FileSystem.read(plain: path, limit: note.most + 1) }

    /// What was typed: the file or, if it was left, what the editor saved aside when it was ended; nil if there is
    /// neither.
    var text: [UInt8]? { ((isLeft ? rescued : nil) ?? saved).map(typed(in:)) }

    /// Without the line end that we or the editor added to the last line, as the user did not type it.
    private func typed(in bytes: [UInt8]) -> [UInt8] {
        !note.isEnded && bytes.last == 0x0A ? bytes.dropLast() : bytes
    }

    /// Whether nothing was saved that this program had not written itself.
    var isAsGiven: Bool { saved.map { note.isGiven($0) || $0.isEmpty } == true && (!isLeft || rescued == nil) }

    /// When it was written last, in seconds since 1970 UTC.
    var time: Int64 { (try? FileSystem.modificationTime(of: path)) ?? 0 }

    /// Whether its editor was closed well, in this run: then an editor's copies beside it have nothing more.
    var isClosed: Bool { !isLeft && note.editor == nil && saved != nil }

    /// Removes it, and what the editor left beside it, once a draft or the log has the text or nobody wants it. What
    /// may have more than that stays, with the note.
    func remove() {
        let (left, isAll) = (Set(leftovers), !hasLeftovers)
        // First: a file that is gone is never listed again, wherever this ends.
        try? FileSystem.removeFile(path)
        if isAll { return discard() }
        for name in names where !left.contains(folder + "/" + name) && Self.isOfEditor(name) {
            try? FileSystem.removeFile(folder + "/" + name)
        }
    }

    /// Writes less into it, and notes what it is of by then; what the editor keeps of it had all.
    func cut(to text: [UInt8], _ subject: EditorNote.Subject) throws {
        var file = try FileReplacement(of: path)
        try file.write(text)
        try file.finish()
        var note = note
        note.subject = subject
        // Nobody was given that.
        note.give([], isEnded: true)
        note.write(to: notePath)
        for name in names where Self.isOfEditor(name) { try FileSystem.removeFile(folder + "/" + name) }
        for kept in keptElsewhere { try FileSystem.removeFile(kept.path) }
    }

    /// Removes it with all that lies beside it, and what editors keep of it elsewhere. A folder into which somebody
    /// moved it keeps what else is there.
    func discard() {
        for kept in keptElsewhere { try? FileSystem.removeFile(kept.path) }
        if Self.isOwn(folder) {
            try? FileSystem.removeTree(folder)
            return
        }
        for name in names where name == "entry.md" || Self.isOfEditor(name) {
            try? FileSystem.removeFile(folder + "/" + name)
        }
        try? FileSystem.removeFile(notePath)
        try? FileSystem.removeEmptyDirectory(folder)
    }

    /// Whether a folder is one that this program made for a file, where it makes them.
    static func isOwn(_ folder: String) -> Bool {
        func canonical(_ path: String) -> String { (try? FileSystem.canonicalPath(path)) ?? path }
        let own = canonical(folder)
        let parent = FileSystem.parent(of: own)
        let isTemporary = own.dropFirst(parent.count + 1).hasPrefix(prefix)
        return drafts.map { canonical($0) == parent } ?? false
            || isTemporary && canonical(FileSystem.temporaryDirectory) == parent
                && (try? FileSystem.ownership(of: folder)) == .own
    }

    /// What its folder is called: six letters and digits.
    var name: String { folder.split(separator: "/").last.map(String.init) ?? "" }

    /// What lies in the folder.
    var names: [String] { (try? FileSystem.contents(of: folder)) ?? [] }

    /// Where the folders are: below `$XDG_STATE_HOME/diarylog/drafts`, or `~/.local/state`.
    static var drafts: String? {
        let state = Session.variable("XDG_STATE_HOME") ?? Session.variable("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/diarylog/drafts" }
    }

    /// How a folder's name begins in the temporary folder.
    private static let prefix = "diarylog-draft-"

    /// The folders in which such files may lie.
    static var folders: [String] {
        func paths(_ folder: String, _ prefix: String = "") -> [String] {
            ((try? FileSystem.contents(of: folder, beginning: prefix)) ?? []).map { folder + "/" + $0 }
        }
        // Others may put there what they like, under any name.
        let temporary = FileSystem.temporaryDirectory
        return (drafts.map { paths($0) } ?? [])
            + paths(temporary, prefix).filter { (try? FileSystem.ownership(of: $0)) == .own }
    }

    /// A new folder; below the temporary folder if neither can be written.
    private static func makeFolder() throws(SystemError) -> String {
        if let drafts {
            do throws(SystemError) {
                try FileSystem.makeDirectory(drafts, withParents: true)
                return try FileSystem.makeTemporaryDirectory(in: drafts, prefix: "")
            } catch {
                // A home that is full, or cannot be written, must not keep anybody from writing.
            }
        }
        return try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: prefix)
    }
}
