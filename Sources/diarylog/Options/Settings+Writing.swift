internal import DiarylogHost

/// Changing one line of the settings file: all others, and all comments, stay byte for byte.
extension Settings {
    /// Writes a setting, or takes it out. The file appears whole; its folder is made if there is none.
    ///
    /// Throws for a key or a value that no setting has.
    static func write(_ key: String, _ value: String?) throws {
        guard let path = file else { throw Problem.noHome }
        var settings = Settings()
        guard isKey(key) else { throw Problem.unknownSetting(key) }
        if let value {
            guard settings.take(SettingsLine(key: key, value: value, end: ""), line: 1) else {
                throw Problem.badSettingValue(key: key, value: value)
            }
        }
        let isThere = (try? FileSystem.kind(of: path)) == .file
        let bytes =
            isThere ? try FileSystem.read(path, limit: 1 << 20) : []
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
            let words = SettingsLine.trimmed(line[...])
            return !words.hasPrefix("#") && SettingsLine(words)?.key == key
        }
        switch (found, value) {
        case (let found?, let value?):
            let line = lines[found]
            let end = SettingsLine(SettingsLine.trimmed(line[...]))?.end ?? ""
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
