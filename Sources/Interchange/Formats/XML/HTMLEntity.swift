internal import DiarylogArchives
internal import DiarylogMarkup

/// Characters that HTML writes by their names or numbers.
enum HTMLEntity {
    /// Those that HTML also knows without a semicolon, whatever stands behind them: ASCII's, and Latin-1's in order.
    private static let old: [String: String] = {
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
            AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
            times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
            ugrave uacute ucirc uuml yacute thorn yuml
            """
        var old = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "AMP": "&", "LT": "<", "GT": ">", "QUOT": "\""]
        for (code, name) in zip(UInt32(0xA0)..., latin.split(separator: " ")) {
            old[String(name)] = Unicode.Scalar(code).map { String(Character($0)) }
        }
        old["shy"] = ""
        return old
    }()

    /// A text with its entities read; one that is not known stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>, isAddress: Bool = false) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "&") {
            result += rest[..<sign]
            rest = rest[sign...]
            if let (value, length) = entity(rest.dropFirst(), isAddress) {
                result += value
                rest = rest.dropFirst(length + 1)
            } else {
                result += "&"
                rest.removeFirst()
            }
        }
        return result + rest
    }

    /// What an entity means that begins behind its sign, and how many characters it has there.
    private static func entity(_ text: Substring, _ isAddress: Bool) -> (value: String, length: Int)? {
        if var (number, length) = Self.number(text) {
            // Some programs write the halves of a character.
            if (0xD800..<0xDC00).contains(number), text.dropFirst(length).first == "&",
                let low = Self.number(text.dropFirst(length + 1)), (0xDC00..<0xE000).contains(low.value)
            {
                number = 0x10000 + (number - 0xD800) << 10 + (low.value - 0xDC00)
                length += 1 + low.length
            }
            return scalar(number).map { (String(Character($0)), length) }
        }
        let name = text.prefix(40).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty else { return nil }
        if text.dropFirst(name.count).first == ";" {
            return value(of: String(name)).map { ($0, name.count + 1) }
        }
        // Without a semicolon only the oldest names are read, and none that goes on as a word or in an address.
        if isAddress, text.dropFirst(name.count).first == "=" { return nil }
        let word = isAddress ? name : name.prefix { $0.isLetter }
        return [name, word].lazy.compactMap { name in old[String(name)].map { ($0, name.count) } }.first
    }

    /// A number behind its sign, and how many characters it has there: `#128512;`, `#x1F600;`.
    private static func number(_ text: Substring) -> (value: UInt32, length: Int)? {
        guard text.first == "#" else { return nil }
        let isHexadecimal = text.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
        let digits = text.dropFirst(isHexadecimal ? 2 : 1).prefix(10).prefix {
            isHexadecimal ? $0.isHexDigit : $0.isNumber && $0.isASCII
        }
        let length = digits.count + (isHexadecimal ? 2 : 1)
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).map {
            ($0, length + (text.dropFirst(length).first == ";" ? 1 : 0))
        }
    }

    /// The library of Markdown has all of HTML's names.
    private static func value(of name: String) -> String? {
        if let value = old[name] { return value }
        let source = "**&\(name);**"
        for case .replaced(let bytes) in MarkdownEvent.all(of: Array(source.utf8)) ?? [] {
            return String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    private static func scalar(_ number: UInt32) -> Unicode.Scalar? {
        (0x80...0x9F).contains(number)
            ? WesternText.signs[Int(number) - 0x80] : number == 0 ? nil : Unicode.Scalar(number)
    }
}
