internal import DiaryModel
internal import DiarylogHost

/// Which language to speak: that of `--lang`, or else of the settings file, or else of the first of LC_ALL, LC_MESSAGES
/// and LANG that is set.
enum Tongue {
    /// The variable that decides.
    static var decidingVariable: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].first { Session.variable($0) != nil }
    }

    private static var surroundings: Language {
        decidingVariable.flatMap { ProcessEnvironment.value($0) }?.hasPrefix("ko") == true ? .ko : .en
    }

    /// Looks for `--lang` before the arguments are parsed, so that their errors are told in that language.
    static func chosen(in arguments: [String], _ settings: Settings) -> Language {
        let usual = settings.language ?? surroundings
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--lang", index + 1 < arguments.count {
                return Language(rawValue: arguments[index + 1]) ?? usual
            }
            if argument.hasPrefix("--lang=") {
                return Language(rawValue: String(argument.dropFirst(7))) ?? usual
            }
        }
        return usual
    }
}
