/// `Docs/Examples/reader.py`, which reads a diary by the page of its format alone, and is our witness that it is true.

import DiarylogHost

/// What the reader said of a diary's folder, a generation's file or an exported log.
package struct PageReader {
    package let code: Int32
    package let lines: [String]
    package let error: String

    /// Runs it; nil, said aloud, where python3 is missing.
    package init?(_ path: String) throws {
        let folder = try Folder()
        let reader = projectFile("Docs/Examples/reader.py")
        let line = "command -v python3 >/dev/null || exit 99; python3 -B \"$0\" \"$1\" >\"$2/out\" 2>\"$2/err\""
        code = try ChildProcess.run(["env", "LC_ALL=C.UTF-8", "bash", "-c", line, reader, path, folder.path])
        guard code != 99 else {
            print("skipped: no python3 to run Docs/Examples/reader.py with")
            return nil
        }
        let output = String(decoding: try FileSystem.read(folder("out")), as: UTF8.self)
        lines = output.split(separator: "\n").map(String.init)
        error = String(decoding: try FileSystem.read(folder("err")), as: UTF8.self)
    }
}
