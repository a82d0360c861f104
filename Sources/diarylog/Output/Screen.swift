internal import DiarylogHost

/// Text for people. In a pipe it goes on as it comes. On a terminal what fits on the screen is shown at the end; of
/// more than that the user's pager gets the first screen at once, and all else as it comes.
final class Screen {
    private let session: Session
    private let size: (width: Int, height: Int)
    /// What is not shown yet, or may not be, as far as a pager that fails may have left it.
    private var text = ""
    /// The rows that the whole lines so far take, with one for the prompt, and what follows the last of them.
    private var rows = 1
    private var line = ""
    private var pager: FedProgram?
    private var isDirect: Bool
    private(set) var isEmpty = true

    init(_ session: Session, isPaged: Bool = true) {
        self.session = session
        isDirect = !isPaged || !session.isTerminal || session.pager.isEmpty || !Terminal.isTerminal(.input)
        size = (max(Terminal.width(of: .output) ?? 80, 1), Terminal.height(of: .output) ?? 24)
    }

    /// Shows more. Throws `closedPipe` where the reader has left the pager.
    func write(_ part: String) throws {
        if !part.isEmpty { isEmpty = false }
        if isDirect { return try session.write(part) }
        text += part
        if pager != nil { return try feed(part) }
        count(part)
        guard rows > size.height else { return }
        pager = try? FedProgram(["sh", "-c", Self.settings + session.pager])
        if pager == nil { try showDirectly() } else { try feed(text) }
    }

    func finish() throws {
        if pager != nil { try endPager() } else if !isDirect { try showDirectly() }
    }

    private func count(_ part: String) {
        for (index, piece) in part.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                rows += max((OnScreen.columns(of: line[...]) + size.width - 1) / size.width, 1)
                line = ""
            }
            line += piece
        }
    }

    private func feed(_ part: String) throws {
        if try pager?.write(part.utf8.span) == false {
            try endPager()
            if !isDirect { throw Problem.closedPipe }
        }
        // A pager that has taken more than a pipe holds is there, and has read.
        if text.utf8.count > 1 << 16 { text = "" }
    }

    /// Waits for the pager. What one was given that failed is shown without it.
    private func endPager() throws {
        let code = try? pager?.end()
        pager = nil
        if code != 0, !text.isEmpty { try showDirectly() }
    }

    private func showDirectly() throws {
        isDirect = true
        try session.write(text)
        text = ""
    }

    /// Lets less and lv pass colours on, and less read UTF-8 whatever locale the machine has, unless the user has told
    /// them what to do.
    private static let settings =
        "export LESS=\"${LESS-FRX}\" LV=\"${LV--c}\" LESSCHARSET=\"${LESSCHARSET-utf-8}\"\n"
}

extension Session {
    /// Shows a text, with the pager if it does not fit on the terminal.
    func page(_ text: String) throws {
        let screen = Screen(self)
        try screen.write(text)
        try screen.finish()
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
