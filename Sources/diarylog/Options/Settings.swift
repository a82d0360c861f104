internal import DiaryModel
internal import DiarylogArguments
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
        case editor
        case template
        case memories
        case markdown
        case weatherService = "weather.service"
        case weatherKey = "weather.key"
        case syncName = "sync.name"
        case syncAuto = "sync.auto"
        case syncFiles = "sync.files"

        /// The values that it can have; none if they cannot be counted.
        var choices: [String] {
            switch self {
            case .lang: Language.choices
            case .color: ColorChoice.choices
            case .dateStyle: DateStyle.choices
            case .markdown, .memories, .syncAuto: YesNo.allCases.map(\.rawValue)
            case .weatherService: WeatherService.allCases.map(\.rawValue)
            case .syncFiles: AttachedFileChoice.allCases.map(\.rawValue)
            case .diary, .tz, .pager, .editor, .template, .weatherKey, .syncName: []
            }
        }
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
                throw Problem(
                    .usage, "settings", "\(path), line \(index + 1): no setting of ours: \(String(words))",
                    "\(path)의 \(index + 1)번째 줄은 설정이 아닙니다: \(String(words))", hint: Settings.allKeys)
            }
        }
        return settings
    }

    /// Where the file is, or would be; nil without a home.
    static var file: String? {
        if let folder = Session.variable("XDG_CONFIG_HOME") { return folder + "/diarylog/config" }
        return Session.variable("HOME").map { $0 + "/.config/diarylog/config" }
    }

    /// The names of the settings, as a sentence lists them.
    static var names: String { Key.allCases.map(\.rawValue).joined(separator: ", ") }

    /// All settings, for whoever named another.
    static var allKeys: Sentence {
        Sentence(
            "Settings are \(names), diaries.NAME, a path with a /, and places.NAME, as 37.57,126.98.",
            "설정은 \(names)이고, diaries.이름에는 /가 있는 경로를, places.이름에는 37.57,126.98처럼 씁니다.")
    }

    /// What a setting can be, for whoever gave it another value.
    static func values(of key: String) -> Sentence {
        guard let key = Key(rawValue: key) else {
            return key.hasPrefix("places.")
                ? Sentence("It is written 37.57,126.98.", "37.57,126.98처럼 씁니다.")
                : Sentence("It is a path with a /.", "/가 있는 경로를 씁니다.")
        }
        let words = key.choices.joined(separator: ", ")
        if !words.isEmpty { return Sentence("It can be: \(words).", "쓸 수 있는 값: \(words).") }
        return switch key {
        case .tz: Sentence("It is the name of a zone, as Asia/Seoul.", "Asia/Seoul처럼 시간대의 이름을 씁니다.")
        default: Sentence("It cannot be empty, nor that long.", "비어 있거나 그렇게 길 수 없습니다.")
        }
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
        case .tz: if !ZoneDatabase.exists(text) { return false }
        case .weatherKey: if text.isEmpty || text.utf8.count > 256 { return false }
        case .syncName: if text.isEmpty || text.utf8.count > 64 { return false }
        case .editor: if text.isEmpty { return false }
        case .template: if !Self.isName(text) { return false }
        case .pager: break
        case .lang, .color, .dateStyle, .weatherService, .syncAuto, .markdown, .memories, .syncFiles:
            if !key.choices.contains(text) { return false }
        }
        values[key] = Value(text: text, line: line)
        return true
    }

    enum YesNo: String, CaseIterable {
        case yes, no
    }

    private static func fromHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Session.variable("HOME") else { return path }
        return home + path.dropFirst()
    }
}
