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
        var language = Language.chosen(in: ProcessEnvironment.value)
        do throws(Problem) {
            try await serve(try options(&language), language, until: end)
            return 0
        } catch {
            Terminal.say(error.text(language), to: .error)
            return error.exitCode
        }
    }

    /// What was asked for; ends the program if that was help.
    private static func options(_ language: inout Language) throws(Problem) -> Options {
        let words = ProcessArguments.bytes().dropFirst().map { String(decoding: $0, as: UTF8.self) }
        if let asked = Language.asked(in: words) { language = asked }
        do throws(Unparsed) {
            return try Options.parse(words)
        } catch {
            switch error {
            case .helpAsked: Terminal.say(OptionWords.help(language), to: .output)
            case .versionAsked: Terminal.say(Release.text(of: "diarylog-web"), to: .output)
            case .mistake(let mistake): throw .options(mistake)
            }
        }
        exit(0)
    }

    private static func serve(_ options: Options, _ language: Language, until end: EndRequest) async throws(Problem) {
        let named = options.diary ?? ProcessEnvironment.value("DIARYLOG_DIARY")
        guard let folder = named, !folder.isEmpty else { throw .noDiary }
        let chosen = ProcessEnvironment.value("DIARYLOG_WEB_TOKEN")
        let token = chosen.flatMap { PageToken($0) }
        if chosen != nil, token == nil { throw .token }
        let listenAddress = try ListenAddress(options)
        try await listenAddress.throwIfOccupied()
        if options.iKnow { Terminal.say(language.of(Words.onlyBehindTLS), to: .error) }
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
