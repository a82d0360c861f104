internal import DiaryModel
internal import DiarylogHost

/// A beginning for entries: a file of the settings' folder, with `{date}` and `{cursor}` in it.
struct Template {
    private let text: String

    /// Reads `templates/NAME.md` beside the settings file. Throws if there is none, and names those that there are.
    init(named name: String) throws {
        guard let path = Self.path(name) else { throw Problem.noHome }
        guard Settings.isName(name), Self.isTemplate(name) else {
            throw Problem(
                .noTemplate, "there is no template \(path)", "템플릿 파일이 없습니다: \(path)",
                hint: Self.names.isEmpty
                    ? Sentence(
                        "Make that file; in it {date} becomes the day, and what you write goes to {cursor}.",
                        "그 파일을 만드세요. 그 안의 {date}는 날짜가 되고, 쓰는 글은 {cursor}에 들어갑니다.")
                    : Sentence(
                        "Templates are \(Self.names.joined(separator: ", ")).",
                        "템플릿은 이것들입니다: \(Self.names.joined(separator: ", "))"))
        }
        let bytes = try FileSystem.read(plain: path, limit: EntryLimits.text + 1)
        guard TextInput.isUTF8(bytes) else { throw Problem.notUTF8(path, path) }
        text = String(decoding: bytes, as: UTF8.self)
    }

    private static func path(_ name: String) -> String? { folder.map { "\($0)/\(name).md" } }

    private static func isTemplate(_ name: String) -> Bool {
        path(name).map { (try? FileSystem.kind(of: $0)) == .file } ?? false
    }

    private static var folder: String? { Settings.file.map { FileSystem.parent(of: $0) + "/templates" } }

    /// The names of the templates that there are, sorted.
    static var names: [String] {
        let files = folder.flatMap { try? FileSystem.contents(of: $0) } ?? []
        return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.filter(isTemplate).sorted()
    }

    /// The template for a day, with a text at its cursor, or behind it all if it has none; and where the
    /// cursor stands.
    func filled(with typed: [UInt8], on date: EntryDate, _ session: Session) -> (text: [UInt8], cursor: TextPosition?) {
        let day = DateStyle.text(date.civil, style: session.dateStyle, language: session.language)
        // What is typed is put in last, so that nothing in it is taken for a mark of the template.
        let dated = text.replacing("{date}", with: day)
        let mark = dated.firstRange(of: "{cursor}")
        let cursor = mark ?? dated.endIndex..<dated.endIndex
        let before = Array(dated[..<cursor.lowerBound].utf8) + typed
        let position = mark.map { _ in TextPosition(behind: before) }
        return (before + Array(dated[cursor.upperBound...].utf8), position)
    }
}
