internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// Lists the diaries that have names.
struct DiariesCommand: DiaryCommand {
    static let about = CommandWords(
        "diaries", abstract: HelpText("List the diaries that have names.", "이름이 있는 일기장들을 보입니다."),
        discussion: HelpText(
            """
            A name is the folder of that name where your diaries are, or what the settings say: \
            diarylog config set diaries.work ~/diaries/work. Then --diary work is that one; ./work is a folder here.
            """,
            """
            이름은 일기장들이 있는 곳의 그 이름 폴더이거나 설정이 말하는 것입니다: diarylog config set diaries.work ~/diaries/work. 그러면 \
            --diary work가 그 일기장이고, ./work는 여기 있는 폴더입니다.
            """))

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        let path = try session.path()
        let diaries = try session.namedDiaries()
        if session.isJSON {
            let rows = diaries.map { diary -> JSONValue in
                [
                    "name": .text(diary.name), "path": .text(diary.path), "exists": .bool(Diary.exists(at: diary.path)),
                    "inUse": .bool(diary.path == path),
                ]
            }
            return try session.write(["diaries": .array(rows)])
        }
        for diary in diaries {
            let mark = diary.path == path ? session.column + "*" : ""
            try session.write(OnScreen.safe(diary.name) + session.column + OnScreen.safe(diary.path) + mark + "\n")
        }
    }
}

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
        if text.contains("/") || text == "." || text == ".." { return text }
        guard Settings.isName(text) else { throw Problem.noDiaryName(text) }
        if let known = settings.diaries[text] { return known.text }
        return try Self.diariesFolder() + "/" + text
    }

    /// `$XDG_DATA_HOME/diarylog`, or `~/.local/share/diarylog`.
    static func diariesFolder() throws -> String {
        if let data = variable("XDG_DATA_HOME") { return data + "/diarylog" }
        guard let home = variable("HOME") else { throw Problem.noHome }
        return home + "/.local/share/diarylog"
    }
}
