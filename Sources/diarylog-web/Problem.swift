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
    case address(String, reason: String, isTaken: Bool)

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
        let (error, hint) = sentences(language)
        return language == .ko ? "오류: \(error)\n도움말: \(hint)" : "error: \(error)\nhint: \(hint)"
    }

    private func sentences(_ language: Language) -> (error: String, hint: String) {
        switch (self, language) {
        case (.options(let mistake), .en):
            (OptionWords.sentence(mistake, language), "diarylog-web --help shows the options.")
        case (.options(let mistake), .ko):
            (OptionWords.sentence(mistake, language), "diarylog-web --help로 옵션을 볼 수 있습니다.")
        case (.noDiary, .en):
            ("no diary was named", "Name its folder with --diary FOLDER, or begin with diarylog serve.")
        case (.noDiary, .ko): ("일기장을 지정하지 않았습니다", "--diary FOLDER로 폴더를 지정하거나 diarylog serve로 시작하세요.")
        case (.notLoopback(let host), .en):
            (
                "at \(host) others could connect, and what they see would travel in the clear",
                "Leave --host out. Or put a server that speaks TLS in front, and say --i-know."
            )
        case (.notLoopback(let host), .ko):
            (
                "\(host)에서는 다른 사람도 접속할 수 있고, 내용이 암호화되지 않은 채 오갑니다",
                "--host를 빼세요. 또는 TLS를 쓰는 서버를 앞에 두고 --i-know를 붙이세요."
            )
        case (.token, .en):
            ("DIARYLOG_WEB_TOKEN is not 64 hexadecimal digits", "Leave it out: the diary has a token of its own.")
        case (.token, .ko): ("DIARYLOG_WEB_TOKEN이 16진수 64자리가 아닙니다", "지정하지 마세요. 일기장마다 토큰이 있습니다.")
        case (.diary(let reason), .en):
            ("the diary cannot be opened: \(reason)", "diarylog verify --diary FOLDER says what is wrong with it.")
        case (.diary(let reason), .ko):
            ("일기장을 열 수 없습니다: \(reason)", "diarylog verify --diary FOLDER가 무엇이 잘못되었는지 알려 줍니다.")
        case (.locked, .en): ("the diary is locked; diarylog unlock opens it", "Then begin once more.")
        case (.locked, .ko): ("일기장이 잠겨 있습니다. diarylog unlock으로 엽니다", "연 뒤에 다시 시작하세요.")
        case (.occupied(let path), .en):
            ("another program listens at \(path)", "End it, or choose another path with --socket.")
        case (.occupied(let path), .ko):
            ("다른 프로그램이 \(path)에서 듣고 있습니다", "그 프로그램을 끝내거나 --socket으로 다른 경로를 고르세요.")
        case (.address(let listenAddress, let reason, _), .en):
            (
                "\(listenAddress) cannot be had: \(reason)",
                "Choose another --port, or leave it out for the diary's own."
            )
        case (.address(let listenAddress, let reason, _), .ko):
            ("\(listenAddress)에서 들을 수 없습니다: \(reason)", "다른 --port를 고르거나, 빼서 이 일기장의 포트를 쓰세요.")
        }
    }
}
