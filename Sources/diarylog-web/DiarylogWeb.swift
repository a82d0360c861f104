internal import DiaryServer
internal import DiarylogArguments
internal import DiarylogHost
internal import Glibc

/// The program: shows one diary as a page, to the browser of the person who began it, until it is told to end.
@main
struct DiarylogWeb {
    static func main() {
        EndSignals.hold()
        signal(SIGPIPE, SIG_IGN)
        ChildProcess.keepExitCodes()
        let end = EndRequest()
        Task.detached { exit(await code(of: end)) }
        EndSignals.wait()
        end.ask()
        // Whatever is under way then: what was kept is kept, and whoever had no answer asks again.
        ChildProcess.pause(milliseconds: Run.lastAnswers)
        _exit(0)
    }

    /// Runs until the end is told, or cannot begin; the exit code.
    private static func code(of end: EndRequest) async -> Int32 {
        let words = ProcessArguments.bytes().dropFirst().map { String(decoding: $0, as: UTF8.self) }
        let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(ProcessEnvironment.value)
        let language = Language.named(in: words) ?? Language(locale: locales.first { !$0.isEmpty })
        do throws(Problem) {
            try await serve(try options(words, language), language, until: end)
            return 0
        } catch {
            Terminal.say(error.text(language), to: .error)
            return error.exitCode
        }
    }

    /// What was asked for; ends the program if that was help.
    private static func options(_ words: [String], _ language: Language) throws(Problem) -> Options {
        do throws(Unparsed) {
            return try Options.parse(words)
        } catch {
            switch error {
            case .helpAsked: Terminal.say(OptionWords.help(language), to: .output)
            case .versionAsked: Terminal.say(Release.text(of: "diarylog-web"), to: .output)
            case .mistake(let mistake): throw Problem(of: mistake)
            }
        }
        exit(0)
    }

    private static func serve(_ options: Options, _ language: Language, until end: EndRequest) async throws(Problem) {
        let named = options.diary ?? ProcessEnvironment.value("DIARYLOG_DIARY")
        guard let folder = named, !folder.isEmpty else {
            throw Problem(
                2, "no diary was named", "일기장을 지정하지 않았습니다",
                hint: "Name its folder with --diary FOLDER, or begin with diarylog serve.",
                "--diary 폴더로 지정하거나 diarylog serve로 시작하세요.")
        }
        let chosen = ProcessEnvironment.value("DIARYLOG_WEB_TOKEN")
        let token = chosen.flatMap { PageToken($0) }
        if chosen != nil, token == nil {
            throw Problem(
                2, "DIARYLOG_WEB_TOKEN is not 64 hexadecimal digits", "DIARYLOG_WEB_TOKEN이 16진수 64자리가 아닙니다",
                hint: "Leave it out: the diary has a token of its own.", "지정하지 마세요. 일기장마다 토큰이 있습니다.")
        }
        let listenAddress = try ListenAddress(options)
        try await listenAddress.throwIfOccupied()
        if options.iKnow {
            language.warn(
                "Others can connect here. Let only a server that speaks TLS do so: the page itself does not.",
                "다른 사람도 여기에 접속할 수 있습니다. TLS를 쓰는 서버만 접속하게 하세요. 이 프로그램은 TLS를 쓰지 않습니다.",
                hint: "Docs/Sync.md shows one. Give the name by which it is asked with --name.",
                "Docs/Sync.md에 예가 있습니다. 그 서버의 이름은 --name으로 알려 주세요.")
        }
        let run = Run(
            folder: folder, options: options, chosenToken: token, listenAddress: listenAddress, language: language)
        try await run.answer(until: end)
    }
}

/// What is said to the person and to programs that read along.
enum Terminal {
    /// Writes a line; nobody need be there to read it.
    static func say(_ line: String, to stream: StandardStream) {
        try? stream.write(line + "\n")
        try? stream.flush()
    }
}
