internal import DiarylogHost
internal import Interchange

// Output that may be long: written piece by piece, so that it is never held whole.

/// A JSON document whose last member is an array, written element by element.
struct JSONArrayOutput {
    private let session: Session
    private let opening: String
    private var isEmpty = true

    /// `opening` is all that precedes the array; it is written with the first element.
    init(opening: String, _ session: Session) {
        self.opening = opening
        self.session = session
    }

    mutating func write(_ value: JSONValue) throws {
        try session.write(isEmpty ? opening + "[" : ",")
        isEmpty = false
        try session.write(JSONWriter.bytes(value))
    }

    /// Ends the array, the document with what is behind the array, and its line.
    func close(_ members: [JSONMember] = []) throws {
        if isEmpty { try session.write(opening + "[") }
        try session.write("]")
        try session.writeEnd(members)
    }
}

/// Text for people: written piece by piece to a pipe, collected for the pager on a terminal.
struct PagedOutput {
    private let session: Session
    private var text = ""

    init(_ session: Session) { self.session = session }

    mutating func write(_ part: String) throws {
        if session.isTerminal { text += part } else { try session.write(part) }
    }

    func finish() throws {
        if session.isTerminal { try session.page(text) }
    }
}

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
