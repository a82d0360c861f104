// Lines that are too long for the screen are broken at words.

extension OnScreen {
    /// The lines of a text, broken at spaces so that none takes more than so many columns; nil breaks none.
    ///
    /// A word that is longer than a line is broken between characters, or sticks out with `keepingWords`. What a line
    /// begins with, it keeps; the spaces that it is broken at go. Colours take no column.
    static func wrapped(_ text: String, to columns: Int?, keepingWords: Bool = false) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix("\r") ? line.dropLast() : line
        }
        guard let columns else { return lines.map(String.init) }
        return lines.flatMap { wrapped(line: $0, to: max(columns, 2), keepingWords: keepingWords) }
    }

    private static func wrapped(line: Substring, to columns: Int, keepingWords: Bool) -> [String] {
        var lines: [String] = []
        var current = ""
        // The columns of `current`, and where its last space stands.
        var used = 0
        var space: (before: String.Index, after: String.Index)?
        var isColour = false
        for character in line {
            if isColour || character == "\u{1B}" {
                isColour = character != "m"
                current.append(character)
                continue
            }
            let width = character == "\t" ? 8 - used % 8 : width(character)
            let isWord = space == nil && character != " "
            if used + width > columns, !current.isEmpty, !(isWord && keepingWords) {
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
                used = self.columns(of: current[...])
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

extension Session {
    /// A row of columns; on a terminal that is too narrow for it, broken at words, with all but its first line
    /// indented.
    func row(_ columns: [String]) -> String {
        let text = columns.joined(separator: column)
        guard let width = textWidth, OnScreen.columns(of: text[...]) > width else { return text + "\n" }
        let lines = OnScreen.wrapped(text, to: max(width - 4, 20))
        return recoloured(lines).enumerated().map { ($0 == 0 ? "" : "    ") + $1 + "\n" }.joined()
    }

    /// Lines broken at words on a terminal, as many as are wanted, behind so many spaces; the last one ends in a line
    /// feed as well.
    func broken(_ text: String, rowsMost: Int = .max, indent: Int = 0) -> String {
        var lines = OnScreen.wrapped(text, to: textWidth.map { max($0 - indent, 20) })
        if lines.last?.isEmpty == true { lines.removeLast() }
        if lines.count > rowsMost { lines = lines.prefix(rowsMost - 1) + ["…"] }
        let space = String(repeating: " ", count: indent)
        return recoloured(lines).map { ($0.isEmpty ? "" : space) + $0 + "\n" }.joined()
    }

    /// The same lines, each with the colour that it begins in: a pager forgets it at the end of a line.
    func recoloured(_ lines: [String]) -> [String] {
        guard isColoured else { return lines }
        var colour: Substring?
        return lines.map { line in
            let begun = colour.map { $0 + line } ?? line
            for part in line.split(separator: "\u{1B}").dropFirst(line.hasPrefix("\u{1B}") ? 0 : 1) {
                guard let end = part.firstIndex(of: "m") else { continue }
                let code = part[...end]
                colour = code == "[0m" ? nil : "\u{1B}" + code
            }
            return colour == nil ? begun : begun + "\u{1B}[0m"
        }
    }
}
