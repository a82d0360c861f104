internal import DiarylogHost
internal import Interchange

/// The file that an editor is given, in a folder of its own, and beside it the note of what it is.
///
///     ~/.local/state/diarylog/drafts/Ab3dE6/entry.md    what is typed
///                                           what        what it is of: `EditedText`, in JSON; locked while we wait
///
/// Editors put files of their own there: what they rescued when they were ended, swap files, backups. Where the editor
/// did not end well, none of those is removed.
struct EditedFile: Sendable {
    let folder: String
    /// Whether the text came with a line end of its own.
    private let isEnded: Bool
    /// Held as long as this program waits for the editor: whoever looks for texts that were left passes it over.
    private let lock: LockFile?
    var path: String { folder + "/entry.md" }
    private var note: String { folder + "/what" }

    /// Writes the file. A last line without an end would be glued to what is appended to it: it gets one.
    init(_ text: [UInt8], under header: [UInt8] = [], of what: EditedText) throws {
        isEnded = text.last == 0x0A
        folder = try Self.makeFolder()
        // Where there is no room for it, the text can be found all the same. Somebody may just look into the folder.
        lock = try? LockFile.open(folder + "/what", creating: true)
        try? lock?.lock(byte: 0, .exclusive)
        let given = header + (text.isEmpty || isEnded ? text : text + [0x0A])
        try FileSystem.write(given.span, to: path, mode: 0o600, exclusive: true, sync: false)
        var what = what
        what.give(given, isEnded: isEnded)
        what.write(to: note)
    }

    /// A file that was left by a run that is over; nil if that still waits, or there is none.
    init?(leftIn folder: String) {
        guard let lock = try? LockFile.open(folder + "/what", creating: false),
            (try? lock.tryLock(byte: 0, .exclusive)) == true
        else { return nil }
        (self.folder, self.lock) = (folder, lock)
        isEnded = EditedText(at: folder + "/what")?.isEnded ?? true
    }

    /// What it holds now, without the line end that we or the editor added to the last line, as the user did not type
    /// it; nil if it cannot be read.
    var typed: [UInt8]? {
        guard let bytes = try? FileSystem.read(plain: path) else { return nil }
        return !isEnded && bytes.last == 0x0A ? bytes.dropLast() : bytes
    }

    /// What it is of.
    var what: EditedText? { EditedText(at: note) }

    /// Notes the draft that has what was typed up to now.
    func note(draft: String?) {
        guard let draft, var what, what.draft != draft else { return }
        what.draft = draft
        what.write(to: note)
    }

    /// What the editor saved aside when it was ended, if that is newer: nano's `entry.md.save`, the `#entry.md#` of
    /// Emacs, a backup.
    var rescued: [UInt8]? {
        let names = (try? FileSystem.contents(of: folder)) ?? []
        let saved = (try? FileSystem.modificationTime(of: path)) ?? 0
        var newest: (time: Int64, bytes: [UInt8])?
        for name in names where name.hasPrefix("entry.md.save") || name == "#entry.md#" || name == "entry.md~" {
            let file = folder + "/" + name
            guard let time = try? FileSystem.modificationTime(of: file),
                name.hasSuffix("~") ? time > saved : time >= saved,
                time > newest?.time ?? .min, let bytes = try? FileSystem.read(plain: file), !bytes.isEmpty,
                bytes != typed
            else { continue }
            newest = (time, bytes)
        }
        guard let bytes = newest?.bytes else { return nil }
        return !isEnded && bytes.last == 0x0A ? bytes.dropLast() : bytes
    }

    /// A swap file of vim's, which may have more than the file.
    var swap: String? {
        let names = (try? FileSystem.contents(of: folder)) ?? []
        return names.first { $0.hasPrefix(".entry.md.sw") }.map { folder + "/" + $0 }
    }

    /// Removes it, and what the editor left beside it, once all of that is in the diary or nothing was typed. After an
    /// end that was not fine, and beside a swap file, only what this program made goes.
    func remove(isFine: Bool = true) {
        if swap != nil { return }
        if isFine { try? FileSystem.removeTree(folder) } else { discard() }
    }

    /// Removes what this program made, whatever else is there.
    func discard() {
        try? FileSystem.removeFile(path)
        try? FileSystem.removeFile(note)
        try? FileSystem.removeEmptyDirectory(folder)
    }

    /// Where the folders are: below `$XDG_STATE_HOME/diarylog/drafts`, or `~/.local/state`.
    static var drafts: String? {
        let state = Session.variable("XDG_STATE_HOME") ?? Session.variable("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/diarylog/drafts" }
    }

    /// How a folder's name begins in the temporary folder.
    static let prefix = "diarylog-"

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
