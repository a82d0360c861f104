internal import DiarylogHost

/// How a page of help is laid out: no line is broken within a word, however narrow the screen is.
struct PageLayout {
    let width: Int

    /// For the screen that reads it, or for as many columns as `COLUMNS` says; no wider than any terminal is.
    static var screen: PageLayout {
        let wanted = ProcessEnvironment.value("COLUMNS").flatMap { Int($0) } ?? Terminal.width(of: .output) ?? usual
        return PageLayout(width: min(max(wanted, 20), usual))
    }

    private static let usual = 80
    /// The fewest columns in which a meaning can stand beside its name.
    private static let narrow = 24

    /// A name, and behind it, or below where there is no room for that, what it means.
    func row(_ name: String, _ meaning: String, room: Int) -> String {
        let longest = meaning.split(separator: " ").map { OnScreen.width(of: String($0)) }.max() ?? 0
        let isBelow = width - room < max(Self.narrow, longest)
        let isLong = isBelow || OnScreen.width(of: name) > room - 2
        let indent = isBelow ? 6 : room
        let head = isLong ? line(name, indent: 4) + "\n" : OnScreen.padded(name, to: indent)
        let lines = OnScreen.wrapped(meaning, to: width - indent, keepingWords: true)
        let space = String(repeating: " ", count: indent)
        return head + (isLong ? space : "") + lines.joined(separator: "\n" + space) + "\n"
    }

    /// A line broken at words, all but its beginning behind so many spaces.
    func line(_ text: String, indent: Int = 2) -> String {
        if OnScreen.width(of: text) <= width { return text }
        return OnScreen.wrapped(text, to: width - indent, keepingWords: true)
            .joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// Paragraphs broken at words. Examples, and lines that begin with a space, keep to themselves.
    func text(_ text: String) -> String {
        text.split(separator: "\n\n" as String, omittingEmptySubsequences: false).map { paragraph in
            let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let isProse = !lines.contains { $0.hasPrefix(" ") || $0.hasPrefix("diarylog ") }
            return isProse
                ? line(lines.joined(separator: " "), indent: 0) : lines.map(own).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// A line that keeps to itself. What an example is for goes below it; what stands in columns is put in fewer.
    private func own(_ line: String) -> String {
        if OnScreen.width(of: line) <= width { return line }
        let margin = String(line.prefix { $0 == " " })
        let parts = line.split(separator: "   " as String).map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
        let isExample = parts.first?.hasPrefix("diarylog ") == true
        var rows: [String] = []
        for part in parts {
            if let last = rows.last, !isExample, OnScreen.width(of: last + "   " + part) <= width {
                rows[rows.count - 1] = last + "   " + part
            } else {
                rows.append(margin + (isExample && !rows.isEmpty ? "    " : "") + part)
            }
        }
        return rows.map { self.line($0, indent: margin.count + 4) }.joined(separator: "\n")
    }
}
