internal import Host

/// The user's own editor, on a file that nobody else may read.
///
/// The file lies in a folder of its own. It is removed once its text has been read, and kept if the text is not usable.
enum Editor {
    /// Opens `VISUAL`, `EDITOR` or vi on a text, and returns what the file holds afterwards.
    static func edit(_ text: [UInt8]) throws(Problem) -> [UInt8] {
        let folder = try bridging { () throws(SystemError) in
            try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: "diarylog-")
        }
        let path = folder + "/entry.txt"
        try bridging { () throws(SystemError) in
            try FileSystem.write(text.span, to: path, mode: 0o600, exclusive: true, sync: false)
        }
        let name = command
        let code: Int32
        do { code = try ChildProcess.run(["sh", "-c", name + " \"$@\"", "sh", path]) } catch {
            try? FileSystem.removeTree(folder)
            throw .file(.noEditor(name))
        }
        guard code == 0 else {
            if code == 127 || (try? FileSystem.read(path)) == text {
                try? FileSystem.removeTree(folder)
                throw .file(code == 127 ? .noEditor(name) : .editorFailed(code: code, draft: nil))
            }
            throw .file(.editorFailed(code: code, draft: path))
        }
        let bytes = try bridging { () throws(SystemError) in try FileSystem.read(path) }
        guard TextInput.isUTF8(bytes) else { throw .file(.draftNotUTF8(path)) }
        try? FileSystem.removeTree(folder)
        return withoutAddedEnd(bytes, before: text)
    }

    private static var command: String {
        for name in ["VISUAL", "EDITOR"] {
            if let value = ProcessEnvironment.value(name), !value.isEmpty { return value }
        }
        return "vi"
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
