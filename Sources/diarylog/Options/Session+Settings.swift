internal import DiaryModel
internal import DiarylogExchange
internal import DiarylogHost
internal import Interchange

// The settings in force. In this order: an option, a variable of our own, the settings file, a variable of the whole
// system (LANG, TZ, NO_COLOR, PAGER), our default.

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
}

extension Session {
    /// The setting in force for a key.
    func setting(_ key: Settings.Key) throws -> Setting {
        switch key {
        case .diary: try diarySetting()
        case .lang: languageSetting
        case .tz: try zoneSetting()
        case .color: colorSetting
        case .dateStyle: dateStyleSetting
        case .pager: pagerSetting
        case .editor: editorSetting ?? Setting(value: "", source: .usual)
        case .template: filed(.template) ?? Setting(value: "", source: .usual)
        case .memories: filed(.memories) ?? Setting(value: Settings.YesNo.yes.rawValue, source: .usual)
        case .markdown: filed(.markdown) ?? Setting(value: Settings.YesNo.yes.rawValue, source: .usual)
        case .weatherService: filed(.weatherService) ?? Setting(value: weatherService.rawValue, source: .usual)
        case .weatherKey: weatherKeySetting
        case .syncName: filed(.syncName) ?? Setting(value: MachineIdentity.hostName() ?? "", source: .usual)
        case .syncAuto: filed(.syncAuto) ?? Setting(value: Settings.YesNo.yes.rawValue, source: .usual)
        case .syncFiles: filed(.syncFiles) ?? Setting(value: AttachedFileChoice.all.rawValue, source: .usual)
        }
    }

    /// The diary's path.
    func path() throws -> String { try diarySetting().value }

    private func diarySetting() throws -> Setting {
        if let text = options.diary { return Setting(value: try diaryPath(text), source: .option("--diary")) }
        if let text = Self.variable("DIARYLOG_DIARY") {
            return Setting(value: try diaryPath(text), source: .environment("DIARYLOG_DIARY"))
        }
        if let found = filed(.diary) { return Setting(value: try diaryPath(found.value), source: found.source) }
        let source: Setting.Source =
            Self.variable("XDG_DATA_HOME") == nil ? .usual : .environment("XDG_DATA_HOME")
        return Setting(value: try Self.diariesFolder() + "/default", source: source)
    }

    private var languageSetting: Setting {
        if let lang = options.lang { return Setting(value: lang.rawValue, source: .option("--lang")) }
        if let found = filed(.lang) { return found }
        guard let name = Tongue.decidingVariable else { return Setting(value: language.rawValue, source: .usual) }
        return Setting(value: language.rawValue, source: .environment(name))
    }

    /// The zone in which the user's dates are read and shown.
    func zone() throws -> String { try zoneSetting().value }

    /// Whether a zone is set in the environment that cannot be known, for this machine has none.
    ///
    /// Then dates are read and shown in UTC, entries keep their offsets, and what is written names no zone.
    var lacksZones: Bool {
        guard let set = decidingVariable, set != "UTC" else { return false }
        return !ZoneDatabase.isInstalled
    }

    /// What `TZ` says, where it decides.
    private var decidingVariable: String? { options.tz == nil && filed(.tz) == nil ? Self.variable("TZ") : nil }

    /// The rule that `TZ` has in the place of a zone's name, where it decides: then all is in UTC.
    private var ruleInForce: String? {
        decidingVariable.flatMap { ZoneDatabase.setting($0) == .rule ? $0 : nil }
    }

    /// Throws for a zone or a clock that is set and cannot be, before anything is shown by it.
    func checkClock() throws {
        if lacksZones {
            notify(
                "this machine has no time zones, so \(Self.variable("TZ") ?? "") is not known: dates are read and shown in UTC, and what is "
                    + "written names no zone; the package tzdata brings them",
                "이 기기에는 시간대 정보가 없어 \(Self.variable("TZ") ?? "", .object) 알 수 없습니다. 날짜를 UTC로 읽고 보이며, 쓰는 것에는 시간대를 적지 않습니다. "
                    + "tzdata 패키지를 설치하면 됩니다")
        } else if let rule = ruleInForce {
            notify(
                "TZ=\(rule) is a rule and names no time zone: dates are read and shown in UTC; set TZ to a name, such as "
                    + "Europe/Berlin, or give --tz",
                "TZ=\(rule)은 규칙일 뿐 시간대의 이름이 아닙니다. 날짜를 UTC로 읽고 보입니다. TZ를 Asia/Seoul 같은 이름으로 두거나 --tz를 쓰세요")
        }
        if options.tz != nil || Self.variable("TZ") != nil { _ = try zone() }
        if Self.variable("DIARYLOG_NOW") != nil { _ = try now() }
    }

