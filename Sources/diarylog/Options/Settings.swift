internal import DiaryModel
internal import DiarylogHost

/// What the user's settings file says, one setting a line.
///
///     # $XDG_CONFIG_HOME/diarylog/config
///     lang = ko
///     date-style = "numeric"
///     diaries.work = "~/diaries/work"
struct Settings {
    /// A value and the number of its line, from 1.
    struct Value {
        let text: String
        let line: Int
    }

    private(set) var path: String?
    private var values: [String: Value] = [:]

    /// Settings without a file.
    init() {}

    subscript(_ key: Key) -> Value? { values[key.rawValue] }

    /// The paths of diaries by their names.
    var diaries: [String: Value] { named(.diaries) }

    /// Where places with names are, as they were typed.
    var places: [String: Value] { named(.places) }

    private func named(_ family: Family) -> [String: Value] {
        var named: [String: Value] = [:]
        for (key, value) in values { if let name = family.name(in: key) { named[name] = value } }
        return named
    }

    var language: Language? { self[.lang].flatMap { Language(rawValue: $0.text) } }

    /// Whether something is turned off that is on unless the file says no.
    func isOff(_ key: Key) -> Bool { self[key]?.text == YesNo.no.rawValue }

    /// Reads the file; if there is none, there are no settings. Throws for a line that is not understood.
    static func read() throws -> Settings {
        var settings = Settings()
        guard let path = file else { return settings }
        settings.path = path
        guard (try? FileSystem.kind(of: path)) == .file else { return settings }
        let bytes = try FileSystem.read(path, limit: 1 << 20)
        guard TextInput.isUTF8(bytes) else { throw Problem.notUTF8(path, path) }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = line.trimmingSpace()
            if words.isEmpty || words.hasPrefix("#") { continue }
            guard let setting = SettingsLine(words), settings.take(setting, line: index + 1) else {
                throw Problem(
                    .settings, "\(path), line \(index + 1): no setting of ours: \(words)",
                    "\(path)의 \(index + 1)번째 줄은 설정이 아닙니다: \(words)", hint: Settings.allKeys)
            }
        }
        return settings
    }

    /// Where the file is, or would be; nil without a home.
    static var file: String? {
        if let folder = Session.variable("XDG_CONFIG_HOME") { return folder + "/diarylog/config" }
        return Session.variable("HOME").map { $0 + "/.config/diarylog/config" }
    }

    /// Takes up a setting; false if there is no such key or value, or it is there already.
    mutating func take(_ setting: SettingsLine, line: Int) -> Bool {
        guard let known = Known(setting.key), values[setting.key] == nil, known.takes(setting.value) else {
            return false
        }
        values[setting.key] = Value(text: known.isPath ? Self.fromHome(setting.value) : setting.value, line: line)
        return true
    }

    /// A path that begins with `~/`, in the home folder.
    static func fromHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Session.variable("HOME") else { return path }
        return home + path.dropFirst()
    }

    /// Whether a diary, or a template, may have this name: letters, digits, `-` and `_`, and no `-` first.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("-")
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// Whether a place may have this name. A name has a letter, so that it is never taken for coordinates.
    static func isPlaceName(_ text: String) -> Bool { isName(text) && text.contains { $0.isLetter } }
}
