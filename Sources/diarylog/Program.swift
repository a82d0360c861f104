internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore

/// The program: reads the arguments, runs one command, and ends with its exit code.
@main
struct Program {
    static func main() {
        try? StandardStream.openMissing()
        StandardStream.ignoreBrokenPipe()
        ChildProcess.keepExitCodes()
        FileSizeLimit.throwInsteadOfSignal()
        Interrupts.exitQuietlyOnInterrupt()
        FirstProcess.endsBySignals()
        let raw = Array(ProcessArguments.bytes().dropFirst())
        let arguments = raw.map { FileSystem.path($0) }
        let (settings, mistake) = settings()
        let language = Tongue.chosen(in: arguments, settings)
        let isTyping = Completing.isAsked(arguments)
        FatalSignals.install(
            message: isTyping
                ? ""
                : Sentence(
                    "error: the program was stopped by damaged data, too little memory or a mistake of its own; diarylog log shows whether it had changed anything. hint: diarylog export --events saves what can still be read, diarylog verify looks for damage.",
                    "오류: 손상된 자료나 모자란 메모리, 또는 프로그램의 잘못으로 멈췄습니다. 그 전에 바뀐 것이 있는지는 diarylog log가 보여 줍니다. 도움말: diarylog export --events로 읽을 수 있는 것을 내보내고, diarylog verify로 손상을 찾습니다."
                ).text(language),
            exitCode: isTyping ? ExitStatus.fine.rawValue : ExitStatus.damaged.rawValue)
        let asJSON = arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "--jsonl" }
        let status = run(
            Call(raw: raw, words: arguments, settings: settings, mistake: mistake), language, asJSON: asJSON)
        // Not the parser's own exit: that would generate the whole help first, only to drop it.
        ProcessEnd.exit(status.rawValue)
    }

    /// What the program was called with.
    private struct Call {
        var raw: [[UInt8]]
        var words: [String]
        var settings: Settings
        /// What is wrong with the settings file.
        var mistake: Problem?
    }

    private static func settings() -> (Settings, Problem?) {
        do { return (try Settings.read(), nil) } catch { return (Settings(), Problem(error)) }
    }

    private static func run(_ call: Call, _ language: Language, asJSON: Bool) -> ExitStatus {
        let opened = OpenedDiary()
        do {
            // The name of a file may be no UTF-8.
            let takesFiles = ["files", "import"].contains(call.words.first)
            let odd = zip(call.raw, call.words).map { raw, word in
                !TextInput.isUTF8(raw) && !(takesFiles && [.file, .directory].contains(try? FileSystem.kind(of: word)))
            }
            if let number = odd.firstIndex(of: true) {
                throw Problem.notUTF8("argument \(number + 1)", "\(number + 1)번째 인자")
            }
            try obey(call, opened, language)
            return .fine
        } catch {
            var problem = Problem(error)
            // What was written before the problem still belongs to the reader.
            do { try StandardStream.output.flush() } catch {
                if problem.isSilent { problem = Problem(error) }
            }
            // A problem that says itself what is damaged has said enough.
            let damage =
                problem.status == .damaged && !problem.isOfLeftOut ? Damage() : opened.now.diary?.damage ?? Damage()
            if !problem.isSilent {
                let kept = opened.now.kept.map { [$0.member] } ?? []
                ErrorOutput.write(
                    problem.about(diary: opened.now.named), language: language, asJSON: asJSON,
                    besides: kept + DamageWords.members(damage))
            }
            if damage.isNone { return problem.status }
            if !asJSON || problem.isSilent {
                ErrorOutput.write(.doubtful(damage, made: false), language: language, asJSON: asJSON)
            }
            return .damaged
        }
    }

    private static func obey(_ call: Call, _ opened: OpenedDiary, _ language: Language) throws {
        if Completing.isAsked(call.words) { return try print(Completing.reply(call.words), end: "") }
        let called = try Called(call.words)
        try obey(called.kind, called, call, opened, language)
    }

    /// Carries a command out and ends it: the result first, as what comes after it may fail by itself. What a command
    /// wrote before it failed is followed by the same as any change.
    private static func obey<Kind: DiaryCommand>(
        _ kind: Kind.Type, _ called: Called, _ call: Call, _ opened: OpenedDiary, _ language: Language
    ) throws {
        let typed: Whole<Kind>
        do throws(Unparsed) { typed = try Whole.parse(called.words) } catch {
            switch error {
            case .helpAsked:
                if kind == StatusCommand.self { return try print(Overview.text(language), end: "") }
                return try print(HelpPage(kind, language).text)
            case .versionAsked: return try print(Release.text(of: "diarylog"))
            case .mistake(.unknownOption("--at", _)):
                throw Problem(
                    usage: "the past cannot be changed: --at is for commands that read",
                    "지난 시점은 바꿀 수 없습니다. --at은 읽는 명령에만 씁니다")
            case .mistake(.unwanted(let words)) where !Diarylog.actions(of: kind.about.name).isEmpty:
                let (name, word) = (kind.about.name, words.first ?? "")
                let actions = Diarylog.actions(of: name).map { $0.about.name.dropFirst(name.count + 1) }
                    .joined(separator: ", ")
                throw Problem(
                    usage: "\(name) has no action \(word); there are \(actions)",
                    "\(name)에 \(word, .named) 동작은 없습니다. 있는 동작: \(actions)",
                    hint: Problem.help(on: name))
            case .mistake(let mistake): throw Problem.badArguments(mistake, of: called.name)
            }
        }
        // Help is available even if the settings file is wrong.
        if let mistake = call.mistake, kind != Help.self { throw mistake }
        let (command, global) = (typed.command, typed.global)
        let session = Session(
            options: global, settings: call.settings, language: global.lang ?? language, arguments: call.raw,
            opened: opened, isChanging: command.changes, moment: typed.moment)
        opened.note { $0.named = global.diary }
        if let alias = called.alias {
            session.notify(
                "\(alias.typed) is diarylog \(alias.meaning)", "\(alias.typed, .topic) diarylog \(alias.meaning)입니다")
        }
        // Nobody's dates are read in a wrong zone, or as of a wrong now; but help is always there.
        if command.showsDates { try session.checkClock() }
        var failure: (any Error)?
        do {
            try command.carryOut(in: session)
            try session.flush()
            try session.close(changing: command.changes)
        } catch {
            failure = error
        }
        session.reportBeginning()
        if command.changes, failure == nil || opened.now.diary?.hasWritten == true {
            catchUp(session)
            session.exchangeLater()
        }
        if let failure { throw failure }
    }

    /// Does what is due after a change; a failure here is no failure of the change.
    private static func catchUp(_ session: Session) {
        guard let diary = try? session.open() else { return }
        _ = try? diary.catchUp()
        session.removeForgottenFiles(in: diary)
        if let slow = try? diary.slowReader() {
            session.notify(
                "process \(slow.process) has been reading for long, and keeps \(bytes: slow.bytes) of the file from being used "
                    + "again: the file grows until it goes on or ends",
                "프로세스 \(slow.process, .subject) 오래 읽고 있어 파일의 \("\(bytes: slow.bytes)", .object) 다시 쓰지 못합니다. 그것이 이어 가거나 끝날 때까지 파일이 커집니다"
            )
        }
    }

    private static func print(_ text: String, end: String = "\n") throws {
        do throws(SystemError) {
            try StandardStream.output.write(text + end)
            try StandardStream.output.flush()
        } catch {
            throw error.isClosedPipe ? Problem.closedPipe : .outputFailed(error.reason, isChanged: false)
        }
    }
}
