internal import DiarylogArguments
internal import Interchange

struct Config: DiaryCommand {
    static let about = CommandWords(
        "config",
        abstract: Sentence(
            "The settings in force, and where each comes from; set one.", "지금 쓰는 설정과 그 출처를 보이고, 바꿉니다."),
        discussion: Sentence(
            """
            diarylog config set lang ko                          a setting; get prints one, unset takes it out
            diarylog config set diaries.work ~/diaries/work      then --diary work is that one
            diarylog config set places.home 37.5665,126.9780     then --place home is that place

            The file $XDG_CONFIG_HOME/diarylog/config has a line for each:
            \(Settings.rows.en)

            A key is never shown. set and unset change one line; everything else in it stays. Options come first, \
            then DIARYLOG_DIARY and DIARYLOG_PAGER, then the file, then LANG, TZ, NO_COLOR and PAGER.
            """,
            """
            diarylog config set lang ko                          설정 하나. get은 보이고 unset은 지웁니다
            diarylog config set diaries.일 ~/diaries/work        그러면 --diary 일이 그 일기장입니다
            diarylog config set places.집 37.5665,126.9780       그러면 --place 집이 그 장소입니다

            $XDG_CONFIG_HOME/diarylog/config 파일에 한 줄씩 있습니다.
            \(Settings.rows.ko)

            키는 보여 주지 않습니다. set과 unset은 한 줄만 바꾸고 나머지는 그대로 둡니다. 옵션이 먼저이고, 다음이 DIARYLOG_DIARY와 \
            DIARYLOG_PAGER, 파일, LANG, TZ, NO_COLOR, PAGER입니다.
            """))

    func carryOut(in session: Session) throws { try session.show(session.settingsInForce()) }
}

struct ConfigGet: DiaryCommand {
    static let about = CommandWords("config get", abstract: Sentence("Print a setting.", "설정 하나를 보입니다."))

    @Argument("key", help: .aSetting, completion: .settings)
    var key: String

    func carryOut(in session: Session) throws {
        guard Settings.Known(key) != nil else { throw Problem.unknownSetting(key) }
        let found = try session.settingsInForce().filter { $0.name == key }
        if session.isJSON { return try session.show(found) }
        guard let setting = found.first?.setting else { throw Problem.nothingFound }
        try session.write(setting.value + "\n")
    }
}

struct ConfigSet: DiaryCommand {
    static let about = CommandWords("config set", abstract: Sentence("Set a setting.", "설정을 바꿉니다."))

    @Argument("key", help: .aSetting, completion: .settings)
    var key: String

    @Argument("value", taking: .text, help: Sentence("Its value.", "그 값."), completion: .settingValues)
    var value: String

    func carryOut(in session: Session) throws { try session.set(key, value) }
}

struct ConfigUnset: DiaryCommand {
    static let about = CommandWords(
        "config unset", abstract: Sentence("Take a setting out of the file.", "설정을 파일에서 지웁니다."))

    @Argument("key", help: .aSetting, completion: .settings)
    var key: String

    func carryOut(in session: Session) throws { try session.set(key, nil) }
}

extension Session {
    /// Writes a setting, or takes it out, and says what is in force then.
    fileprivate func set(_ key: String, _ value: String?) throws {
        try Settings.write(key, value)
        let now = Session(
            options: options, settings: try Settings.read(), language: language, arguments: arguments, opened: opened)
        if now.isJSON { return try now.show(try now.settingsInForce().filter { $0.name == key }) }
        now.notify("wrote the settings: \(now.settings.path ?? "")", "설정을 적었습니다: \(now.settings.path ?? "")")
    }

    /// The settings in force, and the names of diaries.
    fileprivate func settingsInForce() throws -> [(name: String, setting: Setting)] {
        var rows: [(name: String, setting: Setting)] = []
        for key in Settings.Key.allCases { rows.append((key.rawValue, try key.inForce(self))) }
        for diary in (try? namedDiaries()) ?? [] {
            let line = settings.diaries[diary.name]?.line
            rows.append(
                ("diaries." + diary.name, Setting(value: diary.path, source: line.map { .file(line: $0) } ?? .folder)))
        }
        for (name, value) in settings.places.sorted(by: { $0.key < $1.key }) {
            rows.append(("places." + name, Setting(value: value.text, source: .file(line: value.line))))
        }
        return rows
    }

    fileprivate func show(_ rows: [(name: String, setting: Setting)]) throws {
        if isJSON {
            let list = rows.map { row -> JSONValue in
                [
                    "name": .text(row.name), "value": .text(row.setting.value),
                    "source": .text(words(of: row.setting.source).en),
                ]
            }
            return try write(["file": .text(orNull: settings.path), "settings": .array(list)])
        }
        for row in rows {
            try write(self.row(["\(row.name) = \(row.setting.value)", "# " + text(words(of: row.setting.source))]))
        }
    }

    private func words(of source: Setting.Source) -> Sentence {
        switch source {
        case .option(let name), .environment(let name): Sentence(name, name)
        case .file(let line):
            Sentence("\(settings.path ?? ""), line \(line)", "\(settings.path ?? "")의 \(line)번째 줄")
        case .folder: Sentence("its folder", "폴더")
        case .usual: Sentence("default", "기본값")
        }
    }
}
