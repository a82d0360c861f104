/// References in a text to files that stand in it themselves: `![words](data:…)`, `[words](data:…)`,
/// `<img src="data:…">`, and the line `[name]: <data:…>` to which Markdown refers elsewhere.
enum DataReferences {
    /// The text with what `keep` says in the place of each address; all else stays byte for byte. A picture of HTML
    /// becomes one of Markdown, which is how texts name their files. `unread`: how many addresses cannot be read.
    static func rewriting<Failure: Error>(
        _ text: [UInt8], _ keep: (DataAddress) throws(Failure) -> String
    ) throws(Failure) -> (text: [UInt8], unread: Int) {
        var result: [UInt8] = []
        var (done, index, unread) = (0, 0, 0)
        var mayBePicture = true
        while let sign = text[index...].firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "<") }) {
            index = sign + 1
            let found: Reference?
            if text[sign] == UInt8(ascii: "]") {
                found = link(text, behind: sign)
            } else if mayBePicture, isPicture(text, at: sign) {
                found = picture(text, at: sign)
                // Without an end for this one there is none for those behind it.
                mayBePicture = found != nil
            } else {
                found = nil
            }
            guard let found else { continue }
            index = found.place.upperBound
            guard let written = found.address else { continue }
            guard let address = DataAddress(written) else {
                unread += 1
                continue
            }
            let target = try keep(address)
            result += text[done..<found.place.lowerBound]
            result += (found.before + target + found.after).utf8
            done = index
        }
        return done == 0 ? (text, unread) : (result + text[done...], unread)
    }

    private struct Reference {
        /// What is replaced.
        var place: Range<Int>
        /// Nil of a picture that is elsewhere.
        var address: [UInt8]?
        /// What stands around the name of the file.
        var before = ""
        var after = ""
    }

    /// How far before its target a reference may begin.
    private static let most = 2000

    /// The address behind the words of a link or of a picture, or behind the name of a line that says it.
    private static func link(_ text: [UInt8], behind close: Int) -> Reference? {
        guard let sign = text[close...].dropFirst().first, sign == UInt8(ascii: "(") || sign == UInt8(ascii: ":") else {
            return nil
        }
        let isLine = sign == UInt8(ascii: ":")
        var start = close + 2
        while start < text.count, text[start] == 0x20 { start += 1 }
        let isBracketed = start < text.count && text[start] == UInt8(ascii: "<")
        if isBracketed { start += 1 }
        guard DataAddress.begins(text[start...]),
            let open = text[max(0, close - most)..<close].lastIndex(of: UInt8(ascii: "[")),
            !isLine || open == 0 || text[open - 1] == 0x0A
        else { return nil }
        guard let end = isBracketed ? bracket(text, from: start) : end(text, from: start, isLine: isLine) else {
            return nil
        }
        let place = isBracketed ? start - 1..<end + 1 : start..<end
        return Reference(place: place, address: Array(text[start..<end]))
    }

    private static func bracket(_ text: [UInt8], from start: Int) -> Int? {
        let end = text[start...].firstIndex { Array("<>[]".utf8).contains($0) }
        return end.flatMap { text[$0] == UInt8(ascii: ">") ? $0 : nil }
    }

    /// Where an address ends: that of a link before its parenthesis or its title, that of a line with its line. White
    /// space within an address of a link is what HTML left there.
    private static func end(_ text: [UInt8], from start: Int, isLine: Bool) -> Int? {
        var depth = 0
        for index in start..<text.count {
            switch text[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                if depth == 0 { return withoutSpace(text, from: start, to: index) }
                depth -= 1
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
            case 0x09, 0x0A, 0x0D, 0x20: if isLine { return index }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if text[index - 1] <= 0x20 { return withoutSpace(text, from: start, to: index) }
            default: break
            }
        }
        return isLine ? text.count : nil
    }

    private static func withoutSpace(_ text: [UInt8], from start: Int, to end: Int) -> Int {
        var end = end
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        return end
    }

    private static func isPicture(_ text: [UInt8], at start: Int) -> Bool {
        let name = text[start...].dropFirst().prefix(4)
        return name.count == 4 && zip(name, "img".utf8).allSatisfy { $0 | 0x20 == $1 } && name[start + 4] <= 0x20
    }

    /// An element of HTML that begins here, if it ends.
    private static func picture(_ text: [UInt8], at start: Int) -> Reference? {
        var scanner = HTMLScanner(text, at: start)
        guard case .begin(_, let attributes, _)? = scanner.next(), text[scanner.index - 1] == UInt8(ascii: ">") else {
            return nil
        }
        let place = start..<scanner.index
        let address = Array((attributes["src"] ?? "").trimmingSpace().utf8)
        guard DataAddress.begins(address[...]) else { return Reference(place: place) }
        let words = (attributes["alt"] ?? "").filter { !"[]\\\r\n".contains($0) }
        return Reference(place: place, address: address, before: "![\(words)](", after: ")")
    }
}