    private func zoneSetting() throws -> Setting {
        if let name = options.tz {
            guard ZoneDatabase.exists(name) else { throw Problem.unknownZone(name) }
            return Setting(value: name, source: .option("--tz"))
        }
        if let found = filed(.tz) { return found }
        guard let set = Self.variable("TZ") else { return Setting(value: ZoneDatabase.systemZone, source: .usual) }
        if lacksZones { return Setting(value: "UTC", source: .environment("TZ")) }
        switch ZoneDatabase.setting(set) {
        case .zone(let name): return Setting(value: name, source: .environment("TZ"))
        case .rule: return Setting(value: "UTC", source: .environment("TZ"))
        case .unknown: throw Problem.unknownZone(set)
        }
    }

    private var colorSetting: Setting {
        if let color = options.color { return Setting(value: color.rawValue, source: .option("--color")) }
        if let found = filed(.color) { return found }
        if Self.variable("NO_COLOR") != nil { return Setting(value: "never", source: .environment("NO_COLOR")) }
        if Self.variable("TERM") == "dumb" { return Setting(value: "never", source: .environment("TERM")) }
        return Setting(value: ColorChoice.auto.rawValue, source: .usual)
    }

    var isColoured: Bool {
        switch ColorChoice(rawValue: colorSetting.value) {
        case .always: true
        case .never: false
        case .auto, nil: isTerminal
        }
    }

    private var dateStyleSetting: Setting {
        if let style = options.dateStyle { return Setting(value: style.rawValue, source: .option("--date-style")) }
        return filed(.dateStyle) ?? Setting(value: DateStyle.long.rawValue, source: .usual)
    }

    var dateStyle: DateStyle { DateStyle(rawValue: dateStyleSetting.value) ?? .long }

    /// Whether texts are shown by their Markdown.
    var isMarkdown: Bool { settings[.markdown]?.text != Settings.YesNo.no.rawValue }

    private var pagerSetting: Setting {
        if options.noPager { return Setting(value: "", source: .option("--no-pager")) }
        if let pager = ProcessEnvironment.value("DIARYLOG_PAGER") {
            return Setting(value: pager, source: .environment("DIARYLOG_PAGER"))
        }
        if let found = filed(.pager) { return found }
        if let pager = ProcessEnvironment.value("PAGER") {
            return Setting(value: pager, source: .environment("PAGER"))
        }
        return Setting(value: "less -FRX", source: .usual)
    }

    /// That there is a key, never which.
    private var weatherKeySetting: Setting {
        if Self.variable(Self.keyVariable) != nil {
            return Setting(value: "***", source: .environment(Self.keyVariable))
        }
        guard let line = settings[.weatherKey]?.line else { return Setting(value: "", source: .usual) }
        return Setting(value: "***", source: .file(line: line))
    }

    /// What other devices are told that this one is called; nil if it has no name.
    var deviceName: String? {
        let name = settings[.syncName]?.text ?? MachineIdentity.hostName() ?? ""
        return name.isEmpty ? nil : name
    }

    /// What opens texts: what the user has chosen, or else the first editor that is there; nil if there is none.
    private var editorSetting: Setting? {
        if let found = filed(.editor) { return found }
        for name in ["VISUAL", "EDITOR"] {
            if let command = Self.variable(name) { return Setting(value: command, source: .environment(name)) }
        }
        return EditorLine.usual.first(where: EditorLine.isThere).map { Setting(value: $0, source: .usual) }
    }

    /// The command that opens texts; nil if there is none.
    var editor: String? { editorSetting?.value }

    /// Whether entries of the same day in former years are named.
    var hasMemories: Bool { settings[.memories]?.text != Settings.YesNo.no.rawValue }

    /// The command that shows long texts; empty for none.
    var pager: String { pagerSetting.value }

    private func filed(_ key: Settings.Key) -> Setting? {
        settings[key].map { Setting(value: $0.text, source: .file(line: $0.line)) }
    }

    static func variable(_ name: String) -> String? {
        guard let value = ProcessEnvironment.value(name), !value.isEmpty else { return nil }
        // A folder that is no path from the root is to be ignored, as the specification of these names says.
        if name.hasPrefix("XDG_") || name == "HOME", !value.hasPrefix("/") { return nil }
        return value
    }
}
