internal import Host

/// Prints a book to a PDF by a Chromium that is installed: the one that CHROMIUM names, or one of those along PATH.
enum BookPrinting {
    /// The PDF of a page of HTML. Throws if there is no Chromium, or it prints nothing; its own words are left out.
    static func pdf(of html: [UInt8]) throws(Problem) -> [UInt8] {
        let folder = try bridging { () throws(SystemError) in
            try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: "diarylog-")
        }
        defer { try? FileSystem.removeTree(folder) }
        let (page, printed) = (folder + "/book.html", folder + "/book.pdf")
        try bridging { () throws(SystemError) in
            try FileSystem.write(html.span, to: page, mode: 0o600, exclusive: true, sync: false)
        }
        for name in names {
            let arguments = [
                name, "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--no-pdf-header-footer", "--generate-pdf-document-outline",
                "--user-data-dir=" + folder + "/profile", "--print-to-pdf=" + printed, "file://" + page,
            ]
            let (code, signal) = try bridging { () throws(SystemError) in
                try ChildProcess.runEndingWithUs(["sh", "-c", script, "sh"] + arguments)
            }
            if let signal {
                try? FileSystem.removeTree(folder)
                ProcessEnd.end(bySignal: signal)
            }
            if code == 127 || code == 126 { continue }
            guard code == 0, let bytes = try? FileSystem.read(printed), bytes.starts(with: Array("%PDF-".utf8)) else {
                throw .file(.printingFailed(name, code: code))
            }
            return bytes
        }
        throw .file(.noBrowser(names))
    }

    private static var names: [String] {
        if let chosen = ProcessEnvironment.value("CHROMIUM"), !chosen.isEmpty { return [chosen] }
        return ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    }

    /// The sandbox refuses root; the page has no script that it would guard against.
    private static let script = """
        if [ "$(id -u)" = 0 ]; then set -- "$@" --no-sandbox; fi
        exec "$@" </dev/null >/dev/null 2>&1
        """
}
