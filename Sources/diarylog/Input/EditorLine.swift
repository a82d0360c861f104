/// How editors are told at which line to open a file: each in its own way, and most not at all.
enum EditorLine {
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
