internal import Arguments

/// What the program was asked for on its command line.
struct Options: Command {
    static let version = "0.1.0"
    static let about = CommandWords(
        "diarylog-web", abstract: "Shows a diary as a page in your browser, on this machine alone.",
        discussion: "It prints the address of the page, and ends on Ctrl-C. diarylog serve begins it.")

    @Option("diary", value: "folder", help: "The folder of the diary.")
    var diary: String?

    @Option("port", help: "The port to listen at; 0 for any that is free.")
    var port: UInt16 = 0

    @Option("socket", value: "path", help: "Listen at a Unix socket of this path, which only you may open.")
    var socket: String?

    @Option("host", value: "address", help: "The address to listen at.")
    var host = "127.0.0.1"

    @Flag("i-know", help: "Listen where others can connect: only behind a server that speaks TLS.")
    var iKnow = false

    @Option("name", help: "A name by which a server in front asks for the page; can be repeated.")
    var name: [String] = []

    @Flag("open", help: "Open the page in the browser.")
    var open = false

    @Flag("read-only", help: "Let nothing be changed.")
    var readOnly = false

    @Option("patience", value: "seconds", help: "Seconds after which a client that is too slow is cut off.")
    var patience: UInt16 = 20

    @Option("lang", value: "language", help: "The language of messages: en or ko.")
    var lang: Language?

    func validate() throws(Mistake) {
        // No time at all would cut off everybody.
        if patience == 0 { throw .invalid("0", for: "--patience <seconds>", choices: []) }
    }
}

/// The languages of messages.
enum Language: String, Choice {
    case en, ko

    /// The language that the environment asks for.
    static func chosen(in environment: (String) -> String?) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment($0) }.first { !$0.isEmpty }
        return locale?.hasPrefix("ko") == true ? .ko : .en
    }

    /// Looks for `--lang ko` among words that could not be read as options.
    static func asked(in words: [String]) -> Language? {
        for (index, word) in words.enumerated() {
            if word.hasPrefix("--lang=") { return Language(rawValue: String(word.dropFirst(7))) }
            if word == "--lang", index + 1 < words.count { return Language(rawValue: words[index + 1]) }
        }
        return nil
    }
}
