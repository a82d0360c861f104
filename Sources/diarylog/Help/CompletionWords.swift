internal import DiaryModel

/// The words that a completion script shows beside commands and options, put into Korean.
///
///     zsh     'list:List the entries.'     '--on[Of this day.]:day:'
///     fish    -d 'Of this day.'
enum CompletionWords {
    static func translated(_ script: String) -> String {
        script.split(separator: "\n", omittingEmptySubsequences: false).map { translated(line: $0) }
            .joined(separator: "\n")
    }

    private static func translated(line: Substring) -> String {
        for (opening, closing) in [("[", "]"), (" -d '", "'"), (":", "'")] {
            guard let start = line.firstRange(of: opening)?.upperBound,
                let end = line[start...].lastRange(of: closing)?.lowerBound, start < end
            else { continue }
            let english = plain(String(line[start..<end]))
            guard let korean = HelpWords.korean(english) else { continue }
            // Korean has what a shell would take for its own only where the English has: quotes and brackets.
            return line[..<start] + escaped(korean, inBrackets: opening == "[") + line[end...]
        }
        return String(line)
    }

    private static func plain(_ text: String) -> String {
        text.replacing("'\\''", with: "'").replacing("\\'", with: "'").replacing("\\:", with: ":")
            .replacing("\\[", with: "[").replacing("\\]", with: "]").replacing("\\\\", with: "\\")
    }

    private static func escaped(_ text: String, inBrackets: Bool) -> String {
        let quoted = text.replacing("'", with: "’")
        guard inBrackets else { return quoted }
        return quoted.replacing(":", with: "\\:").replacing("[", with: "\\[").replacing("]", with: "\\]")
    }
}

extension Substring {
    /// The last place where another text stands in it.
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        var last: Range<Index>?
        var rest = self
        while let place = rest.firstRange(of: text) {
            last = place
            rest = rest[place.upperBound...]
        }
        return last
    }
}
