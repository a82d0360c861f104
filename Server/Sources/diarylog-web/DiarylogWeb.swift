internal import ArgumentParser
internal import Glibc
internal import Hummingbird

/// The program: shows one diary as a page, to the browser of the person who began it, until it is told to end.
@main
struct DiarylogWeb {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let environment = Environment()
        var language = Language.chosen { environment.get($0) }
        do throws(Problem) {
            let options = try parsed(&language)
            try await serve(options, environment, language)
        } catch {
            Terminal.say(error.text(language), to: 2)
            exit(error.exitCode)
        }
        exit(0)
    }

    private static func parsed(_ language: inout Language) throws(Problem) -> Options {
        let words = Array(CommandLine.arguments.dropFirst())
        if let asked = Language.asked(in: words) { language = asked }
        do {
            return try Options.parse(words)
        } catch {
            guard Options.exitCode(for: error) != .success else {
                print(Options.helpMessage())
                exit(0)
            }
            throw .options(Options.message(for: error))
        }
    }

    private static func serve(_ options: Options, _ environment: Environment, _ language: Language)
        async throws(Problem)
    {
        guard let folder = options.diary ?? environment.get("DIARYLOG_DIARY"), !folder.isEmpty else { throw .noDiary }
        let token: Token
        if let chosen = environment.get("DIARYLOG_WEB_TOKEN") {
            guard let read = Token(chosen) else { throw .token }
            token = read
        } else {
            token = Token()
        }
        let place = try Place(options)
        try await place.throwIfOccupied()
        if options.iKnow { Terminal.say(Words.onlyBehindTLS(language), to: 2) }
        let run = Run(folder: folder, options: options, token: token, place: place, language: language)
        try await run.untilTold(environment)
    }
}

/// What is said to the person and to programs that read along.
enum Terminal {
    /// Writes a line to standard output, 1, or to standard error, 2; nobody need be there to read it.
    static func say(_ line: String, to descriptor: Int32) {
        _ = SystemCalls.write(Array((line + "\n").utf8), to: descriptor)
    }
}
