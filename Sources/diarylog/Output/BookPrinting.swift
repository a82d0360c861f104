internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// A page that is printed to a PDF by a Chromium that is installed: the one that CHROMIUM names, or one of those along
/// PATH. Page, pictures and PDF lie in a folder of their own, which goes when this does; what a killed process left
/// there the next one removes.
struct BookPrinting: ~Copyable {
    private let halfMade: HalfMadeFolder
    private var folder: String { halfMade.path }
    private var page: FileReplacement
    private var pictures = 0

    private static let prefix = "diarylog-printing-"

    /// Removes what killed processes left.
    static func sweep() { HalfMadeFolder.sweep(FileSystem.temporaryDirectory, prefix) }

    init() throws {
        Self.sweep()
        let parent = FileSystem.temporaryDirectory
        guard let halfMade = try HalfMadeFolder(in: parent, prefix: Self.prefix) else { throw EventStoreError.busy }
        do {
            page = try FileReplacement(of: halfMade.path + "/book.html")
        } catch {
            halfMade.remove()
            throw error
        }
        self.halfMade = halfMade
    }

    deinit { halfMade.remove() }

    mutating func write(_ bytes: [UInt8]) throws {
        try page.write(bytes)
    }

    /// Puts a picture beside the page, and says its address there; nil if it is not what was attached.
    mutating func address(of file: Attachment, in diary: Diary) throws -> String? {
        pictures += 1
        let beside = folder + "/\(pictures)"
        try FileSystem.makeDirectory(beside)
        let named = Attachment(name: "picture", mediaType: file.mediaType, size: file.size, hash: file.hash)
        return try diary.writeOut(named, into: beside) == nil ? nil : "\(pictures)/picture"
    }

    /// Prints the page. Throws if there is no Chromium, or it prints nothing; its own words are left out.
    mutating func print() throws {
        try page.finish()
        for name in Self.names {
            let arguments = [
                name, "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--no-pdf-header-footer", "--generate-pdf-document-outline",
                "--user-data-dir=" + folder + "/profile", "--print-to-pdf=" + printed,
                Self.url(of: folder + "/book.html"),
            ]
            let (code, signal) = try ChildProcess.runEndingWithUs(["sh", "-c", Self.script, "sh"] + arguments)
            if let signal {
                halfMade.remove()
                ProcessEnd.end(bySignal: signal)
            }
            if code == 127 || code == 126 { continue }
            guard code == 0, let start = try? FileReader(printed).read(at: 0, count: 5), start == Array("%PDF-".utf8)
            else {
                throw Problem(
                    .browser, "\(name) printed no PDF (\(code))",
                    "\(name, .subject) PDF를 만들지 못했습니다 (\(code))",
                    hint: "--format book writes a page that any browser prints.",
                    "--format book은 어느 브라우저로든 인쇄할 수 있는 파일을 만듭니다.")
            }
            return
        }
        throw Problem(
            .browser, status: .usage, "a PDF needs Chromium, and there is none: \(Self.names.joined(separator: ", "))",
            "PDF를 만들 크로미움이 없습니다: \(Self.names.joined(separator: ", "))",
            hint: "Install chromium, or name one in CHROMIUM. --format book writes a page that any browser prints.",
            "chromium을 설치하거나 CHROMIUM으로 알려 주세요. --format book은 어느 브라우저로든 인쇄할 수 있는 파일을 만듭니다.")
    }

    /// Hands on what was printed.
    func eachPart(_ visit: ([UInt8]) throws -> Void) throws {
        let reader = try FileReader(printed)
        var offset = 0
        while offset < reader.size {
            let part = try reader.read(at: offset, count: 256 << 10)
            if part.isEmpty { return }
            try visit(part)
            offset += part.count
        }
    }

    /// The address of a file: what is no letter, digit, `/`, `-`, `.` or `_` could end its path, or mean something
    /// else.
    static func url(of path: String) -> String {
        path.utf8.reduce(into: "file://") { url, byte in
            let scalar = Unicode.Scalar(byte)
            let stands = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if stands || "/-._".utf8.contains(byte) { return url.unicodeScalars.append(scalar) }
            let digits = String(byte, radix: 16, uppercase: true)
            url += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
        }
    }

    private var printed: String { folder + "/book.pdf" }

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
