internal import DiarylogHost

// What an editor leaves of a file beside that file, or in a folder of its own: what it rescued when it was ended, swap
// files, backups, locks.

extension EditorFile {
    /// What the editor saved aside when it was ended, if that is newer: nano's `entry.md.save`, the `#entry.md#` of
    /// Emacs, a backup.
    var rescued: [UInt8]? { rescue?.bytes }

    /// Makes what was rescued the file's own, before an editor makes that the newer one.
    func takeRescued() throws {
        guard let rescue else { return }
        try FileSystem.write(rescue.bytes.span, to: path, mode: 0o600, exclusive: false)
        try FileSystem.removeFile(rescue.path)
    }

    private var rescue: (path: String, bytes: [UInt8])? {
        let saved = saved
        var newest: (time: Int64, path: String, bytes: [UInt8])?
        for name in names where name.hasPrefix("entry.md.save") || name == "#entry.md#" || name == "entry.md~" {
            let file = folder + "/" + name
            guard saved != nil, let time = try? FileSystem.modificationTime(of: file),
                name.hasSuffix("~") ? time > self.time : time >= self.time,
                time > newest?.time ?? .min, let bytes = bytes(of: file), !bytes.isEmpty,
                bytes != saved, bytes.count <= note.most
            else { continue }
            newest = (time, file, bytes)
        }
        return newest.map { ($0.path, $0.bytes) }
    }

    /// What lies beside it and may have more than the text: swap files with changes that were not saved, what was saved
    /// under another name and, of an editor that did not end well, copies that are newer and say something else.
    var leftovers: [String] {
        let found = names.filter { name in
            if name == "what" { return false }
            if Self.isSwap(name) { return Self.hasUnsaved(swap: folder + "/" + name) }
            return isOther(name) || !isClosed && mayHaveMore(name)
        }
        return found.map { folder + "/" + $0 }
    }

    /// What was saved under other names where the file itself is gone: each can take its place.
    var strays: [String] {
        saved != nil ? [] : leftovers.filter { !Self.isSwap($0) && (try? FileSystem.kind(of: $0)) == .file }
    }

    /// Whether anything may have more than the text.
    var hasLeftovers: Bool { !leftovers.isEmpty || keeper != nil || mayKeepElsewhere }

    /// Whether an editor that keeps what is not saved was ended with it, and has nothing where it usually does: then
    /// its own settings may have put it where nobody knows.
    var mayKeepElsewhere: Bool {
        guard isLeft, let editor = note.editor, EditorLine.keepsUnsaved(editor) else { return false }
        return !names.contains { Self.isSwap($0) || $0 == "#entry.md#" } && keptElsewhere.isEmpty
    }

    /// Whether somebody saved something there under a name that no editor makes of the file's, or in a folder.
    private func isOther(_ name: String) -> Bool {
        let path = folder + "/" + name
        if (try? FileSystem.isEmptyDirectory(path)) == false { return true }
        guard name != "entry.md", !Self.isOfEditor(name), let bytes = bytes(of: path) else { return false }
        return !bytes.isEmpty && bytes != saved && !note.isGiven(bytes)
    }

    /// Whether an editor makes such a name of the file's: for a swap file, a lock, a backup, what it rescued.
    static func isOfEditor(_ name: String) -> Bool {
        [".entry.md.", ".#entry.md", "#entry.md#", "entry.md~", "entry.md.save"].contains { name.hasPrefix($0) }
    }

    private func mayHaveMore(_ name: String) -> Bool {
        if name == "entry.md" { return false }
        // What vim can undo, and whom Emacs has locked the file for.
        if name.hasSuffix(".un~") || name.hasPrefix(".#") { return false }
        let file = folder + "/" + name
        guard let bytes = bytes(of: file), !bytes.isEmpty else { return false }
        guard let saved else { return true }
        let isNewer = ((try? FileSystem.modificationTime(of: file)) ?? 0) >= time
        return isNewer && bytes != saved && !(isLeft && bytes == rescued)
    }

    /// Whether a file, by its name or path, is a swap file of vim's.
    static func isSwap(_ name: String) -> Bool {
        (name.split(separator: "/").last ?? "").hasPrefix(".entry.md.sw")
    }

    /// Whether a swap file may have changes that were not saved. Its first block says so at the end of the file's name;
    /// nano's lock file has the shape of such a block, and no text.
    private static func hasUnsaved(swap path: String) -> Bool {
        guard let block = try? FileSystem.read(plain: path, limit: 1008) else { return false }
        guard block.count == 1008, block.starts(with: Array("b0".utf8)) else { return !block.isEmpty }
        return block[1007] != 0 && !block.dropFirst(2).starts(with: Array("nano".utf8))
    }

    /// The editor that keeps what was not saved of it in a folder of its own: neovim a swap file, micro a backup.
    var keeper: String? {
        keptElsewhere.first { $0.editor == "micro" || Self.hasUnsaved(swap: $0.path) }?.editor
    }

    /// What editors keep of it in folders of their own.
    var keptElsewhere: [(editor: String, path: String)] {
        let home = Session.variable("HOME") ?? ""
        let settings = Session.variable("XDG_CONFIG_HOME") ?? home + "/.config"
        let folders = [
            ("nvim", (Session.variable("XDG_STATE_HOME") ?? home + "/.local/state") + "/nvim/swap"),
            ("nvim", (Session.variable("XDG_DATA_HOME") ?? home + "/.local/share") + "/nvim/swap"),
            ("micro", (Session.variable("MICRO_CONFIG_HOME") ?? settings + "/micro") + "/backups"),
        ]
        // It is named by the whole path.
        let name = (((try? FileSystem.canonicalPath(folder)) ?? folder) + "/entry.md").replacing("/", with: "%")
        return folders.flatMap { (editor, folder) in
            ((try? FileSystem.contents(of: folder, beginning: name)) ?? []).map { (editor, folder + "/" + $0) }
        }
    }
}
