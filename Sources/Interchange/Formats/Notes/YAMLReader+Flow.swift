// YAML in brackets and braces, and what a plain word means.

extension YAMLReader {
    mutating func skipFlowSpace() {
        skipSpace()
        while row < lines.count, isAtEnd() {
            row += 1
            column = 0
            skipSpace()
        }
    }

    mutating func flow() throws(YAMLProblem) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw problem() }
        skipFlowSpace()
        switch byte {
        case UInt8(ascii: "["):
            column += 1
            var values: [JSONValue] = []
            while true {
                skipFlowSpace()
                if try endsFlow("]") { return .array(values) }
                values.append(try flow())
                skipFlowSpace()
                if byte == UInt8(ascii: ",") { column += 1 } else if byte != UInt8(ascii: "]") { throw problem() }
            }
        case UInt8(ascii: "{"):
            column += 1
            var members: [JSONMember] = []
            while true {
                skipFlowSpace()
                if try endsFlow("}") { return .object(members) }
                if isSign("?") {
                    column += 1
                    skipFlowSpace()
                }
                let isQuoted = byte == 0x22 || byte == 0x27
                let name = isQuoted ? try quoted() : try flowPlain(isKey: true)
                guard isQuoted || !name.isEmpty, !members.contains(where: { Array($0.name.utf8) == name }) else {
                    throw problem()
                }
                skipFlowSpace()
                var value = JSONValue.null
                if byte == UInt8(ascii: ":") {
                    column += 1
                    skipFlowSpace()
                    if byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") { value = try flow() }
                    skipFlowSpace()
                }
                members.append(JSONMember(String(decoding: name, as: UTF8.self), value))
                if byte == UInt8(ascii: ",") { column += 1 } else if byte != UInt8(ascii: "}") { throw problem() }
            }
        case 0x22, 0x27: return .string(try quoted())
        default: return Self.typed(try flowPlain(isKey: false))
        }
    }

    mutating func endsFlow(_ sign: Unicode.Scalar) throws(YAMLProblem) -> Bool {
        guard let byte else { throw problem() }
        guard UInt32(byte) == sign.value else { return false }
        column += 1
        return true
    }

    /// A plain scalar in a flow collection; it ends before a comma, a bracket or a colon.
    mutating func flowPlain(isKey: Bool) throws(YAMLProblem) -> [UInt8] {
        guard let first = byte, !Array("&*!|>%@`".utf8).contains(first) else { throw problem() }
        var text: [UInt8] = []
        while row < lines.count {
            while let byte {
                if Array(",[]{}".utf8).contains(byte) { break }
                let next = column + 1 < lines[row].count ? lines[row][column + 1] : 0x20
                if byte == 0x3A, Array(" \t,[]{}".utf8).contains(next) { break }
                if byte == 0x23, column == 0 || isSpace(column - 1) { break }
                text.append(byte)
                column += 1
            }
            guard isAtEnd(), !text.isEmpty else { break }
            while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
            skipFlowSpace()
            guard row < lines.count, let byte, !Array(",[]{}:".utf8).contains(byte) else { break }
            text.append(0x20)
        }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        guard !text.isEmpty || isKey else { throw problem() }
        return text
    }

    /// A plain scalar as the value that it means.
    static func typed(_ text: [UInt8]) -> JSONValue {
        let word = String(decoding: text, as: UTF8.self)
        switch word {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        if let whole = Int64(word), String(whole) == word { return .integer(whole) }
        if text[0] == 0x2D || (0x30...0x39).contains(text[0]), let number = Double(word), number.isFinite,
            "\(number)" == word
        {
            return .decimal(number)
        }
        return .string(text)
    }
}
