/// What is known of editors: how each is told at which line to open a file, and which return before the file is closed.
enum EditorLine {
    /// Editors that hand the file to a window and return, and the option that has them wait.
    private static let waiting = [
        "code": "--wait", "code-insiders": "--wait", "codium": "--wait", "vscodium": "--wait", "cursor": "--wait",
        "windsurf": "--wait", "zed": "--wait", "subl": "--wait", "mate": "--wait", "atom": "--wait", "kate": "--block",
        "gedit": "--wait", "gnome-text-editor": "--standalone", "gvim": "--nofork", "open": "-W -n", "xdg-open": "",
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

    /// `+7 FILE`.
    private static let plus: Set = [
        "vi", "vim", "nvim", "view", "gvim", "vim.tiny", "vim.basic", "nvi", "elvis", "nano", "pico", "rnano", "emacs",
        "emacsclient", "jed", "joe", "jmacs", "jstar", "mg", "zile", "jove", "ne", "kak", "gedit", "mcedit", "micro",
        "pluma", "tilde", "vis",
    ]
    /// `FILE:7`.
    private static let colon: Set = ["hx", "helix", "subl", "zed", "mate"]
    /// `--goto FILE:7`.
    private static let goto: Set = ["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"]

    /// The words behind the editor's command that open a file at a line, from 1; only the file for an editor that is
    /// not known.
    static func words(opening path: String, at line: Int?, by command: String) -> [String] {
        guard let line, line > 1, let name = program(of: command) else { return [path] }
        if plus.contains(name) { return ["+\(line)", path] }
        if colon.contains(name) { return ["\(path):\(line)"] }
        if goto.contains(name) { return ["--goto", "\(path):\(line)"] }
        return name == "kate" || name == "kwrite" ? ["--line", "\(line)", path] : [path]
    }

    /// The program that a command runs, without its folder: what stands behind `exec`, `env` and variables.
    private static func program(of command: String) -> String? {
        let words = command.split(separator: " ").drop {
            ["exec", "env", "command", "nice"].contains($0) || ($0.contains("=") && !$0.hasPrefix("-"))
        }
        return words.first?.split(separator: "/").last.map(String.init)
    }
}
