internal import ArgumentParser

/// What the program was asked for on its command line.
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diarylog-web", abstract: "Shows a diary as a page in your browser, on this machine alone.",
        discussion: "It prints the address of the page, and ends on Ctrl-C. diarylog serve begins it.",
        version: "0.1.0")

    @Option(help: ArgumentHelp("The folder of the diary.", valueName: "folder"))
    var diary: String?

    @Option(help: "The port to listen at; 0 for any that is free.")
    var port: UInt16 = 0

    @Option(help: ArgumentHelp("Listen at a Unix socket of this path, which only you may open.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The address to listen at.", valueName: "address"))
    var host = "127.0.0.1"

    @Flag(name: .customLong("i-know"), help: "Listen where others can connect: only behind a server that speaks TLS.")
    var iKnow = false

    @Option(
        help: ArgumentHelp("A name by which a server in front asks for the page; can be repeated.", valueName: "name"))
    var name: [String] = []

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Flag(help: "Let nothing be changed.")
    var readOnly = false

    @Option(help: ArgumentHelp("Seconds after which a client that is too slow is cut off.", valueName: "seconds"))
    var patience: UInt16 = 20

    @Option(help: ArgumentHelp("The language of messages: en or ko.", valueName: "language"))
    var lang: Language?

    func validate() throws {
        guard patience > 0 else { throw ValidationError("--patience needs at least one second.") }
    }
}

/// The languages of messages.
enum Language: String, ExpressibleByArgument, CaseIterable {
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
