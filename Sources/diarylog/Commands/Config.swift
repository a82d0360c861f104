internal import DiarylogArguments
internal import Interchange

struct Config: DiaryCommand {
    enum Action: String, Choice {
        case get, set, unset
    }

    static let about = CommandWords(
        "config",
        abstract: HelpText(
            "The settings in force, and where each comes from; set one.", "지금 쓰는 설정과 그 출처를 보이고, 바꿉니다."),
        discussion: HelpText(
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

    @Argument("action", help: HelpText("get, set or unset.", "get(보기), set(바꾸기), unset(지우기)."))
    var action: Action?

    @Argument("key", help: HelpText("The setting.", "설정."), completion: .settings)
    var key: String?

    @Argument("value", help: HelpText("set: its value.", "set: 그 값."), completion: .settingValues)
    var value: String?

    func carryOut(in session: Session) throws {
        guard let action else { return try show(rows(session), session) }
        guard let key, (value != nil) == (action == .set) else {
            throw Problem(
                usage: "get and unset want a setting, set its value as well", "get과 unset에는 설정을, set에는 값까지 씁니다",
                hint: Settings.allKeys)
        }
        switch action {
        case .get:
            guard Settings.Known(key) != nil else { throw Problem.unknownSetting(key) }
            let found = try rows(session).filter { $0.name == key }
            if session.isJSON { return try show(found, session) }
            guard let setting = found.first?.setting else { throw Problem.nothingFound }
            try session.write(setting.value + "\n")
        case .set, .unset:
            try Settings.write(key, value)
            let now = Session(
                options: session.options, settings: try Settings.read(), language: session.language,
                arguments: session.arguments, opened: session.opened)
            if now.isJSON { return try show(try rows(now).filter { $0.name == key }, now) }
            now.notify("wrote the settings: \(now.settings.path ?? "")", "설정을 적었습니다: \(now.settings.path ?? "")")
        }
    }

    /// The settings in force, and the names of diaries.
    private func rows(_ session: Session) throws -> [(name: String, setting: Setting)] {
        var rows: [(name: String, setting: Setting)] = []
        for key in Settings.Key.allCases { rows.append((key.rawValue, try key.inForce(session))) }
        for diary in (try? session.namedDiaries()) ?? [] {
            let line = session.settings.diaries[diary.name]?.line
            rows.append(
                ("diaries." + diary.name, Setting(value: diary.path, source: line.map { .file(line: $0) } ?? .folder)))
        }
        for (name, value) in session.settings.places.sorted(by: { $0.key < $1.key }) {
            rows.append(("places." + name, Setting(value: value.text, source: .file(line: value.line))))
        }
        return rows
    }

    private func show(_ rows: [(name: String, setting: Setting)], _ session: Session) throws {
        if session.isJSON {
            let settings = rows.map { row -> JSONValue in
                [
                    "name": .text(row.name), "value": .text(row.setting.value),
                    "source": .text(source(row.setting.source, session).en),
                ]
            }
            return try session.write(["file": .text(orNull: session.settings.path), "settings": .array(settings)])
        }
        for row in rows {
            let source = session.text(source(row.setting.source, session))
            try session.write(session.row(["\(row.name) = \(row.setting.value)", "# \(source)"]))
        }
    }

    private func source(_ source: Setting.Source, _ session: Session) -> Sentence {
        switch source {
        case .option(let name), .environment(let name): Sentence(name, name)
        case .file(let line):
            Sentence(
                "\(session.settings.path ?? ""), line \(line)", "\(session.settings.path ?? "")의 \(line)번째 줄")
        case .folder: Sentence("its folder", "폴더")
        case .usual: Sentence("default", "기본값")
        }
    }
}
