// Lines that are too long for the screen are broken at words.

extension OnScreen {
    /// The lines of a text, broken at spaces so that none takes more than so many columns; nil breaks none.
    ///
    /// A word that is longer than a line is broken between characters. What a line begins with, it keeps; the spaces
    /// that it is broken at go.
    static func wrapped(_ text: String, to columns: Int?) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix("\r") ? line.dropLast() : line
        }
        guard let columns else { return lines.map(String.init) }
        return lines.flatMap { wrapped(line: $0, to: max(columns, 2)) }
    }

    private static func wrapped(line: Substring, to columns: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        // The columns of `current`, and where its last space stands.
        var used = 0
        var space: (before: String.Index, after: String.Index)?
        for character in line {
            let width = character == "\t" ? 8 - used % 8 : width(character)
            if used + width > columns, !current.isEmpty {
                if character == " " {
                    // A space at the very end begins the next line's word.
                    lines.append(current)
                    (current, used, space) = ("", 0, nil)
                    continue
                }
                if let position = space {
                    lines.append(String(current[..<position.before]))
                    current = String(current[position.after...])
                } else {
                    lines.append(current)
                    current = ""
                }
                used = current.reduce(0) { $0 + self.width($1) }
                space = nil
            }
            if character == " ", current.contains(where: { $0 != " " }) {
                let before = current.endIndex
                current.append(character)
                space = (before, current.endIndex)
            } else {
                current.append(character)
            }
            used += width
        }
        return lines + [current]
    }

    /// A text with spaces behind it, up to so many columns.
    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(columns - width(of: text), 0))
    }

    /// The columns that a text without colours takes.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width($1) } }
}
