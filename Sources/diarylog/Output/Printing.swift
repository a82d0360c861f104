internal import DiaryModel
internal import Host
internal import Interchange

// Where words go: data to standard output, everything else to standard error.

extension Session {
    var isTerminal: Bool { Terminal.isTerminal(.output) }

    var isColoured: Bool {
        switch options.color {
        case .always: true
        case .never: false
        case .auto: isTerminal && (ProcessEnvironment.value("NO_COLOR") ?? "").isEmpty
        }
    }

    /// Writes data.
    func write(_ bytes: [UInt8]) throws(Problem) {
        try system { () throws(SystemError) in try StandardStream.output.write(bytes.span) }
    }

    func write(_ text: String) throws(Problem) { try write(Array(text.utf8)) }

    /// Writes one JSON document and ends its line.
    func write(_ value: JSONValue) throws(Problem) { try write(JSONWriter.bytes(value) + [0x0A]) }

    /// Says something beside the results; with --quiet or where nobody listens it is not said.
    func say(_ notice: Notice) {
        guard !options.quiet, !isJSON else { return }
        Speech.say(text(notice.sentence) + "\n")
    }

    /// Shows a long text on a terminal through the reader's pager, and writes it plainly otherwise.
    func page(_ text: String) throws(Problem) {
        let chosen = ProcessEnvironment.value("PAGER") ?? "less -FRX"
        guard isTerminal, !options.noPager, !chosen.isEmpty, Terminal.isTerminal(.input) else { return try write(text) }
        guard (try? ChildProcess.runFeeding(["sh", "-c", chosen], input: text.utf8.span)) == 0 else {
            return try write(text)
        }
    }
}

/// Standard error, which may fail without anybody to tell.
enum Speech {
    static func say(_ text: String) { try? StandardStream.error.write(text) }

    /// An error and its hint, in words or as JSON.
    static func tell(_ told: Told, language: Language, asJSON: Bool) {
        let message = told.message.text(language)
        let hint = told.hint?.text(language)
        if asJSON {
            let object: JSONValue = [
                "error": ["code": .text(told.code), "message": .text(message), "hint": .text(orNull: hint)]
            ]
            say(String(decoding: JSONWriter.bytes(object), as: UTF8.self) + "\n")
        } else {
            say(Word.error.sentence.text(language) + ": " + OnScreen.safe(message, lines: true) + "\n")
            if let hint {
                say(Word.hint.sentence.text(language) + ": " + OnScreen.safe(hint, lines: true) + "\n")
            }
        }
    }
}
