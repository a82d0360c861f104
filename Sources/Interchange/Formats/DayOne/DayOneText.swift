internal import DiaryModel

/// Day One's texts are Markdown in which its editor puts a backslash before punctuation: those are taken away.
enum DayOneText {
    /// The words of the editor's own form as Markdown, with references to the files between them; all of it, if it is
    /// something else.
    ///
    ///     {"contents": [{"text", "attributes": {"bold", "linkURL", "line": {"header", "listStyle", "checked", "quote"}}},
    ///                   {"embeddedObjects": [{"type", "identifier" | "url"}]}]}
    static func ofRichText(_ written: [UInt8]) -> [UInt8] {
        guard var reader = try? JSONReader(written), let value = try? reader.value(),
            case .array(let pieces)? = value["contents"]
        else { return written }
        var text = ""
        for piece in pieces {
            let attributes = piece["attributes"]
            let lines = (piece["text"]?.words ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                if index > 0 { text += "\n" }
                if line.isEmpty, index == lines.count - 1 { break }
                if text.isEmpty || text.last == "\n" { text += beginning(of: attributes?["line"]) }
                text += marked(String(line), attributes)
            }
            guard case .array(let objects)? = piece["embeddedObjects"] else { continue }
            for case .object(let members) in objects {
                if !text.isEmpty, text.last != "\n" { text += "\n" }
                for member in members where member.name != "type" {
                    guard let words = member.value.saidText, !words.isEmpty else { continue }
                    text += member.name == "identifier" ? "![](dayone-moment://\(words))\n" : words + "\n"
                }
                if members.contains(where: { $0.value == .text("horizontalRuleLine") }) { text += "---\n" }
            }
        }
        return Array(text.utf8)
    }

    /// What a line begins with in Markdown.
    private static func beginning(of line: JSONValue?) -> String {
        var signs = String(repeating: "  ", count: max(0, min(9, Int(line?["indentLevel"]?.number ?? 1) - 1)))
        if line?["quote"] == .bool(true) { signs += "> " }
        if let level = line?["header"]?.number, (1...6).contains(level) {
            signs += String(repeating: "#", count: Int(level)) + " "
        }
        switch line?["listStyle"]?.saidText {
        case "checkbox": signs += line?["checked"] == .bool(true) ? "- [x] " : "- [ ] "
        case "bulleted": signs += "- "
        case "numbered": signs += "\(line?["listIndex"]?.number.flatMap { Int(exactly: $0) } ?? 1). "
        default: break
        }
        return signs
    }

    private static func marked(_ words: String, _ attributes: JSONValue?) -> String {
        let bare = words.trimmingSpace()
        guard !bare.isEmpty, let range = words.firstRange(of: bare) else { return words }
        var marked = bare
        for (name, sign) in [("inlineCode", "`"), ("strikethrough", "~~"), ("italic", "*"), ("bold", "**")]
        where attributes?[name] == .bool(true) {
            marked = sign + marked + sign
        }
        if let link = attributes?["linkURL"]?.saidText { marked = link == bare ? link : "[\(marked)](\(link))" }
        return words[..<range.lowerBound] + marked + words[range.upperBound...]
    }

    /// The text as it was typed: a backslash before punctuation goes, but not in code, where it means itself.
    static func plain(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") {
                let end = FileReferences.code(text, from: index)
                result += text[index..<end]
                index = end
            } else {
                if byte == UInt8(ascii: "\\"), index + 1 < text.count, isPunctuation(text[index + 1]) { index += 1 }
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E].contains { $0.contains(byte) }
    }
}
