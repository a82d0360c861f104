/// Links from entry to entry, as other programs write them: only those follow them. They stay as they are.
enum EntryLinks {
    /// How many a text has: Day One's `dayone://view?entryId=`, Evernote's `evernote:///view/`, Joplin's `(:/ID)`,
    /// Notion's `(NAME%20ID.md)` and Obsidian's `[[NAME]]`.
    static func count(in text: [UInt8]) -> Int {
        var count = 0
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: ":") where apps.contains(where: { text[index...].starts(with: $0) }): count += 1
            case UInt8(ascii: "(") where isTarget(text[(index + 1)...]) && !isPicture(text[..<index]): count += 1
            case UInt8(ascii: "[") where isName(text, at: index): count += 1
            default: break
            }
        }
        return count
    }

    private static let apps = [Array("://view?entryId=".utf8), Array(":///view/".utf8)]

    /// How far one may reach: what is longer is none.
    private static let most = 2000

    private static func isTarget(_ text: ArraySlice<UInt8>) -> Bool {
        let isJoplin = text.starts(with: [UInt8(ascii: ":"), UInt8(ascii: "/")])
        let target = text.prefix(isJoplin ? 40 : most).prefix { ![0x29, 0x28, 0x20, 0x0A].contains($0) }
        func isID(_ part: ArraySlice<UInt8>) -> Bool {
            part.count == 32 && part.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        }
        if isJoplin { return isID(target.dropFirst(2).prefix(32)) }
        return target.suffix(3).elementsEqual(".md".utf8) && isID(target.dropLast(3).suffix(32))
    }

    /// Whether words in brackets with "!" before them stand at the end.
    private static func isPicture(_ text: ArraySlice<UInt8>) -> Bool {
        guard let open = text.suffix(most).lastIndex(of: UInt8(ascii: "[")), open > text.startIndex else {
            return false
        }
        return text[open - 1] == UInt8(ascii: "!")
    }

    private static func isName(_ text: [UInt8], at index: Int) -> Bool {
        let (open, close) = (UInt8(ascii: "["), UInt8(ascii: "]"))
        guard index + 1 < text.count, text[index + 1] == open, index == 0 || text[index - 1] != UInt8(ascii: "!") else {
            return false
        }
        let name = text[(index + 2)...].prefix(most).prefix { ![open, close, 0x0A].contains($0) }
        return !name.isEmpty && text[name.endIndex...].starts(with: [close, close])
            && !String(decoding: name, as: UTF8.self).contains("://")
    }
}
