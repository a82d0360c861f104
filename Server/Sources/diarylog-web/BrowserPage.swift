internal import Glibc

/// Opens the page in the browser of the person, without the token on any command line, which others can read.
///
/// The browser is given a file that only its owner may read, and that leads it on. The file is gone when the program
/// ends.
struct BrowserPage {
    let path: String

    /// Writes the file; nil if no place lets it be written.
    init?(to address: String, in folders: [String]) {
        let text = """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(address)">
            <title>diarylog</title>

            """
        guard let path = folders.lazy.compactMap({ Self.write(Array(text.utf8), in: $0) }).first else { return nil }
        self.path = path
    }

    private static func write(_ bytes: [UInt8], in folder: String) -> String? {
        var name = Array("\(folder)/diarylog-XXXXXX.html".utf8CString)
        // The system makes it with the rights 0600, under a name that nobody else has.
        let descriptor = unsafe mkstemps(&name, 5)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            _ = unsafe unlink(path)
            return nil
        }
        return path
    }

    func remove() { _ = unsafe unlink(path) }

    /// Asks the desktop to show the file; whether it could be asked.
    func show() -> Bool {
        var process: pid_t = 0
        let words = ["xdg-open", path]
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe posix_spawnp(&process, "xdg-open", nil, nil, &pointers, environ) == 0
    }
}
