internal import DiarylogArguments

/// A shell that asks what may come next. Its script knows no command and no option: it hands the words to
/// `diarylog ---completion SHELL INDEX WORD…` and shows what comes back.
///
/// The first line that comes back is `words`, `files` or `folders`; each line behind it is a word.
enum Shell: String, Choice {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash: Self.forBash
        case .zsh: Self.forZsh
        case .fish: Self.forFish
        }
    }

    /// An offer as a line of the reply: in zsh and fish, which quote it themselves, with what is said of it.
    ///
    /// What stands in a diary is no part of a script: a line is safe for a screen, and nothing in it is run.
    func line(_ offer: Offer, over typed: String) -> String {
        let word = OnScreen.safe(offer.word)
        let about = OnScreen.safe(offer.about)
        switch self {
        case .bash: return ShellWord.escaped(word, over: typed)
        case .zsh:
            let escaped = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return about.isEmpty ? escaped : "\(escaped):\(about)"
        case .fish: return about.isEmpty ? word : "\(word)\t\(about)"
        }
    }

    private static let forBash = """
        # Completions of diarylog for bash.
        _diarylog() {
            local current="${COMP_WORDS[COMP_CWORD]}" reply
            mapfile -t reply < <("${COMP_WORDS[0]}" ---completion bash "$COMP_CWORD" "${COMP_WORDS[@]}" 2>/dev/null)
            case "${reply[0]}" in
                files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
                folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
                *) COMPREPLY=("${reply[@]:1}") ;;
            esac
        }
        complete -o nosort -F _diarylog diarylog dl

        """

    private static let forZsh = """
        #compdef diarylog dl
        # Completions of diarylog for zsh.
        _diarylog() {
            local -a reply
            reply=("${(@f)$("${words[1]}" ---completion zsh $((CURRENT - 1)) "${words[@]}" 2>/dev/null)}")
            case "${reply[1]}" in
                files) _files ;;
                folders) _files -/ ;;
                *) shift reply; _describe -V 'diarylog' reply ;;
            esac
        }
        if [ "${funcstack[1]}" = _diarylog ]; then _diarylog "$@"; else compdef _diarylog diarylog dl; fi

        """

    private static let forFish = """
        # Completions of diarylog for fish.
        function __diarylog_offers
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l reply ($words[1] ---completion fish (count $words) $words "$current" 2>/dev/null)
            switch "$reply[1]"
                case files
                    __fish_complete_path "$current"
                case folders
                    __fish_complete_directories "$current" ''
                case '*'
                    set -e reply[1]
                    printf '%s\\n' $reply
            end
        end
        complete -c diarylog -f -k -a '(__diarylog_offers)'
        complete -c dl -f -k -a '(__diarylog_offers)'

        """
}

/// A word as a shell's completion script hands it over.
enum ShellWord {
    /// A word without the quotes and backslashes of a shell; what it would expand stays as it is, but for `~`.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        guard word.hasPrefix("~/"), let home = Session.variable("HOME") else { return text }
        return home + text.dropFirst()
    }

    /// A word as a person types it for a shell: in quotes where it needs them.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte)
                    || "/._-+,:@%".utf8.contains(byte)
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// A word so that bash, which puts it into its line as it is, takes every character for itself; `typed` is what
    /// stands there of it so far, perhaps with a quote before it.
    static func escaped(_ word: String, over typed: String) -> String {
        if typed.hasPrefix("'") { return word.replacing("'", with: "'\\''") }
        let isQuoted = typed.hasPrefix("\"")
        var text = ""
        for scalar in word.unicodeScalars {
            let isSpecial =
                isQuoted
                ? ["$", "`", "\"", "\\"].contains(scalar)
                : scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
                    && !["@", "%", "+", "=", ":", ",", ".", "/", "_", "-"].contains(scalar)
            if isSpecial { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

extension Session {
    /// The command line as it was typed, for another command and with other words in the place of some: a hint that
    /// names it keeps the options, as far as that command has them.
    func again(_ command: String, _ words: [String], as others: [String]) -> String {
        var typed = arguments.map { String(decoding: $0, as: UTF8.self) }
        // Its own name is one word.
        typed.remove(at: min(LeadingOptions.leading(typed), max(typed.count - 1, 0)))
        for word in words + ["--"] {
            if let index = typed.firstIndex(of: word) { typed.remove(at: index) }
        }
        let line = command.words + typed + others
        let meant = Diarylog.command(beginning: line)
        let isWhole = meant.map { (try? $0.kind.whole.parse(Array(line[$0.count...]))) != nil } == true
        return (["diarylog", command] + ((isWhole ? typed : []) + others).map { OnScreen.safe(ShellWord.quoted($0)) })
            .joined(separator: " ")
    }
}
