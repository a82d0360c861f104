/// Day One's texts are Markdown in which its editor puts a backslash before punctuation.

/// Takes those backslashes away.
enum DayOneText {
    /// The text as it was typed: a backslash before punctuation goes, but not in code, where it means itself.
    static func plain(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return text }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var isFenced = false
        for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { plain.append(0x0A) }
            let isFence = line.drop { $0 == 0x20 }.starts(with: "```".utf8)
            if isFence || isFenced {
                plain += line
                if isFence { isFenced.toggle() }
            } else {
                append(line, to: &plain)
            }
        }
        return plain
    }

    private static func append(_ line: ArraySlice<UInt8>, to plain: inout [UInt8]) {
        let tick = UInt8(ascii: "`")
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            if byte == tick, let end = line[(index + 1)...].firstIndex(of: tick) {
                plain += line[index...end]
                index = end + 1
            } else if byte == UInt8(ascii: "\\"), index + 1 < line.endIndex, isPunctuation(line[index + 1]) {
                plain.append(line[index + 1])
                index += 2
            } else {
                plain.append(byte)
                index += 1
            }
        }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
