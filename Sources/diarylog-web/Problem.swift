internal import DiarylogArguments

/// Why the program cannot do what it was asked for, and what can be done.
enum Problem: Error {
    case options(Mistake)
    case noDiary
    case notLoopback(String)
    case token
    case diary(String)
    case locked
    case occupied(socket: String)
    case address(String, reason: HelpText, isTaken: Bool)

    /// 2 for what was asked wrongly, 3 for what was refused, 6 for what the system did not give, 7 for a lock; as
    /// `diarylog`.
    var exitCode: Int32 {
        switch self {
        case .options, .noDiary, .token: 2
        case .notLoopback, .occupied, .diary: 3
        case .address: 6
        case .locked: 7
        }
    }

    /// What is written to standard error: what happened, then what can be done.
    func text(_ language: Language) -> String {
        let (error, hint) = sentences
        let names = (HelpText("error: ", "오류: "), HelpText("hint: ", "도움말: "))
        return language.of(names.0) + language.of(error) + "\n" + language.of(names.1) + language.of(hint)
    }

    private var sentences: (error: HelpText, hint: HelpText) {
        func said(_ en: String, _ ko: String, hint: String, _ koreanHint: String) -> (HelpText, HelpText) {
            (HelpText(en, ko), HelpText(hint, koreanHint))
        }
        return switch self {
        case .options(let mistake):
            (mistake.words(), HelpText("diarylog-web --help shows the options.", "diarylog-web --help로 옵션을 볼 수 있습니다."))
        case .noDiary:
            said(
                "no diary was named", "일기장을 지정하지 않았습니다",
                hint: "Name its folder with --diary FOLDER, or begin with diarylog serve.",
                "--diary 폴더로 지정하거나 diarylog serve로 시작하세요.")
        case .notLoopback(let host):
            said(
                "at \(host) others could connect, and what they see would travel in the clear",
                "\(host)에서는 다른 사람도 접속할 수 있고, 내용이 암호화되지 않은 채 오갑니다",
                hint: "Leave --host out. Or put a server that speaks TLS in front, and say --i-know.",
                "--host를 빼세요. 또는 TLS를 쓰는 서버를 앞에 두고 --i-know를 붙이세요.")
        case .token:
            said(
                "DIARYLOG_WEB_TOKEN is not 64 hexadecimal digits", "DIARYLOG_WEB_TOKEN이 16진수 64자리가 아닙니다",
                hint: "Leave it out: the diary has a token of its own.", "지정하지 마세요. 일기장마다 토큰이 있습니다.")
        case .diary(let reason):
            said(
                "the diary cannot be opened: \(reason)", "일기장을 열 수 없습니다: \(reason)",
                hint: "diarylog verify --diary FOLDER says what is wrong with it.",
                "diarylog verify --diary 폴더가 무엇이 잘못되었는지 알려 줍니다.")
        case .locked:
            said(
                "the diary is locked; diarylog unlock opens it", "일기장이 잠겨 있습니다. diarylog unlock으로 엽니다",
                hint: "Then begin once more.", "연 뒤에 다시 시작하세요.")
        case .occupied(let path):
            said(
                "another program listens at \(path)", "다른 프로그램이 \(path)에서 듣고 있습니다",
                hint: "End it, or choose another path with --socket.", "그 프로그램을 끝내거나 --socket으로 다른 경로를 고르세요.")
        case .address(let address, let reason, _):
            said(
                "\(address) cannot be had: \(reason.en)", "\(address)에서 들을 수 없습니다: \(reason.ko)",
                hint: "Choose another --port, or leave it out for the diary's own.",
                "다른 --port를 고르거나, 빼서 이 일기장의 포트를 쓰세요.")
        }
    }
}
