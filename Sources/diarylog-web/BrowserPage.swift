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
        let bytes = Array(text.utf8)
        // One file and no more: a lazy map would make a second one, and leave it there.
        for folder in folders where !folder.isEmpty {
            guard let path = SystemCalls.makeFile("\(folder)/diarylog-", ".html", saying: bytes) else { continue }
            self.path = path
            return
        }
        return nil
    }

    func remove() { SystemCalls.remove(path) }

    /// Asks the desktop to show the file; whether it could be asked.
    func show() -> Bool { SystemCalls.start(["xdg-open", path]) }
}
