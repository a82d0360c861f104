/// A word as a shell's completion script hands it over.
enum ShellWord {
    /// A word without the quotes and backslashes of a shell; what it would expand stays as it is, but for `~`.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        guard word.hasPrefix("~/"), let home = Session.variable("HOME") else { return text }
        return home + text.dropFirst()
    }

    /// A word as a person types it for a shell: in quotes where it needs them.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte)
                    || "/._-+,:@%".utf8.contains(byte)
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// A word so that bash, which puts it into its line as it is, takes every character for itself; `typed` is what
    /// stands there of it so far, perhaps with a quote before it.
    static func escaped(_ word: String, over typed: String) -> String {
        if typed.hasPrefix("'") { return word.replacing("'", with: "'\\''") }
        let isQuoted = typed.hasPrefix("\"")
        var text = ""
        for scalar in word.unicodeScalars {
            let isSpecial =
                isQuoted
                ? ["$", "`", "\"", "\\"].contains(scalar)
                : scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
                    && !["@", "%", "+", "=", ":", ",", ".", "/", "_", "-"].contains(scalar)
            if isSpecial { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
