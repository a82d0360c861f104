internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

// Where output goes: data to standard output, everything else to standard error.

extension Session {
    var isTerminal: Bool { Terminal.isTerminal(.output) }

    func write(_ bytes: [UInt8]) throws {
        do throws(SystemError) { try StandardStream.output.write(bytes.span) } catch { throw outputProblem(error) }
    }

    /// Hands to the system what was written so far.
    func flush() throws {
        do throws(SystemError) { try StandardStream.output.flush() } catch { throw outputProblem(error) }
    }

    /// Why a result could not be written; it says so if the change itself was.
    private func outputProblem(_ error: SystemError) -> Problem {
        if error.isClosedPipe { return .closedPipe }
        let opened = opened.now
        return .outputFailed(error.reason, isChanged: opened.isNew || opened.diary?.hasWritten == true)
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes one JSON document, or with --jsonl one line of many, and ends the line.
    func write(_ value: JSONValue) throws {
        let whole = options.jsonl ? value : namingDoubts(in: value)
        try write(JSONWriter.bytes(whole) + [0x0A])
    }

    /// What the command met so far and could not believe.
    var damage: Damage { opened.now.diary?.damage ?? Damage() }

    /// An object with the damage that the command met, and the doubts about the time asked for, if there are any.
    func namingDoubts(in value: JSONValue) -> JSONValue {
        let doubts = doubtMembers
        guard !doubts.isEmpty, case .object(let members) = value else { return value }
        // A document that tells of damage by itself has said enough.
        if members.contains(where: { $0.name == "damaged" }) { return value }
        return .object(members + doubts)
    }

    /// Says something beside the results; says nothing with --quiet or JSON.
    func notify(_ sentence: Sentence, evenIfQuiet: Bool = false) {
        guard evenIfQuiet || !options.quiet, !isJSON else { return }
        ErrorOutput.write(ErrorOutput.broken(text(sentence.about(diary: options.diary))) + "\n")
    }

    func notify(_ english: String, _ korean: String) { notify(Sentence(english, korean)) }
}

/// Standard error; a failure to write there is ignored, as there is nobody to tell.
enum ErrorOutput {
    static func write(_ text: String) { try? StandardStream.error.write(text) }

    /// A text broken at words where a person reads it, and nowhere else: a path stays what can be copied.
    static func broken(_ text: String) -> String {
        let width = Terminal.isTerminal(.error) ? Terminal.width(of: .error) : nil
        return OnScreen.wrapped(text, to: width, keepingWords: true).joined(separator: "\n")
    }

    /// An error and its hint, in words or as JSON.
    static func write(_ problem: Problem, language: Language, asJSON: Bool, besides details: [JSONMember] = []) {
        let message = problem.message.text(language)
        let hint = problem.hint?.text(language)
        if asJSON {
            let members = [
                JSONMember("code", .text(orNull: problem.code?.name)), JSONMember("message", .text(message)),
                JSONMember("hint", .text(orNull: hint)),
            ]
            let object: JSONValue = ["error": .object(members + problem.details + details)]
            write(String(decoding: JSONWriter.bytes(object), as: UTF8.self) + "\n")
        } else {
            write(broken(Sentence.error.text(language) + ": " + OnScreen.safe(message, lines: true)) + "\n")
            if let hint { write(broken(Sentence.hint.text(language) + ": " + OnScreen.safe(hint, lines: true)) + "\n") }
        }
    }
}
