internal import DiarylogHost

// On a terminal, long texts go through the user's pager.

extension Session {
    /// Shows a text through the user's pager if it does not fit on the terminal; otherwise writes it directly.
    func page(_ text: String) throws {
        let pager = pager
        guard isTerminal, !pager.isEmpty, Terminal.isTerminal(.input), !Self.fits(text) else { return try write(text) }
        guard (try? ChildProcess.runFeeding(["sh", "-c", Self.settings + pager], input: text.utf8.span)) == 0
        else {
            return try write(text)
        }
    }

    /// Lets less and lv pass colours on, and less read UTF-8 whatever locale the machine has, unless the user has told
    /// them what to do.
    private static let settings =
        "export LESS=\"${LESS-FRX}\" LV=\"${LV--c}\" LESSCHARSET=\"${LESSCHARSET-utf-8}\"\n"

    /// Whether the screen has room for the text and the prompt after it.
    private static func fits(_ text: String) -> Bool {
        let height = Terminal.height(of: .output) ?? 24
        let width = max(Terminal.width(of: .output) ?? 80, 1)
        var rows = 1
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            rows += max((OnScreen.columns(of: line) + width - 1) / width, 1)
            if rows > height { return false }
        }
        return true
    }
}

extension OnScreen {
    /// The columns that a line takes; colours take none.
    static func columns(of line: Substring) -> Int {
        var columns = 0
        var isEscape = false
        for character in line {
            if isEscape {
                isEscape = character != "m"
            } else if character == "\u{1B}" {
                isEscape = true
            } else {
                columns += width(character)
            }
        }
        return columns
    }
}
