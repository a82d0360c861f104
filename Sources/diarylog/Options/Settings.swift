internal import DiaryModel
internal import DiarylogExchange
internal import DiarylogHost
internal import Interchange

/// What the user's settings file says, one setting a line.
///
///     # $XDG_CONFIG_HOME/diarylog/config
///     lang = ko
///     date-style = "numeric"
///     diaries.work = "~/diaries/work"
struct Settings {
    enum Key: String, CaseIterable {
        case diary
        case lang
        case tz
        case color
        case dateStyle = "date-style"
        case pager
        case markdown
        case weatherService = "weather.service"
        case weatherKey = "weather.key"
        case syncName = "sync.name"
        case syncAuto = "sync.auto"
        case syncFiles = "sync.files"
    }

    /// A value and the number of its line, from 1.
    struct Value {
        let text: String
        let line: Int
    }

    private(set) var path: String?
    private var values: [Key: Value] = [:]
    /// The paths of diaries by their names.
    private(set) var diaries: [String: Value] = [:]
    /// Where places with names are, as they were typed.
    private(set) var places: [String: Value] = [:]

    /// Settings without a file.
    init() {}

    subscript(_ key: Key) -> Value? { values[key] }

    var language: Language? { self[.lang].flatMap { Language(rawValue: $0.text) } }

    /// Reads the file; if there is none, there are no settings. Throws for a line that is not understood.
    static func read() throws -> Settings {
        var settings = Settings()
        guard let path = file else { return settings }
        settings.path = path
        guard (try? FileSystem.kind(of: path)) == .file else { return settings }
        let bytes = try FileSystem.read(path, limit: 1 << 20)
        guard TextInput.isUTF8(bytes) else { throw Problem.fileNotUTF8(path) }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = SettingsLine.trimmed(line)
            if words.isEmpty || words.hasPrefix("#") { continue }
            guard let setting = SettingsLine(words), settings.take(setting, line: index + 1) else {
                throw Problem.badSetting(path: path, line: index + 1, text: String(words))
            }
        }
        return settings
    }

    /// Where the file is, or would be; nil without a home.
    static var file: String? {
        if let folder = Session.variable("XDG_CONFIG_HOME") { return folder + "/diarylog/config" }
        return Session.variable("HOME").map { $0 + "/.config/diarylog/config" }
    }

    /// Whether there is such a setting.
    static func isKey(_ key: String) -> Bool {
        Key(rawValue: key) != nil || diaryName(key) != nil || placeName(key) != nil
    }

    /// Whether a diary, or a template, may have this name: letters, digits, `-` and `_`, and no `-` first.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("-")
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// The name in `diaries.NAME`.
    private static func diaryName(_ key: String) -> String? {
        guard key.hasPrefix("diaries.") else { return nil }
        let name = String(key.dropFirst("diaries.".count))
        return isName(name) ? name : nil
    }

    /// The name in `places.NAME`.
    private static func placeName(_ key: String) -> String? {
        guard key.hasPrefix("places.") else { return nil }
        let name = String(key.dropFirst("places.".count))
        return isPlaceName(name) ? name : nil
    }

    /// Whether a place may have this name. A name has a letter, so that it is never taken for coordinates.
    static func isPlaceName(_ text: String) -> Bool { isName(text) && text.contains { $0.isLetter } }

    /// Takes up a setting; false if there is no such key or value, or it is there already.
    mutating func take(_ setting: SettingsLine, line: Int) -> Bool {
        var text = setting.value
        guard let key = Key(rawValue: setting.key) else {
            if let name = Self.placeName(setting.key) {
                guard places[name] == nil, (try? Place(typed: text, isPrecise: true)) != nil else { return false }
                places[name] = Value(text: text, line: line)
                return true
            }
            guard let name = Self.diaryName(setting.key), diaries[name] == nil, text.contains("/") else { return false }
            diaries[name] = Value(text: Self.fromHome(text), line: line)
            return true
        }
        guard values[key] == nil else { return false }
        switch key {
        case .diary:
            text = Self.fromHome(text)
            if text.isEmpty { return false }
        case .lang: if Language(rawValue: text) == nil { return false }
        case .tz: if !ZoneDatabase.exists(text) { return false }
        case .color: if ColorChoice(rawValue: text) == nil { return false }
        case .dateStyle: if DateStyle(rawValue: text) == nil { return false }
        case .weatherService: if WeatherService(rawValue: text) == nil { return false }
        case .weatherKey: if text.isEmpty || text.utf8.count > 256 { return false }
        case .syncName: if text.isEmpty || text.utf8.count > 64 { return false }
        case .syncAuto, .markdown: if YesNo(rawValue: text) == nil { return false }
        case .syncFiles: if AttachedFileChoice(rawValue: text) == nil { return false }
        case .pager: break
        }
        values[key] = Value(text: text, line: line)
        return true
    }

    enum YesNo: String {
        case yes, no
    }

    private static func fromHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Session.variable("HOME") else { return path }
        return home + path.dropFirst()
    }
}
