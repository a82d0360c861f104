internal import DiarylogArguments

/// What the program was asked for on its command line.
struct Options: Command {
    static let about = CommandWords(
        "diarylog-web",
        abstract: Sentence(
            "Shows a diary as a page in your browser, on this machine alone.", "일기장을 이 컴퓨터에서만 보이는 화면으로 엽니다."),
        discussion: Sentence(
            "It prints the address of the page, and ends on Ctrl-C. diarylog serve begins it.",
            "화면의 주소를 출력하고 Ctrl-C로 끝납니다. diarylog serve가 시작합니다."))

    @Option("diary", value: "folder", help: Sentence("The folder of the diary.", "일기장의 폴더."))
    var diary: String?

    @Option(
        "port",
        help: Sentence(
            "The port to listen at, 0 for any that is free; the diary's own if it is left out.",
            "접속을 받을 포트. 0이면 비어 있는 아무 포트, 없으면 이 일기장의 포트."))
    var port: UInt16?

    @Flag(
        "new-token",
        help: Sentence(
            "Draw a new key for the address: whoever has the old one is no longer let in.",
            "주소의 열쇠를 새로 뽑습니다. 이전 주소로는 더 이상 들어올 수 없습니다."))
    var newToken = false

    @Option(
        "socket", value: "path",
        help: Sentence(
            "Listen at a Unix socket of this path, which only you may open.", "본인만 열 수 있는 이 경로의 Unix 소켓에서 접속을 받습니다."))
    var socket: String?

    @Option("host", value: "address", help: Sentence("The address to listen at.", "접속을 받을 주소."))
    var host = "127.0.0.1"

    @Flag(
        "i-know",
        help: Sentence(
            "Listen where others can connect: only behind a server that speaks TLS.",
            "다른 사람도 접속할 수 있는 곳에서 받습니다. TLS를 쓰는 서버 뒤에서만 쓰세요."))
    var iKnow = false

    @Option(
        "name",
        help: Sentence(
            "A name by which a server in front asks for the page; can be repeated.",
            "앞에 있는 서버가 이 화면을 부르는 이름. 여러 번 쓸 수 있습니다."))
    var name: [String] = []

    @Flag("open", help: .opensPage)
    var open = false

    @Flag("read-only", help: .changesNothing)
    var readOnly = false

    @Flag(
        "sync-when-asked",
        help: Sentence(
            "Exchange with other devices only when the page asks for it.", "다른 기기와는 화면에서 시킬 때만 주고받습니다."))
    var syncWhenAsked = false

    @Flag(
        "as-written",
        help: Sentence("Show texts as they are written, not by their Markdown.", "글을 마크다운으로 꾸미지 않고 쓴 그대로 보입니다."))
    var asWritten = false

    @Option(
        "patience", value: "seconds", in: 1...65_535,
        help: Sentence("Seconds after which a client that is too slow is cut off.", "너무 느린 접속을 끊을 때까지의 초."))
    var patience = 20

    @Option("lang", value: "language", help: Sentence("The language of messages: en or ko.", "메시지의 언어: en 또는 ko."))
    var lang: Language?
}

/// What is said about the options.
enum OptionWords {
    /// The page of `--help`.
    static func help(_ language: Language) -> String {
        let all = Options.declarations + Declaration.ofEveryCommand
        let width = all.map(\.synopsis.count).max() ?? 0
        let lines = all.map { declaration in
            let room = String(repeating: " ", count: width - declaration.synopsis.count + 2)
            let usual = declaration.usual.map { " (\($0))" } ?? ""
            return "  \(declaration.synopsis)\(room)\(declaration.help.text(language))\(usual)"
        }
        let about = [Options.about.abstract, Options.about.discussion].compactMap { $0?.text(language) }
        return about.joined(separator: "\n") + "\n\n\(Options.usage)\n\n" + lines.joined(separator: "\n")
    }
}
