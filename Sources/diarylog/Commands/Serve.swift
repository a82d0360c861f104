internal import Arguments
internal import DiaryModel
internal import Host

/// Shows the diary as a page, by becoming the program `diarylog-web`, which is installed beside this one.
struct Serve: DiaryCommand {
    static let about = CommandWords(
        "serve", abstract: "Show the diary as a page in your browser, on this machine alone.",
        discussion: """
            Prints the address and answers until ^C. Whoever has the whole address can read and change the diary: each \
            run draws a new one. With --open the browser opens it. make install installs what answers.
            """)

    @Option("port", help: "The port; any that is free if it is left out.")
    var port: UInt16?

    @Option("socket", value: "path", help: "Listen at a Unix socket that only you may open.", completion: .files)
    var socket: String?

    @Flag("open", help: "Open the page in the browser.")
    var open = false

    @Flag("read-only", help: "Let nothing be changed.")
    var readOnly = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if socket != nil, port != nil { throw Problem.against("--socket", "--port") }
        let diary = try session.path()
        guard (try? FileSystem.kind(of: diary + "/CURRENT")) == .file else { throw Problem.noDiary(diary) }
        var words = [Self.program, "--diary", diary, "--lang", session.language.rawValue]
        if let port { words += ["--port", String(port)] }
        if let socket { words += ["--socket", socket] }
        if open { words.append("--open") }
        if readOnly { words.append("--read-only") }
        for path in Companion.places(of: Self.program) {
            do throws(SystemError) { try ProcessReplacement.become(path, words) } catch {
                guard error.isMissing else { throw Problem.systemRefused("\(path): \(error.reason)") }
            }
        }
        throw Problem.noServer
    }

    private static let program = "diarylog-web"
}
