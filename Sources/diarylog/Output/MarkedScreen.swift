internal import DiaryModel
internal import DiarylogMarkup
internal import Interchange

/// A text by its marks on a terminal: bold, lists, quotes, tables, each broken to the screen at words.
struct MarkedScreen {
    /// The text of an entry; nil where it has no mark, or is to be shown as it is written: by the setting, and without
    /// colours, since then nothing would tell bold from plain.
    static func text(_ text: [UInt8], _ files: [Attachment], _ session: Session, width: Int?) -> String? {
        guard session.isMarkdown, session.isColoured, let events = EntryMarks.events(of: text, files) else {
            return nil
        }
        var screen = MarkedScreen(text: text, files: files, session: session, width: width)
        for event in events { screen.take(event) }
        screen.endLine()
        return session.recoloured(screen.lines).map { $0 + "\n" }.joined()
    }

    private let text: [UInt8]
    private let files: [Attachment]
    private let session: Session
    private let width: Int?
    private var lines: [String] = []
    /// The line that is being put together, with its colours.
    private var line = ""
    private var open: [MarkdownEvent.Kind] = []
    /// What each line begins with in the quotes and items that are open, and with what the next one does instead.
    private var prefixes: [String] = []
    private var marker: String?
    /// The codes of what is open in the line.
    private var codes: [String] = []
    private var table: [[String]] = []

    private init(text: [UInt8], files: [Attachment], session: Session, width: Int?) {
        (self.text, self.files, self.session, self.width) = (text, files, session, width)
    }

    private mutating func take(_ event: MarkdownEvent) {
        switch event {
        case .text(let range): add(String(decoding: text[range], as: UTF8.self))
        case .replaced(let bytes): add(String(decoding: bytes, as: UTF8.self))
        case .blank(let count): lines += [String](repeating: "", count: count)
        case .begin(let kind):
            begin(kind)
            open.append(kind)
        case .end: if let kind = open.popLast() { end(kind) }
        }
    }

    private mutating func add(_ seen: String) {
        let shown = session.shown(seen.replacing("\r\n", with: "\n").replacing("\r", with: "\n"), lines: true)
        let codes = codes.joined(separator: ";")
        line += shown.split(separator: "\n", omittingEmptySubsequences: false)
            .map { codes.isEmpty ? String($0) : session.paint(String($0), codes) }.joined(separator: "\n")
    }

    // MARK: where something begins

    private mutating func begin(_ kind: MarkdownEvent.Kind) {
        switch kind {
        case .paragraph:
            if !open.isEmpty, marker == nil, line.isEmpty, !lines.isEmpty { addBlank() }
        case .heading(let level): codes.append(level == 1 ? "1;4" : "1")
        case .quote: enter(session.paint("│", 2) + " ", session.paint("│", 2) + " ")
        case .list: endLine()
        case .item(let number, let task):
            var sign = number.map { "\($0). " } ?? "• "
            if let task { sign = task.isDone ? "☑ " : "☐ " }
            enter(sign, String(repeating: " ", count: OnScreen.width(of: sign)))
        case .code: enter("    ", "    ")
        case .rule: lines.append(prefixes.joined() + session.paint(String(repeating: "─", count: min(room, 24)), 2))
        case .table: endLine()
        case .row: table.append([])
        case .cell, .image: break
        case .emphasis: codes.append("3")
        case .strong: codes.append("1")
        case .struck: codes.append("9")
        case .inlineCode: codes.append("36")
        case .link: codes.append("4")
        }
        if case .image(let name) = kind {
            let number = files.firstIndex { $0.name == name }.map { "[\($0 + 1)] " } ?? ""
            line += session.paint(number, 33)
        }
    }

    /// A blank line between the paragraphs of a quote or an item.
    private mutating func addBlank() {
        let blank = prefixes.joined()
        if lines.last != blank { lines.append(blank) }
    }

    private mutating func enter(_ first: String, _ others: String) {
        endLine()
        marker = (marker ?? prefixes.joined()) + first
        prefixes.append(others)
    }

    // MARK: where something ends

    private mutating func end(_ kind: MarkdownEvent.Kind) {
        switch kind {
        case .paragraph, .list: endLine()
        case .heading:
            codes.removeLast()
            endLine()
        case .quote, .item, .code:
            endLine()
            // An item with nothing in it is a sign alone.
            if let marker { lines.append(marker) }
            marker = nil
            prefixes.removeLast()
        case .rule, .row: break
        case .table: endTable()
        case .cell:
            if !table.isEmpty { table[table.count - 1].append(line) }
            line = ""
        case .emphasis, .strong, .struck, .inlineCode: codes.removeLast()
        case .link(let target):
            codes.removeLast()
            // An address that is its own words is told once.
            if !line.contains(target), !line.contains(target.replacing("mailto:", with: "")) {
                line += session.paint(" <" + OnScreen.safe(target) + ">", 2)
            }
        case .image: break
        }
    }

    private var room: Int {
        let used = OnScreen.columns(of: prefixes.joined()[...])
        return width.map { max($0 - used, 10) } ?? .max
    }

    private mutating func endLine() {
        guard !line.isEmpty else { return }
        for part in OnScreen.wrapped(line, to: width == nil ? nil : room) {
            lines.append((marker ?? prefixes.joined()) + part)
            marker = nil
        }
        line = ""
    }

    /// The columns of a table one below the other where they have room, its rows one after the other where not.
    private mutating func endTable() {
        defer { table = [] }
        let count = table.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            table.map { column < $0.count ? OnScreen.columns(of: $0[column][...]) : 0 }.max() ?? 0
        }
        let isWide = widths.reduce(3 * (count - 1), +) > room
        for (index, row) in table.enumerated() {
            var cells = row
            if index == 0 { cells = cells.map { session.paint($0, 1) } }
            if !isWide {
                cells = zip(cells, widths).map { cell, width in
                    cell + String(repeating: " ", count: max(width - OnScreen.columns(of: cell[...]), 0))
                }
            }
            line = cells.joined(separator: session.paint(" │ ", 2))
            endLine()
            if index == 0, !isWide {
                let across = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
                lines.append(prefixes.joined() + session.paint(across, 2))
            }
        }
    }
}
