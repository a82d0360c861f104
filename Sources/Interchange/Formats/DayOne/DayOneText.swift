/// Day One's texts are Markdown in which its editor puts a backslash before punctuation: those are taken away.
enum DayOneText {
    /// The words of the editor's own form, `{"contents": [{"text", "embeddedObjects": [{"identifier"}]}]}`, with
    /// references to the files between them; all of it, if it is something else.
    static func ofRichText(_ written: [UInt8]) -> [UInt8] {
        guard var reader = try? JSONReader(written), let value = try? reader.value(),
            case .array(let pieces)? = value["contents"]
        else { return written }
        return pieces.reduce(into: [UInt8]()) { text, piece in
            if case .string(let words)? = piece["text"] { text += words }
            guard case .array(let objects)? = piece["embeddedObjects"] else { return }
            for id in objects.compactMap({ $0["identifier"]?.saidText }) {
                text += Array("![](dayone-moment://\(id))\n".utf8)
            }
        }
    }

    /// The text as it was typed: a backslash before punctuation goes, but not in code, where it means itself.
    static func plain(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isFenced = false
        for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { result.append(0x0A) }
            let isFence = line.drop { $0 == 0x20 }.starts(with: "```".utf8)
            if isFence || isFenced {
                result += line
                if isFence { isFenced.toggle() }
                continue
            }
            let tick = UInt8(ascii: "`")
            var index = line.startIndex
            while index < line.endIndex {
                let byte = line[index]
                if byte == tick, let end = line[(index + 1)...].firstIndex(of: tick) {
                    result += line[index...end]
                    index = end + 1
                } else if byte == UInt8(ascii: "\\"), index + 1 < line.endIndex, isPunctuation(line[index + 1]) {
                    result.append(line[index + 1])
                    index += 2
                } else {
                    result.append(byte)
                    index += 1
                }
            }
        }
        return result
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
