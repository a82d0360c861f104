internal import DiarylogHost

/// Where an editor opens a text.
struct TextPosition: Equatable {
    /// From 1.
    var line: Int
    /// How many characters of the line stand before it.
    var characters = 0
    /// How many columns of the screen they take.
    var columns = 0

    /// The position behind a text.
    init(behind text: [UInt8]) {
        line = text.count { $0 == 0x0A } + 1
        let words = String(decoding: text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...], as: UTF8.self)
        (characters, columns) = (words.count, OnScreen.width(of: words))
    }

    /// The beginning of a line.
    init(line: Int) { self.line = line }
}

/// What is known of editors: how each is told where to open a file, and which return before the file is closed.
enum EditorLine {
    /// Editors that hand the file to a window and return, and the option that has them wait.
    private static let waiting = [
        "code": "--wait", "code-insiders": "--wait", "codium": "--wait", "vscodium": "--wait", "cursor": "--wait",
        "windsurf": "--wait", "zed": "--wait", "subl": "--wait", "mate": "--wait", "atom": "--wait", "kate": "--block",
        "gedit": "--wait", "gnome-text-editor": "--standalone", "gvim": "--nofork", "open": "-W -n", "xdg-open": "",
        "nvim-qt": "--nofork", "zeditor": "--wait", "code-oss": "--wait", "lapce": "--wait",
    ]

    /// The command as it would wait; nil if it waits as it is, "" if nothing has it wait.
    static func waitingCommand(of command: String) -> String? {
        guard let name = program(of: command), let option = waiting[name] else { return nil }
        let words = command.split(separator: " ")
        if !option.isEmpty, words.contains(where: { $0 == option.prefix { $0 != " " } || $0 == "-w" || $0 == "-f" }) {
            return nil
        }
        return option.isEmpty ? "" : command + " " + option
    }

    /// What is opened where nobody has chosen an editor: the first that is there.
    static let usual = ["editor", "nano", "vi", "micro", "emacs"]

    static func isThere(_ name: String) -> Bool { ExternalProgram(name) != nil }

    static func isVim(_ name: String) -> Bool { normal.contains(name) || ["vi", "view"].contains(name) }

    /// Whether an editor keeps what was not saved, where its settings say.
    static func keepsUnsaved(_ name: String) -> Bool { isVim(name) || ["emacs", "micro"].contains(name) }

    /// The command by which an editor brings back what it had not saved of a file when it was ended.
    static func recovery(of path: String, by name: String) -> String {
        let file = ShellWord.quoted(path)
        if isVim(name) { return "\(name) -r \(file)" }
        return name == "emacs" ? "emacs \(file) -f recover-this-file" : "\(name) \(file)"
    }

    /// `+7 FILE`.
    private static let plus: Set = [
        "vi", "view", "elvis", "nvi", "jed", "joe", "jmacs", "jstar", "mg", "zile", "jove", "ne", "mcedit", "pluma",
        "tilde", "vis",
    ]
    /// `+7 -c 'normal! 12|' FILE`, where 12 is a column of the screen.
    private static let normal: Set = ["vim", "nvim", "gvim", "vim.tiny", "vim.basic", "vim.nox", "vim.gtk3"]
    /// `+7:12 FILE`: the sign between, and whether 12 is a column of the screen, not a character.
    private static let plusColumn = [
        "emacs": (":", true), "emacsclient": (":", true), "nano": (",", true), "pico": (",", true),
        "rnano": (",", true), "kak": (":", false), "micro": (":", false), "gedit": (":", false),
    ]
    /// `FILE:7:12`.
    private static let colon: Set = ["hx", "helix", "subl", "zed", "mate"]
    /// `--goto FILE:7:12`.
    private static let goto: Set = ["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"]

    /// The words behind the editor's command that open a file at a position; only the file for an editor that is not
    /// known. Columns are said where there is one before the position.
    static func words(opening path: String, at position: TextPosition?, by command: String) -> [String] {
        guard let position, position != TextPosition(line: 1), let name = program(of: command) else { return [path] }
        let line = position.line
        let isWithin = position.characters > 0
        func column(_ sign: String, _ before: Int) -> String { isWithin ? "\(sign)\(before + 1)" : "" }
        if plus.contains(name) { return ["+\(line)", path] }
        if normal.contains(name) {
            return ["+\(line)"] + (isWithin ? ["-c", "normal! \(position.columns + 1)|"] : []) + [path]
        }
        if let (sign, isOfScreen) = plusColumn[name] {
            return ["+\(line)" + column(sign, isOfScreen ? position.columns : position.characters), path]
        }
        if colon.contains(name) { return ["\(path):\(line)" + column(":", position.characters)] }
        if goto.contains(name) { return ["--goto", "\(path):\(line)" + column(":", position.characters)] }
        guard name == "kate" || name == "kwrite" else { return [path] }
        return ["--line", "\(line)"] + (isWithin ? ["--column", "\(position.characters + 1)"] : []) + [path]
    }

    /// The program that a command runs, without its folder: what stands behind `exec`, `env` and variables.
    static func program(of command: String) -> String? {
        let words = command.split(separator: " ").drop {
            ["exec", "env", "command", "nice"].contains($0) || ($0.contains("=") && !$0.hasPrefix("-"))
        }
        return words.first?.split(separator: "/").last.map(String.init)
    }
}
