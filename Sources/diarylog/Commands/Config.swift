internal import ArgumentParser
internal import Interchange

/// Shows the settings in force.
struct Config: DiaryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the settings in force, and where each comes from.",
        discussion: """
            The file $XDG_CONFIG_HOME/diarylog/config has a line for each: diary, lang, tz, color, date-style and \
            pager, as in "lang = ko". Options come first, then DIARYLOG_DIARY and DIARYLOG_PAGER, then the file, then \
            LANG, TZ, NO_COLOR and PAGER.
            """)

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        var rows: [(key: Settings.Key, setting: Setting)] = []
        for key in Settings.Key.allCases { rows.append((key, try session.setting(key))) }
        if session.isJSON {
            let settings = rows.map { row -> JSONValue in
                [
                    "name": .text(row.key.rawValue), "value": .text(row.setting.value),
                    "source": .text(source(row.setting.source, session).en),
                ]
            }
            return try session.write(["file": .text(orNull: session.settings.path), "settings": .array(settings)])
        }
        for row in rows {
            let source = session.text(source(row.setting.source, session))
            try session.write("\(row.key.rawValue) = \(row.setting.value)\(session.column)# \(source)\n")
        }
    }

    private func source(_ source: Setting.Source, _ session: Session) -> Sentence {
        switch source {
        case .option(let name): Sentence(name, name)
        case .environment(let name): Sentence(name, name)
        case .file(let line):
            Sentence(
                "\(session.settings.path ?? ""), line \(line)", "\(session.settings.path ?? "")의 \(line)번째 줄")
        case .usual: Sentence("default", "기본값")
        }
    }
}
