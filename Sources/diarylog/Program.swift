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
        let raw = Array(ProcessArguments.bytes().dropFirst())
        let arguments = raw.map { String(decoding: $0, as: UTF8.self) }
        let (settings, mistake) = settings()
        let language = Tongue.chosen(in: arguments, settings)
        let isTyping = Completing.isAsked(arguments)
        FatalSignals.install(
            message: isTyping ? "" : Notice.crashed.sentence.text(language),
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
            if let number = call.raw.firstIndex(where: { !TextInput.isUTF8($0) }) {
                throw Problem.argumentNotUTF8(number: number + 1)
            }
            try obey(call, opened, language)
            return .fine
        } catch {
            let problem = Problem(error)
            // What was written before the problem still belongs to the reader.
            try? StandardStream.output.flush()
            // A problem that says itself what is damaged has said enough.
            let damage =
                problem.status == .damaged && !problem.isOfLeftOut ? Damage() : opened.now.diary?.damage ?? Damage()
            if !problem.isSilent {
                let kept = opened.now.kept.map { [$0.member] } ?? []
                ErrorOutput.write(
                    problem, language: language, asJSON: asJSON, besides: kept + DamageWords.members(damage))
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
        let words = counting(commandFirst(call.words))
        let command: any DiaryCommand
        let kind = try kind(of: words)
        do throws(Unparsed) {
            command = try (kind ?? StatusCommand.self).parse(kind == nil ? words : Array(words.dropFirst()))
        } catch {
            switch error {
            case .helpAsked:
                guard let kind else { return try print(Overview.text(language), end: "") }
                return try print(HelpPage(kind, language).text)
            case .versionAsked: return try print(Release.text(of: "diarylog"))
            case .mistake(let mistake):
                throw Problem.badArguments(ParserWords.sentence(mistake), of: kind?.about.name)
            }
        }
        // Help is available even if the settings file is wrong.
        if let mistake = call.mistake, !(command is Help) { throw mistake }
        let session = Session(
            options: command.global, settings: call.settings, language: command.global.lang ?? language,
            arguments: call.raw, opened: opened, isChanging: command.changes)
        // Nobody's dates are read in a wrong zone, or as of a wrong now; but help is always there.
        if command.showsDates { try session.checkClock() }
        try end(session) { () throws in
            try command.carryOut(in: session)
            return command.changes
        }
    }

    /// Carries a command out, which says whether it changes the diary, and ends it: the result first, as what comes
    /// after it may fail by itself. What a command wrote before it failed is followed by the same as any change.
    private static func end(_ session: Session, _ command: () throws -> Bool) throws {
        var (isChanging, failure) = (session.isChanging, (any Error)?.none)
        do {
            isChanging = try command()
            try session.flush()
            try session.close(changing: isChanging)
        } catch {
            failure = error
        }
        if isChanging, failure == nil || session.opened.now.diary?.hasWritten == true {
            catchUp(session)
            session.exchangeLater()
        }
        if let failure { throw failure }
    }

    /// Does what is due after a change; a failure here is no failure of the change.
    private static func catchUp(_ session: Session) {
        guard let diary = try? session.open() else { return }
        _ = try? diary.catchUp()
        if let slow = try? diary.slowReader() {
            session.notify(.slowReader(process: slow.process, bytes: slow.bytes))
        }
    }

    /// The command that the first word names; nil if it is no word, but an option, or there is none.
    private static func kind(of words: [String]) throws -> (any DiaryCommand.Type)? {
        guard let name = words.first, !name.hasPrefix("-") else { return nil }
        if let command = Diarylog.command(name) { return command }
        let names = Diarylog.commands.map { $0.about.name }
        // A sentence, or what begins with a date, is an entry.
        let isText = name.hasSuffix(":") || name.contains(" ")
        throw Problem.unknownCommand(name, near: isText ? ["add"] : MeantCommand.commands(for: name, among: names))
    }

    private static func print(_ text: String, end: String = "\n") throws {
        do throws(SystemError) {
            try StandardStream.output.write(text + end)
            try StandardStream.output.flush()
        } catch {
            throw error.isClosedPipe ? Problem.closedPipe : .outputFailed(error.reason, isChanged: false)
        }
    }

    /// Reads the first `-3` of a list or a log as how many are wanted.
    private static func counting(_ words: [String]) -> [String] {
        guard let name = words.first, ["list", "log"].contains(name) else { return words }
        let index = words.prefix { $0 != "--" }.firstIndex { word in
            word.utf8.count > 1 && word.hasPrefix("-")
                && word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        }
        guard let index else { return words }
        return words[..<index] + ["--limit", String(words[index].dropFirst())] + words[(index + 1)...]
    }

    /// Moves global options from before the command to after it.
    private static func commandFirst(_ words: [String]) -> [String] {
        guard words.first?.hasPrefix("-") == true else { return words }
        let count = GlobalOptions.leading(words)
        guard count < words.count, !words[count].hasPrefix("-") else { return words }
        return [words[count]] + words[..<count] + words[(count + 1)...]
    }
}

/// The program as it describes itself, and its commands.
enum Diarylog {
    static let abstract = HelpText("A diary that forgets nothing unless you say so.", "시키지 않는 한 아무것도 잊지 않는 일기장.")
    static let discussion = HelpText(
        "Every change is an event; every reading command can answer as of any of them (--at).",
        "바뀐 것은 모두 사건으로 남고, 읽는 명령은 어느 사건 때의 답이든 줍니다(--at).")

    static var commands: [any DiaryCommand.Type] {
        [
            Init.self, Add.self, Edit.self, Tagging.self, Delete.self, Attach.self, Detach.self,
            Attachments.self, Undo.self, Redo.self, Restore.self, List.self, Search.self, Show.self, Conflicts.self,
            Today.self, Calendar.self, Random.self, Tags.self, Share.self, Log.self, History.self, Diff.self,
            Blame.self, Stats.self, Serve.self, Replay.self, Verify.self, Rebuild.self, Snapshot.self,
            Drafts.self, Backup.self, Compact.self, Forget.self, Import.self, Export.self, Completions.self,
            Manual.self, WeatherCommand.self, PlaceCommand.self, Sync.self, Config.self, DiariesCommand.self, Help.self,
        ]
    }

    /// The command of this name.
    static func command(_ name: String) -> (any DiaryCommand.Type)? { commands.first { $0.about.name == name } }
}
