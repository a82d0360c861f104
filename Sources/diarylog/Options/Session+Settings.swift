internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// A value, and where it comes from.
struct Setting {
    enum Source: Equatable {
        case option(String)
        case environment(String)
        /// This line of the settings file.
        case file(line: Int)
        /// The folder of that name where diaries are.
        case folder
        case usual
    }

    let value: String
    let source: Source

    init(value: String, source: Source) { (self.value, self.source) = (value, source) }

    /// Our default.
    init(usual value: String) { self.init(value: value, source: .usual) }

    /// What an option says, if it was given.
    init?(_ value: String?, option name: String) {
        guard let value else { return nil }
        self.init(value: value, source: .option("--" + name))
    }

    /// What a variable means, if it has a value that means something here.
    init?(variable name: String, means: (String) -> String? = { $0 }) {
        guard let value = Session.variable(name).flatMap(means) else { return nil }
        self.init(value: value, source: .environment(name))
    }

    /// What a variable says, if it is there; it may be empty.
    init?(set name: String) {
        guard let value = ProcessEnvironment.value(name) else { return nil }
        self.init(value: value, source: .environment(name))
    }
}

extension Session {
    /// What the file says of a setting.
    func filed(_ key: Settings.Key) -> Setting? {
        settings[key].map { Setting(value: $0.text, source: .file(line: $0.line)) }
    }

    func path() throws -> String { try diarySetting.value }

    var diarySetting: Setting {
        get throws {
            let named =
                Setting(options.diary, option: "diary") ?? Setting(variable: "DIARYLOG_DIARY") ?? filed(.diary)
            if let named { return Setting(value: try diaryPath(named.value), source: named.source) }
            let source: Setting.Source =
                Self.variable("XDG_DATA_HOME") == nil ? .usual : .environment("XDG_DATA_HOME")
            return Setting(value: try Self.diariesFolder() + "/default", source: source)
        }
    }

    /// The zone in which the user's dates are read and shown.
    func zone() throws -> String { try zoneSetting.value }

    /// Whether a zone is set in the environment that cannot be known, for this machine has none.
    ///
    /// Then dates are read and shown in UTC, entries keep their offsets, and what is written names no zone.
    var lacksZones: Bool {
        guard let set = decidingVariable, set != "UTC" else { return false }
        return !ZoneDatabase.isInstalled
    }

    /// What `TZ` says, where it decides.
    private var decidingVariable: String? { options.tz == nil && filed(.tz) == nil ? Self.variable("TZ") : nil }

    /// Throws for a zone that is asked for or a clock that is set and cannot be, before anything is shown by it. A `TZ`
    /// that names no zone is UTC, as to all programs; that is told, and to who dates an entry even with --quiet.
    func checkClock() throws {
        if lacksZones {
            notify(
                "this machine has no time zones, so \(Self.variable("TZ") ?? "") is not known: dates are read and shown in UTC, and what is "
                    + "written names no zone; the package tzdata brings them",
                "이 기기에는 시간대 정보가 없어 \(Self.variable("TZ") ?? "", .object) 알 수 없습니다. 날짜를 UTC로 읽고 보이며, 쓰는 것에는 시간대를 적지 않습니다. "
                    + "tzdata 패키지를 설치하면 됩니다")
        } else if let set = decidingVariable, ZoneDatabase.zone(setBy: set) == nil {
            notify(
                Sentence(
                    "TZ=\(set) names no time zone: dates are read, written and shown in UTC; set TZ to a name, such as "
                        + "Europe/Berlin, or give --tz",
                    "TZ=\(set, .topic) 시간대의 이름이 아닙니다. 날짜를 UTC로 읽고 적고 보입니다. TZ를 Asia/Seoul 같은 이름으로 두거나 --tz를 쓰세요"),
                evenIfQuiet: isChanging)
        }
        if options.tz != nil { _ = try zone() }
        if Self.variable("DIARYLOG_NOW") != nil { _ = try now() }
    }

