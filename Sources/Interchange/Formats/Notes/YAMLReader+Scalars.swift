// Scalars of YAML: plain, quoted, and blocks of lines.

extension YAMLReader {
    mutating func scalarOrFlow(above parent: Int) throws(YAMLProblem) -> JSONValue {
        guard let first = byte else { return .null }
        switch first {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let value = try flow()
            try endLine()
            return value
        case 0x22, 0x27:
            let text = try quoted()
            try endLine()
            return .string(text)
        case UInt8(ascii: "|"), UInt8(ascii: ">"): return try blockScalar(above: parent)
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"):
            throw problem()
        default: return Self.typed(try plain(above: parent))
        }
    }

    /// A plain scalar, over all lines that are indented by more than `parent`.
    mutating func plain(above parent: Int) throws(YAMLProblem) -> [UInt8] {
        var text = plainLine(in: lines[row][column...])
        row += 1
        var breaks = 0
        while row < lines.count {
            let line = lines[row]
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                breaks += 1
                row += 1
                continue
            }
            column = indent(of: line)
            guard column > parent, !isBlank(line) else { break }
            if try keyEnd() != nil { throw problem() }
            text += breaks == 0 ? [0x20] : Array(repeating: 0x0A, count: breaks)
            breaks = 0
            text += plainLine(in: line[column...])
            row += 1
        }
        skipBlank()
        return text
    }

    /// A line of a plain scalar without the comment behind it.
    func plainLine(in line: ArraySlice<UInt8>) -> [UInt8] {
        var text = line
        if let hash = line.indices.first(where: { index in
            line[index] == 0x23 && index > line.startIndex && (line[index - 1] == 0x20 || line[index - 1] == 0x09)
        }) {
            text = line[..<hash]
        }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return Array(text)
    }

    /// A quoted scalar, over as many lines as it has.
    mutating func quoted() throws(YAMLProblem) -> [UInt8] {
        let start = problem()
        guard let quote = byte else { throw start }
        column += 1
        var text: [UInt8] = []
        while row < lines.count {
            guard let byte else {
                // A break: blanks around it go, one break is a space, each further one a line feed.
                while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
                var breaks = 0
                row += 1
                while row < lines.count, lines[row].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                    breaks += 1
                    row += 1
                }
                text += breaks == 0 ? [0x20] : Array(repeating: 0x0A, count: breaks)
                column = row < lines.count ? lines[row].prefix { $0 == 0x20 || $0 == 0x09 }.count : 0
                continue
            }
            column += 1
            if byte == quote {
                guard quote == 0x27, self.byte == 0x27 else { return text }
                text.append(0x27)
                column += 1
            } else if byte == 0x5C, quote == 0x22 {
                if self.byte == nil {
                    row += 1
                    column = row < lines.count ? lines[row].prefix { $0 == 0x20 || $0 == 0x09 }.count : 0
                } else {
                    text += try escape()
                }
            } else {
                text.append(byte)
            }
        }
        throw start
    }

    mutating func escape() throws(YAMLProblem) -> [UInt8] {
        guard let sign = byte else { throw problem() }
        column += 1
        let simple: [UInt8: UInt8] = [
            0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x30: 0, 0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x20: 0x20, 0x62: 8,
            0x66: 0x0C, 0x65: 0x1B, 0x61: 7, 0x76: 0x0B, 0x09: 0x09,
        ]
        if let byte = simple[sign] { return [byte] }
        let named: [UInt8: UInt32] = [0x4E: 0x85, 0x5F: 0xA0, 0x4C: 0x2028, 0x50: 0x2029]
        if let number = named[sign], let scalar = Unicode.Scalar(number) { return Array(String(scalar).utf8) }
        let counts: [UInt8: Int] = [0x78: 2, 0x75: 4, 0x55: 8]
        guard let count = counts[sign], var number = hexadecimal(count) else { throw problem() }
        if (0xD800..<0xDC00).contains(number), byte == 0x5C {
            column += 2
            guard let low = hexadecimal(4), (0xDC00..<0xE000).contains(low) else { throw problem() }
            number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(number) else { throw problem() }
        return Array(String(scalar).utf8)
    }

    mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard column + count <= lines[row].count else { return nil }
        let digits = lines[row][column..<column + count]
        guard
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || Array("abcdefABCDEF".utf8).contains($0) }
            )
        else { return nil }
        column += count
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// A block scalar: `|` keeps line feeds, `>` makes them spaces; `-` drops the last, `+` keeps all.
    mutating func blockScalar(above parent: Int) throws(YAMLProblem) -> JSONValue {
        let isFolded = byte == UInt8(ascii: ">")
        column += 1
        var chomp: UInt8?
        var given: Int?
        while let sign = byte, sign != 0x20 {
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), chomp == nil {
                chomp = sign
            } else if (0x31...0x39).contains(sign), given == nil {
                given = Int(sign) - 0x30
            } else {
                throw problem()
            }
            column += 1
        }
        guard isAtEnd() else { throw problem() }
        row += 1
        var parts: [[UInt8]] = []
        var indent = given.map { max(parent, 0) + $0 }
        while row < lines.count {
            let line = lines[row]
            let spaces = self.indent(of: line)
            if spaces == line.count {
                parts.append(indent.map { Array(line.dropFirst($0)) } ?? [])
            } else {
                let least = indent ?? spaces
                guard spaces >= least, least > parent else { break }
                indent = least
                parts.append(Array(line.dropFirst(least)))
            }
            row += 1
        }
        skipBlank()
        let blank = parts.reversed().prefix { $0.isEmpty }.count
        let kept = Array(parts.dropLast(blank))
        var text = isFolded ? Self.folded(kept) : Array(kept.joined(separator: [0x0A]))
        if !kept.isEmpty, chomp != UInt8(ascii: "-") { text.append(0x0A) }
        if chomp == UInt8(ascii: "+") { text += Array(repeating: 0x0A, count: blank) }
        return .string(text)
    }

    static func folded(_ lines: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        var breaks = 0
        var wasIndented = false
        for (index, line) in lines.enumerated() {
            guard !line.isEmpty else {
                breaks += 1
                continue
            }
            let isIndented = line[0] == 0x20 || line[0] == 0x09
            if index > 0, breaks < index {
                let feeds = breaks + (isIndented || wasIndented ? 1 : 0)
                text += feeds == 0 ? [0x20] : Array(repeating: 0x0A, count: feeds)
            } else {
                text += Array(repeating: 0x0A, count: breaks)
            }
            text += line
            (breaks, wasIndented) = (0, isIndented)
        }
        return text
    }
}
