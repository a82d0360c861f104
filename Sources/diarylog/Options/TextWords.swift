/// The words of `add`, so that the parser takes text for text: `add -5도`, `add -hello`, `add 눈이 왔다`.
enum TextWords {
    /// The options of `add` that take a value; the others are flags.
    static let valued: Set = [
        "--date", "--tag", "--attach", "--place", "--key", "--template", "--diary", "--at", "--color", "--lang", "--tz",
        "--date-style",
    ]

    /// The words of a command line with the text of `add` last, behind "--", where the parser leaves it alone.
    ///
    /// A word is an option if it could be one: "-h", or two dashes and a name. What follows "--" is text, whatever it
    /// looks like.
    static func last(in words: [String]) -> [String] {
        guard words.first == "add" else { return words }
        var options: [String] = []
        var text: [String] = []
        var index = 1
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                text += words[index...]
                break
            }
            guard isOption(word) else {
                text.append(word)
                continue
            }
            options.append(word)
            guard valued.contains(word), index < words.count else { continue }
            options.append(words[index])
            index += 1
        }
        return ["add"] + options + (text.isEmpty ? [] : ["--"] + text)
    }

    private static func isOption(_ word: String) -> Bool {
        if word == "-h" { return true }
        guard word.hasPrefix("--") else { return false }
        let name = word.dropFirst(2).prefix { $0 != "=" }
        let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        return isName && name.utf8.first.map { (0x61...0x7A).contains($0) } == true
    }
}
