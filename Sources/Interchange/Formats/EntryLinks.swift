internal import DiaryModel

/// Links from entry to entry in a text of another program's. They stay as they are.
enum EntryLinks {
    /// The entries that they lead to, by identifier; nil for one that only the other program follows: Evernote's
    /// `evernote:///view/`, Obsidian's `[[NAME]]`, Org's `[[id:…][words]]` and a note's `[words](NAME.md)`.
    static func targets(in text: [UInt8]) -> [String?] {
        var targets: [String?] = []
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: ":") where text[index...].starts(with: dayOne):
                let scheme = text[..<index].suffix(7).lastIndex(of: UInt8(ascii: "d")) ?? index
                targets.append(EntryLink.entry(in: text[scheme...].prefix(80).prefix { isIdentifying($0) }))
            case UInt8(ascii: ":") where text[index...].starts(with: evernote): targets.append(nil)
            case UInt8(ascii: "("):
                let target = text[(index + 1)...].prefix(most).prefix { ![0x29, 0x28, 0x20, 0x0A].contains($0) }
                if isPicture(text[..<index]) || target.starts(with: Array("dayone".utf8)) { break }
                if let entry = EntryLink.entry(in: target) {
                    targets.append(entry)
                } else if index > 0, text[index - 1] == UInt8(ascii: "]"), target.count <= 500,
                    !target.contains(UInt8(ascii: ":")), FileReferences.isNote(String(decoding: target, as: UTF8.self))
                {
                    targets.append(nil)
                }
            case UInt8(ascii: "[") where isName(text, at: index): targets.append(nil)
            default: break
            }
        }
        return targets
    }

    private static let dayOne = Array("://view?entryId=".utf8)
    private static let evernote = Array(":///view/".utf8)

    /// How far one may reach: what is longer is none.
    private static let most = 2000

    /// Whether a byte may stand in an address of Day One's.
    private static func isIdentifying(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || ":/?=-".utf8.contains(byte)
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
        let behind = text[name.endIndex...]
        return !name.isEmpty && (behind.starts(with: [close, close]) || behind.starts(with: [close, open]))
            && !String(decoding: name, as: UTF8.self).contains("://")
    }
}
