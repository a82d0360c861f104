internal import DiaryModel
internal import DiarylogHost

/// Changing one line of the settings file: all others, and all comments, stay byte for byte.
extension Settings {
    /// Writes a setting, or takes it out. The file appears whole; its folder is made if there is none.
    ///
    /// Throws for a key or a value that no setting has.
    static func write(_ key: String, _ value: String?) throws {
        guard let path = file else { throw Problem.noHome }
        guard let known = Known(key) else { throw Problem.unknownSetting(key) }
        if let value, !known.takes(value) {
            throw Problem(
                usage: "\(key) cannot be \"\(value)\"", "\(key)의 값일 수 없습니다: “\(value)”", hint: known.hint)
        }
        let kind = (try? FileSystem.kind(of: path)) ?? .missing
        let bytes = kind == .missing ? [] : try FileSystem.read(plain: path, limit: 1 << 20)
        let text = changed(String(decoding: bytes, as: UTF8.self), key, value)
        try FileSystem.makeDirectory(FileSystem.parent(of: path), withParents: true)
        var file = try FileReplacement(of: path)
        try file.write(Array(text.utf8))
        try file.finish()
    }

    /// The file's text with the line of a key replaced, taken out, or written behind the others.
    private static func changed(_ text: String, _ key: String, _ value: String?) -> String {
        // Not by characters: a carriage return and a line feed are one.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let found = lines.firstIndex { line in
            let words = line.trimmingSpace()
            return !words.hasPrefix("#") && SettingsLine(words)?.key == key
        }
        switch (found, value) {
        case (let found?, let value?):
            let line = lines[found]
            let end = SettingsLine(line.trimmingSpace())?.end ?? ""
            let indent = line.prefix { $0.isWhitespace }
            let feed = line.hasSuffix("\r") ? "\r" : ""
            lines[found] = indent + SettingsLine(key: key, value: value, end: end).text + feed
        case (let found?, nil): lines.remove(at: found)
        case (nil, let value?):
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += [SettingsLine(key: key, value: value, end: "").text, ""]
        case (nil, nil): break
        }
        return lines.joined(separator: "\n")
    }
}

/// One line of the settings file: `key = value`, or in quotes, as TOML has it: `key = "value"  # why`.
struct SettingsLine {
    let key: String
    let value: String
    /// What stands behind a value in quotes: white space, and a comment if there is one.
    let end: String

    /// Nil if the words are no setting.
    init?(_ words: String) {
        guard let mark = words.firstIndex(of: "=") else { return nil }
        key = words[..<mark].trimmingSpace()
        let rest = words[words.index(after: mark)...].trimmingSpace()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            (self.value, self.end) = (rest, "")
            return
        }
        guard let (value, end) = Self.quoted(rest.dropFirst(), by: quote) else { return nil }
        let behind = end.trimmingSpace()
        guard behind.isEmpty || behind.hasPrefix("#") else { return nil }
        (self.value, self.end) = (value, String(end))
    }

    init(key: String, value: String, end: String) {
        (self.key, self.value, self.end) = (key, value, end)
    }

    /// The line as it is written: the value in quotes.
    var text: String {
        var text = key + " = \""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\"" + end
    }

    /// What stands before the closing quote, and what behind it. Only double quotes know `\"`, `\\` and `\u0041`.
    private static func quoted(_ text: Substring, by quote: Character) -> (String, Substring)? {
        var value = ""
        var rest = text
        while let character = rest.popFirst() {
            if character == quote { return (value, rest) }
            guard character == "\\", quote == "\"" else {
                value.append(character)
                continue
            }
            switch rest.popFirst() {
            case "\"": value.append("\"")
            case "\\": value.append("\\")
            case "t": value.append("\t")
            case "n": value.append("\n")
            case "u":
                guard rest.count >= 4, let number = UInt32(rest.prefix(4), radix: 16),
                    let scalar = Unicode.Scalar(number)
                else { return nil }
                value.unicodeScalars.append(scalar)
                rest = rest.dropFirst(4)
            default: return nil
            }
        }
        return nil
    }
}
