internal import DiaryEngine
internal import DiarylogHost

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
        if text.contains("/") || text == "." || text == ".." { return text }
        guard Settings.isName(text) else {
            throw Problem(
                .usage, "no-diary", "“\(OnScreen.short(text))” can be no name of a diary",
                "\(quoted: OnScreen.short(text), .topic) 일기장의 이름이 될 수 없습니다",
                hint: "A name has letters, digits, - and _; a path has a /, as ./\(text.isEmpty ? "diary" : text).",
                "이름은 글자와 숫자, -와 _로 씁니다. 경로에는 /가 있습니다: ./\(text.isEmpty ? "diary" : text)")
        }
        if let known = settings.diaries[text] { return known.text }
        let path = try Self.diariesFolder() + "/" + text
        // A diary of this name that lies here may be meant.
        if Diary.exists(at: text), !Diary.exists(at: path) {
            throw Problem(
                .usage, "no-diary", "none of your diaries is called \(text), and ./\(text) is a diary",
                "\(text, .named) 일기장은 없고, ./\(text)에 일기장이 있습니다",
                hint: "--diary ./\(text) is that one; a word without a slash is a name.",
                "그 일기장은 --diary ./\(text)로 씁니다. 빗금이 없는 말은 이름입니다.")
        }
        return path
    }

    /// `$XDG_DATA_HOME/diarylog`, or `~/.local/share/diarylog`.
    static func diariesFolder() throws -> String {
        if let data = variable("XDG_DATA_HOME") { return data + "/diarylog" }
        guard let home = variable("HOME") else { throw Problem.noHome }
        return home + "/.local/share/diarylog"
    }
}
