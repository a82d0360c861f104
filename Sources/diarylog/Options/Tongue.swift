internal import DiaryModel
internal import Host

/// Which language to speak: `--lang`, else the first of LC_ALL, LC_MESSAGES and LANG that says one.
enum Tongue {
    static var surroundings: Language {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = ProcessEnvironment.value(name), !value.isEmpty else { continue }
            return value.hasPrefix("ko") ? .ko : .en
        }
        return .en
    }

    /// Looks for `--lang` before anything is parsed, so that a mistake elsewhere is told in it.
    static func chosen(in arguments: [String]) -> Language {
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--lang", index + 1 < arguments.count {
                return Language(rawValue: arguments[index + 1]) ?? surroundings
            }
            if argument.hasPrefix("--lang=") {
                return Language(rawValue: String(argument.dropFirst(7))) ?? surroundings
            }
        }
        return surroundings
    }
}
