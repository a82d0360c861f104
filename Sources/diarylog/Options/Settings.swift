internal import DiaryModel
internal import Host

/// What the user's settings file says: `key = value`, one per line.
///
///     # $XDG_CONFIG_HOME/diarylog/config
///     lang = ko
///     date-style = numeric
struct Settings {
    enum Key: String, CaseIterable {
        case diary
        case lang
        case tz
        case color
        case dateStyle = "date-style"
        case pager
    }

    /// A value and the number of its line, from 1.
    struct Value {
        let text: String
        let line: Int
    }

    private(set) var path: String?
    private var values: [Key: Value] = [:]

    /// Settings without a file.
    init() {}

    subscript(_ key: Key) -> Value? { values[key] }

    var language: Language? { self[.lang].flatMap { Language(rawValue: $0.text) } }

    /// Reads the file; if there is none, there are no settings. Throws for a line that is not understood.
    static func read() throws(Problem) -> Settings {
        var settings = Settings()
        guard let path = place else { return settings }
        settings.path = path
        guard (try? FileSystem.kind(of: path)) == .file else { return settings }
        let bytes = try bridging { () throws(SystemError) in try FileSystem.read(path, limit: 1 << 20) }
        guard TextInput.isUTF8(bytes) else { throw .file(.notUTF8(path)) }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = trimmed(line)
            if words.isEmpty || words.hasPrefix("#") { continue }
            guard settings.take(words, line: index + 1) else {
                throw .file(.badSetting(path: path, line: index + 1, text: String(words)))
            }
        }
        return settings
    }

    private static var place: String? {
        if let folder = Session.variable("XDG_CONFIG_HOME") { return folder + "/diarylog/config" }
        return Session.variable("HOME").map { $0 + "/.config/diarylog/config" }
    }

    private mutating func take(_ words: Substring, line: Int) -> Bool {
        guard let mark = words.firstIndex(of: "="), let key = Key(rawValue: String(Self.trimmed(words[..<mark]))),
            values[key] == nil
        else { return false }
        var text = String(Self.trimmed(words[words.index(after: mark)...]))
        switch key {
        case .diary:
            if text.hasPrefix("~/"), let home = Session.variable("HOME") { text = home + text.dropFirst() }
            if text.isEmpty { return false }
        case .lang: if Language(rawValue: text) == nil { return false }
        case .tz: if !ZoneDatabase.exists(text) { return false }
        case .color: if ColorChoice(rawValue: text) == nil { return false }
        case .dateStyle: if DateStyle(rawValue: text) == nil { return false }
        case .pager: break
        }
        values[key] = Value(text: text, line: line)
        return true
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
