internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

/// How a difference of texts is shown.
enum DiffStyle {
    /// As diff -u writes it: for programs, and for texts whose lines are short.
    case lines
    /// What came and went within the paragraphs.
    case words

    /// What people and programs get who do not say.
    static func usual(_ session: Session) -> DiffStyle { session.isTerminal ? .words : .lines }
}

/// A difference for people: the entry, its fields, and what differs in its text.
enum DiffText {
    static func item(_ item: DiaryDiff.Item, by style: DiffStyle, _ session: Session) -> String {
        let word: Sentence =
            switch item.change {
            case .added: .added
            case .removed: .removed
            case .changed: .changed
            }
        let title = (item.after ?? item.before).map { OnScreen.short($0, session) } ?? session.text(.noTitle)
        let head =
            session.text(word) + " " + session.paint(OnScreen.shortID(item.id), 33) + " "
            + session.paint(session.shown(title), 1)
        return session.broken(head) + fields(of: item, session) + hunks(item.hunks, by: style, session)
    }

    /// A line for each field that differs.
    private static func fields(of item: DiaryDiff.Item, _ session: Session) -> String {
        item.fields(session).map { field in
            "\(session.text(field.word)): " + session.paint(session.shown(field.before), 31) + " → "
                + session.paint(session.shown(field.after), 32) + "\n"
        }.joined()
    }

    /// What differs, with some lines around it.
    static func hunks(_ hunks: [DiffHunk], by style: DiffStyle, _ session: Session) -> String {
        hunks.map { hunk in
            let pieces = style == .words ? hunk.pieces : []
            // What differs in a line feed at the end alone is seen by lines.
            if !pieces.contains(where: { $0.kind != .same }) { return lines(hunk, session) }
            return range(hunk, session) + session.broken(pieces.map { piece($0, session) }.joined())
        }.joined()
    }

    /// What a version changed, in few lines: the words that came and went, each with a few words around them.
    static func excerpt(_ item: DiaryDiff.Item, _ session: Session) -> String {
        var words = ""
        for hunk in item.hunks {
            var pieces = hunk.pieces
            for index in pieces.indices where pieces[index].kind == .same {
                let (before, after) = (index > 0, index < pieces.count - 1)
                pieces[index].text = around(pieces[index].text, tail: after, head: before)
            }
            words += pieces.map { piece($0, session) }.joined()
            if !words.hasSuffix("\n") { words += "\n" }
        }
        return session.broken(fields(of: item, session) + words, rowsMost: 8, indent: 4)
    }

    /// The most characters of a stretch that stayed, beside one that did not.
    private static let context = 24

    /// The beginning of a text that follows a change, and the end of one that precedes one.
    private static func around(_ text: String, tail: Bool, head: Bool) -> String {
        if text.count <= context { return text }
        func words(_ part: Substring, _ keeps: (Substring) -> Substring) -> String {
            part.contains(" ") ? String(keeps(part)) : String(part)
        }
        let first = head ? words(text.prefix(context)) { $0.prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) } : ""
        let last =
            tail
            ? words(text.suffix(context)) { part in
                part.suffix(from: part.firstIndex(of: " ").map { part.index(after: $0) } ?? part.startIndex)
            } : ""
        if first.count + last.count >= text.count { return text }
        if head, tail, text.count <= context * 2 { return text }
        return first + (head ? " …" : "… ") + (head && tail ? " " : "") + last
    }

    private static func piece(_ piece: DiffHunk.Piece, _ session: Session) -> String {
        let words = session.shown(piece.text, lines: true)
        guard piece.kind != .same else { return words }
        let ends = words.hasSuffix("\n")
        // Each line has colours or marks of its own.
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        let marked = (ends ? lines.dropLast() : lines[...]).map { line in
            guard !line.isEmpty else { return "" }
            if !session.isColoured { return piece.kind == .removed ? "[-\(line)-]" : "{+\(line)+}" }
            return session.paint(String(line), piece.kind == .removed ? "9;31" : "32")
        }
        return marked.joined(separator: "\n") + (ends ? "\n" : "")
    }

    private static func range(_ hunk: DiffHunk, _ session: Session) -> String {
        let range = "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@"
        return session.paint(range, 36) + "\n"
    }

    /// The lines that changed, as diff -u writes them.
    private static func lines(_ hunk: DiffHunk, _ session: Session) -> String {
        var text = range(hunk, session)
        for line in hunk.lines {
            text += Self.line(line, session) + "\n"
            // In diff(1)'s words, in every language.
            if line.isOpen { text += "\\ No newline at end of file\n" }
        }
        return text
    }

    private static func line(_ line: DiffHunk.Line, _ session: Session) -> String {
        let words = session.shown(line.text)
        return switch line.kind {
        case .same: " " + words
        case .removed: session.paint("-" + words, 31)
        case .added: session.paint("+" + words, 32)
        }
    }
}

/// How a command shows differences: as it is told, else by words to people and by lines to programs.
struct DiffOptions: ArgumentGroup {
    @Flag(
        "words", against: ["--lines"],
        help: Sentence("By words, within the lines: on a terminal the default.", "줄 안의 낱말로. 터미널에서는 기본입니다."))
    var words = false

    @Flag("lines", help: Sentence("By lines, as diff -u writes them.", "diff -u처럼 줄로."))
    var lines = false

    func style(_ session: Session) -> DiffStyle {
        words ? .words : lines ? .lines : .usual(session)
    }
}

extension DiaryDiff.Item {
    /// What differs besides the text, as people read it; empty if the entry is missing on one side.
    func fields(_ session: Session) -> [(word: Sentence, before: String, after: String)] {
        guard let before, let after else { return [] }
        return DifferenceJSON.fields(self).map { field in
            let (name, text) = (field.name, Self.text)
            return (Self.word(name), text(name, before, session), text(name, after, session))
        }
    }

    private static func word(_ name: String) -> Sentence {
        switch name {
        case "date": .date
        case "tags": .tags
        case "starred": .star
        case "place": .place
        case "attachments": Sentence("attachments", "첨부")
        default: .weather
        }
    }

    private static func text(_ name: String, _ entry: Entry, _ session: Session) -> String {
        switch name {
        case "date": OnScreen.date(entry.content.date, session)
        case "tags": entry.content.tags.isEmpty ? "-" : entry.content.tags.map { "#" + $0.text }.joined(separator: " ")
        case "starred": entry.content.isStarred ? "★" : "-"
        case "place": entry.content.place?.typed ?? "-"
        case "attachments":
            entry.content.attachments.isEmpty ? "-" : entry.content.attachments.map(\.name).joined(separator: ", ")
        default: entry.content.weather?.main ?? "-"
        }
    }
}
