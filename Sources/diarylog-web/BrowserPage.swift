internal import DiarylogHost

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
        // One file and no more: a lazy map would make a second one, and leave it there.
        for folder in folders where !folder.isEmpty {
            let path = "\(folder)/diarylog-\(String(UInt64.random(in: 0 ... .max), radix: 36)).html"
            let made: Void? = try? FileSystem.write(text.utf8.span, to: path, exclusive: true, sync: false)
            guard made != nil else { continue }
            self.path = path
            return
        }
        return nil
    }

    func remove() { try? FileSystem.removeFile(path) }

    /// Asks the desktop to show the file; whether it could be asked.
    func show() -> Bool { SystemCalls.start(["xdg-open", path]) }
}
