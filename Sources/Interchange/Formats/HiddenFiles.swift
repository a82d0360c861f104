internal import DiarylogHost

/// Files whose name, or a folder of whose, begins with a dot: they are no entries, but some of them are notes that a
/// program has thrown away, or that lie elsewhere.
enum HiddenFiles {
    /// Folders in which programs keep what is theirs alone.
    private static let own: Set = [".git", ".obsidian", ".svn", ".hg", ".cache", "@eaDir"]

    /// Whether such a folder is looked at.
    static func isShown(_ folder: String) -> Bool { !own.contains(folder) }

    /// Whether it is a note in a program's bin: Obsidian's, Logseq's, or that of QOwnNotes.
    static func isTrashed(_ path: String) -> Bool {
        isNote(path)
            && (["trash/", "Trash/", "_trash/", "Recently Deleted/", "휴지통/"].contains { path.hasPrefix($0) }
                || bins.contains { ("/" + path).contains($0) })
    }

    /// Those of programs, of disks in a network, of Windows, and how bins of a Unix and of Android begin.
    private static let bins = [
        "/.trash/", "/.recycle/", "/#recycle/", "/@Recycle/", "/$RECYCLE.BIN/", "/.Trash", "/.trashed-",
    ]

    private static func isNote(_ path: String) -> Bool { NoteFolder.has(path, NoteFolder.texts + NoteFolder.pages) }

    /// The folder without the bins in it, or with what lies there if that is asked for; what else is hidden is counted.
    static func settled(_ source: Source, into entries: inout ReadEntries) throws(ReadProblem) -> Source {
        guard case .folder(var folder) = source else { return source }
        let trashed = (folder.names + folder.hidden).filter(isTrashed)
        folder.names.removeAll(where: isTrashed)
        if entries.options.with.contains(.trashed) {
            folder.names = (folder.names + trashed).sorted()
        } else {
            for name in trashed { entries.losses.note(.trashed, at: RowOrigin(folder.path + "/" + name)) }
        }
        for name in folder.hidden where !isTrashed(name) {
            let last = name.lastStep
            if last.hasSuffix(".icloud"), isNote(String(last.dropLast(".icloud".count))) {
                try entries.leaveOut(ReadProblem(folder.path + "/" + name, .unread(.placeholder)))
            } else if isNote(name), !last.hasPrefix("._") {
                entries.losses.note(.files, at: RowOrigin(folder.path + "/" + name))
            }
        }
        return .folder(folder)
    }
}
