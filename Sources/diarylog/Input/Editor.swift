internal import Host

/// The user's own editor, on a file that nobody else may read.
///
/// The file lies in a folder of its own below the drafts. It stays until its text is written to the diary: whatever
/// goes wrong before that, what was typed is there, and the user is told where.
enum Editor {
    /// Opens `VISUAL`, `EDITOR` or vi on a text, and passes on what the file holds afterwards, and its path.
    ///
    /// If `use` throws, the file stays, and a notice names it; a text without anything visible is not kept.
    static func edit(
        _ text: [UInt8], in session: Session, _ use: (_ typed: [UInt8], _ draft: String) throws(Problem) -> Void
    ) throws(Problem) {
        let folder = try bridging { () throws(SystemError) in try draftFolder() }
        let path = folder + "/entry.md"
        try bridging { () throws(SystemError) in
            try FileSystem.write(text.span, to: path, mode: 0o600, exclusive: true, sync: false)
        }
        try run(on: path, in: folder, before: text)
        let bytes = try bridging { () throws(SystemError) in try FileSystem.read(path) }
        guard TextInput.isUTF8(bytes) else { throw .file(.draftNotUTF8(path)) }
        do throws(Problem) {
            try use(withoutAddedEnd(bytes, before: text), path)
        } catch {
            switch error {
            case .entry(.nothingVisible): try? FileSystem.removeTree(folder)
            case .entry(.conflict(_, _, _, draft: _?)): break
            default: session.say(.textKept(path))
            }
            throw error
        }
        try? FileSystem.removeTree(folder)
    }

    /// Runs the editor to its end. Throws if it failed; then what was typed stays.
    private static func run(on path: String, in folder: String, before text: [UInt8]) throws(Problem) {
        let name = command
        let code: Int32
        do { code = try ChildProcess.run(["sh", "-c", name + " \"$@\"", "sh", path]) } catch {
            try? FileSystem.removeTree(folder)
            throw .file(.noEditor(name))
        }
        if code == 0 { return }
        if code == 127 || (try? FileSystem.read(path)) == text {
            try? FileSystem.removeTree(folder)
            throw .file(code == 127 ? .noEditor(name) : .editorFailed(code: code, draft: nil))
        }
        throw .file(.editorFailed(code: code, draft: path))
    }

    private static var command: String {
        for name in ["VISUAL", "EDITOR"] {
            if let value = ProcessEnvironment.value(name), !value.isEmpty { return value }
        }
        return "vi"
    }

    /// A new folder below `$XDG_STATE_HOME/diarylog/drafts`, or `~/.local/state`; below the temporary folder if neither
    /// can be written.
    private static func draftFolder() throws(SystemError) -> String {
        let state = Session.variable("XDG_STATE_HOME") ?? Session.variable("HOME").map { $0 + "/.local/state" }
        if let drafts = state.map({ $0 + "/diarylog/drafts" }) {
            do throws(SystemError) {
                try FileSystem.makeDirectory(drafts, withParents: true)
                return try FileSystem.makeTemporaryDirectory(in: drafts, prefix: "")
            } catch {
                // A home that is full, or cannot be written, must not keep anybody from writing.
            }
        }
        return try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: "diarylog-")
    }

    /// Drops the line end that editors add to the last line, as the user did not type it.
    private static func withoutAddedEnd(_ bytes: [UInt8], before: [UInt8]) -> [UInt8] {
        before.last != 0x0A && bytes.last == 0x0A ? bytes.dropLast() : bytes
    }

    /// Keeps a text that could not be written in a file beside the diary, for this user only; returns its path.
    static func keep(_ text: [UInt8], of entry: String, beside diary: String) throws(Problem) -> String {
        var number = 1
        while true {
            let path = "\(diary)-draft-\(entry)-\(number).txt"
            do throws(SystemError) {
                try FileSystem.write(text.span, to: path, mode: 0o600, exclusive: true)
                return path
            } catch {
                guard error.isExisting, number < 1000 else { throw Problem(error) }
                number += 1
            }
        }
    }
}
