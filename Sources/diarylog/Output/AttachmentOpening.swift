internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// Opening an attached file with the program that the desktop, or the user, has for it.
extension Session {
    /// Opens the n-th file of an entry, from 1: a copy of it, under its name, in a folder that only this user can
    /// enter.
    ///
    /// The diary's own file is never handed out, as a program could change it. The copy may not be run, and what a
    /// desktop runs by its name is refused. The copy stays, because programs go on reading after they were started.
    func openAttachment(_ number: Int, of entry: Entry, in diary: Diary) throws {
        let files = entry.content.attachments
        guard files.indices.contains(number - 1) else {
            throw Problem.noAttachmentNumber(number, entry: OnScreen.shortID(entry.id))
        }
        let file = files[number - 1]
        let name = Attachment.properName(file.name)
        let ending = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
        if let ending, Self.runnable.contains(ending) { throw Problem.runnable(OnScreen.safe(name)) }
        let folder = try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: "diarylog-")
        guard let copy = try diary.writeOut(file, into: folder) else {
            try? FileSystem.removeTree(folder)
            throw Problem.attachmentsLost([OnScreen.safe(file.name)])
        }
        let opener = Self.variable("DIARYLOG_OPENER") ?? "xdg-open"
        let words = opener.split(separator: " ").map(String.init)
        try flush()
        notify(.openedCopy(OnScreen.safe(file.name), copy: OnScreen.safe(copy)))
        let code: Int32
        do throws(SystemError) { code = try ChildProcess.run(words + [copy]) } catch {
            try? FileSystem.removeTree(folder)
            throw Problem.noOpener(OnScreen.safe(opener))
        }
        if code == 127 { throw Problem.noOpener(OnScreen.safe(opener)) }
        if code != 0 { throw Problem.openerFailed(OnScreen.safe(opener), code: code) }
    }

    /// Endings of files that a desktop may run when they are opened.
    private static let runnable: Set = [
        "desktop", "sh", "bash", "run", "appimage", "exe", "msi", "bat", "cmd", "com", "jar", "py", "pl", "rb", "js",
        "vbs", "ps1", "lnk", "scr", "application", "action", "workflow", "command", "deb", "rpm",
    ]
}
