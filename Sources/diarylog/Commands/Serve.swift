internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogHost

/// Shows the diary as a page, by becoming the program `diarylog-web`, which is installed beside this one.
struct Serve: DiaryCommand {
    static let about = CommandWords(
        "serve",
        abstract: Sentence(
            "The diary as a page in your browser, on this machine alone.", "일기장을 이 컴퓨터의 브라우저에서만 보이는 화면으로 엽니다."),
        discussion: Sentence(
            """
            Prints the address and answers until ^C. The address stays the same, so that windows that are still open go \
            on after a restart. Whoever has the whole of it can read and change the diary; --new-token makes another. \
            With --open the browser opens it. It needs diarylog-web, which comes with the package.
            """,
            """
            주소를 출력하고 ^C를 누를 때까지 실행됩니다. 주소는 늘 같아서, 열어 둔 창은 다시 시작해도 이어집니다. 주소 전체를 아는 사람은 일기장을 읽고 고칠 수 있으며, --new-token이면 바꿉니다. \
            --open이면 브라우저가 엽니다. diarylog-web이 필요합니다(패키지에 들어 있음).
            """))

    @Option("port", help: Sentence("The port; the diary's own if it is left out.", "포트. 없으면 이 일기장의 포트."))
    var port: UInt16?

    @Flag("new-token", help: Sentence("Draw a new key for the address.", "주소의 열쇠를 새로 만듭니다."))
    var newToken = false

    @Option(
        "socket", value: "path", against: ["--port"],
        help: Sentence("Listen at a Unix socket that only you may open.", "본인만 열 수 있는 Unix 소켓으로 접속을 받습니다."),
        completion: .files)
    var socket: String?

    @Flag("open", help: .opensPage)
    var open = false

    @Flag("read-only", help: .changesNothing)
    var readOnly = false

    func carryOut(in session: Session) throws {
        let diary = try session.path()
        // What stands against opening it is said here, in the words of all commands.
        _ = try session.open(reportingDamage: false)
        var words = [Self.program, "--diary", diary, "--lang", session.language.rawValue]
        if let port { words += ["--port", String(port)] }
        if let socket { words += ["--socket", socket] }
        if newToken { words.append("--new-token") }
        if open { words.append("--open") }
        if readOnly { words.append("--read-only") }
        if session.settings.isOff(.syncAuto) { words.append("--sync-when-asked") }
        if !session.isMarkdown { words.append("--as-written") }
        guard let program = ExternalProgram(Self.program, isOurs: true) else {
            throw Problem(
                .noServer, "the page's program, diarylog-web, is not installed",
                "일기장을 화면으로 보여 주는 프로그램 diarylog-web이 없습니다",
                hint: "It comes with the package; in the folder of diarylog's source, make install installs both.",
                "패키지에 들어 있습니다. diarylog의 소스 폴더에서는 make install이 둘 다 설치합니다.")
        }
        do throws(SystemError) { try ProcessReplacement.become(program.path, words) } catch {
            throw Problem.systemRefused("\(program.path): \(error.reason)")
        }
    }

    private static let program = "diarylog-web"
}
