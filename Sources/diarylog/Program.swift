internal import ArgumentParser
internal import DiaryModel
internal import Glibc
internal import Host

/// The program: reads the arguments, runs one command, and ends with its exit code.
@main
struct Program {
    static func main() {
        try? StandardStream.openMissing()
        StandardStream.ignoreBrokenPipe()
        Interrupts.exitQuietlyOnInterrupt()
        let raw = Array(ProcessArguments.bytes().dropFirst())
        let arguments = raw.map { String(decoding: $0, as: UTF8.self) }
        let language = Tongue.chosen(in: arguments)
        FatalSignals.install(
            message: Notice.crashed.sentence.text(language), exitCode: ExitStatus.damaged.rawValue)
        let asJSON = arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "--jsonl" }
        exit(run(raw, arguments, language, asJSON: asJSON).rawValue)
    }

    private static func run(
        _ raw: [[UInt8]], _ arguments: [String], _ language: Language, asJSON: Bool
    ) -> ExitStatus {
        do throws(Problem) {
            if let number = raw.firstIndex(where: { !TextInput.isUTF8($0) }) {
                throw .usage(.argumentNotUTF8(number: number + 1))
            }
            try obey(raw, arguments, language)
            try system { () throws(SystemError) in try StandardStream.output.flush() }
            return .fine
        } catch {
            // What was written before the problem still belongs to the reader.
            try? StandardStream.output.flush()
            if let told = error.told { Speech.tell(told, language: language, asJSON: asJSON) }
            return error.status
        }
    }

    private static func obey(_ raw: [[UInt8]], _ arguments: [String], _ language: Language) throws(Problem) {
        let command: any ParsableCommand
        do {
            command = try Diarylog.parseAsRoot(commandFirst(arguments))
        } catch {
            guard Diarylog.exitCode(for: error) == .success else {
                throw .usage(.arguments(ParserWords.sentence(Diarylog.message(for: error))))
            }
            return try print(Diarylog.fullMessage(for: error))
        }
        guard let command = command as? any DiaryCommand else {
            return try print(Diarylog.helpMessage())
        }
        let session = Session(options: command.global, language: command.global.lang ?? language, arguments: raw)
        try command.carryOut(in: session)
    }

    private static func print(_ text: String) throws(Problem) {
        try system { () throws(SystemError) in try StandardStream.output.write(text + "\n") }
    }

    /// Moves global options that stand before the command behind it, where the parser looks for them.
    static func commandFirst(_ arguments: [String]) -> [String] {
        let valued: Set = ["--diary", "--at", "--color", "--lang", "--tz", "--date-style"]
        let flags: Set = ["--json", "--jsonl", "--quiet", "--no-pager"]
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            let name = argument.split(separator: "=", maxSplits: 1).first.map(String.init) ?? argument
            if flags.contains(argument) || (valued.contains(name) && name != argument) {
                index += 1
            } else if valued.contains(argument) {
                index += 2
            } else {
                break
            }
        }
        guard index > 0, index < arguments.count, !arguments[index].hasPrefix("-") else { return arguments }
        return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
    }
}

/// The root of the commands; by itself it shows them.
struct Diarylog: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diarylog",
        abstract: "A diary that forgets nothing unless you say so.",
        discussion: "Every change is an event; every reading command can answer as of any of them (--at).",
        version: "0.1.0",
        subcommands: [
            Init.self, Add.self, Edit.self, Delete.self, Restore.self, List.self, Show.self, Log.self, Replay.self,
            Import.self, Export.self, Help.self,
        ])
}