    var zoneSetting: Setting {
        get throws {
            if let shownIn { return Setting(usual: shownIn) }
            if let name = options.tz, !ZoneDatabase.exists(name) { throw Problem.unknownZone(name) }
            if let chosen = Setting(options.tz, option: "tz") ?? filed(.tz) { return chosen }
            guard let set = Self.variable("TZ") else { return Setting(usual: ZoneDatabase.systemZone) }
            return Setting(value: ZoneDatabase.zone(setBy: set) ?? "UTC", source: .environment("TZ"))
        }
    }

    var isColoured: Bool {
        switch ColorChoice(rawValue: inForce(.color)) {
        case .always: true
        case .never: false
        case .auto, nil: isTerminal
        }
    }

    var dateStyle: DateStyle { DateStyle(rawValue: inForce(.dateStyle)) ?? .long }

    /// Whether texts are shown by their Markdown.
    var isMarkdown: Bool { !settings.isOff(.markdown) }

    /// The command that opens texts; nil if there is none.
    var editor: String? {
        let command = inForce(.editor)
        return command.isEmpty ? nil : command
    }

    /// The command that shows long texts; empty for none.
    var pager: String { inForce(.pager) }

    /// What other devices are told that this one is called; nil if it has no name.
    var deviceName: String? {
        let name = inForce(.syncName)
        return name.isEmpty ? nil : name
    }

    /// The value of a setting that cannot be wrong.
    private func inForce(_ key: Settings.Key) -> String { (try? key.inForce(self).value) ?? "" }

    static func variable(_ name: String) -> String? {
        guard let value = ProcessEnvironment.value(name), !value.isEmpty else { return nil }
        // A folder that is no path from the root is to be ignored, as the specification of these names says.
        if name.hasPrefix("XDG_") || name == "HOME", !value.hasPrefix("/") { return nil }
        return value
    }
}

// The diaries that have names, and where they are.

extension Session {
    /// The diaries that have names, sorted: those of the settings, and the folders where diaries are.
    func namedDiaries() throws -> [(name: String, path: String)] {
        var paths = settings.diaries.mapValues(\.text)
        let folder = try Self.diariesFolder()
        for name in (try? FileSystem.contents(of: folder)) ?? [] where paths[name] == nil && Settings.isName(name) {
            if Diary.exists(at: "\(folder)/\(name)") { paths[name] = "\(folder)/\(name)" }
        }
        return paths.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
    }

    /// The folder of a diary: a name is one of the settings' or a folder where diaries are; anything else is a path.
    func diaryPath(_ text: String) throws -> String {
        if text.contains("/") || text == "." || text == ".." { return Settings.fromHome(text) }
        guard Settings.isName(text) else {
            throw Problem(
                .noDiary, "“\(OnScreen.short(text))” can be no name of a diary",
                "\(quoted: OnScreen.short(text), .topic) 일기장의 이름이 될 수 없습니다",
                hint: "A name has letters, digits, - and _; a path has a /, as ./\(text.isEmpty ? "diary" : text).",
                "이름은 글자와 숫자, -와 _로 씁니다. 경로에는 /가 있습니다: ./\(text.isEmpty ? "diary" : text)")
        }
        if let known = settings.diaries[text] { return known.text }
        let folder = try Self.diariesFolder()
        // One name may be written in several normal forms, which are equal here, and none in a folder.
        let path = folder + "/" + ((try? FileSystem.contents(of: folder))?.first { $0 == text } ?? text)
        // A diary of this name that lies here may be meant.
        if Diary.exists(at: text), !Diary.exists(at: path) {
            throw Problem(
                .noDiary, "none of your diaries is called \(text), and ./\(text) is a diary",
                "\(text, .named) 일기장은 없고, ./\(text)에 일기장이 있습니다",
                hint: "--diary ./\(text) is that one; a word without a slash is a name.",
                "그 일기장은 --diary ./\(text, .by) 씁니다. 빗금이 없는 말은 이름입니다.")
        }
        return path
    }

    /// `$XDG_DATA_HOME/diarylog`, or `~/.local/share/diarylog`.
    static func diariesFolder() throws -> String {
        if let data = variable("XDG_DATA_HOME") { return data + "/diarylog" }
        guard let home = variable("HOME") else { throw Problem.noHome }
        return (home == "/" ? "" : home) + "/.local/share/diarylog"
    }
}
