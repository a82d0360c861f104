/// Why what was asked in jrnl's way cannot be done. The exit codes are jrnl's: 2 for a command line that cannot be
/// read, 1 for the rest.
enum JrnlProblem {
    static func unknownOption(_ name: String) -> Problem {
        Problem(
            .usage, "jrnl", "jrnl has no option \(name)", "jrnl에 \(name) 옵션은 없습니다",
            hint: Sentence(
                "jrnl-diarylog --help lists them; behind -- all is text",
                "jrnl-diarylog --help에 모두 있습니다. -- 뒤는 모두 글입니다"))
    }

    static func ambiguous(_ name: String, _ names: [String]) -> Problem {
        Problem(
            .usage, "jrnl",
            "\(name) could be any of \(names.joined(separator: ", "))",
            "\(name) 옵션은 여럿일 수 있습니다: \(names.joined(separator: ", "))",
            hint: Sentence(
                "jrnl-diarylog --help lists them; behind -- all is text",
                "jrnl-diarylog --help에 모두 있습니다. -- 뒤는 모두 글입니다"))
    }

    static func wantsValue(_ name: String) -> Problem {
        Problem(
            .usage, "jrnl", "\(name) wants a value after it", "\(name) 뒤에 값이 있어야 합니다",
            hint: Sentence(
                "jrnl-diarylog --help lists them; behind -- all is text",
                "jrnl-diarylog --help에 모두 있습니다. -- 뒤는 모두 글입니다"))
    }

    static func noValue(_ name: String) -> Problem {
        Problem(
            .usage, "jrnl", "\(name) takes no value", "\(name) 뒤에는 값이 오지 않습니다",
            hint: Sentence(
                "jrnl-diarylog --help lists them; behind -- all is text",
                "jrnl-diarylog --help에 모두 있습니다. -- 뒤는 모두 글입니다"))
    }

    static func wantsNumber(_ name: String, _ found: String) -> Problem {
        Problem(.usage, "jrnl", "\(name) wants a number, not \(found)", "\(name) 뒤에는 숫자가 와야 합니다: \(found)")
    }

    static func unknownFormat(_ name: String) -> Problem {
        Problem(
            .usage, "jrnl", "jrnl has no format \(name)", "jrnl에 \(name) 형식은 없습니다",
            hint: Sentence(
                "jrnl-diarylog --help lists them; behind -- all is text",
                "jrnl-diarylog --help에 모두 있습니다. -- 뒤는 모두 글입니다"))
    }

    static let noText = Problem(.notFound, "jrnl", "no entry to write: there was no text", "적을 글이 없어 아무것도 적지 않았습니다")

    static let templateUnchanged = Problem(
        .notFound, "jrnl", "no entry to write: the template is as it was", "서식에 쓴 것이 없어 아무것도 적지 않았습니다")

    static let emptiedEditor = Problem(
        .notFound, "jrnl", "the editor left nothing: no entry was changed", "편집기가 빈 글을 남겨 아무것도 바꾸지 않았습니다",
        hint: Sentence(
            "--delete deletes entries, and diarylog undo brings them back", "--delete가 일기를 지우고, diarylog undo가 되돌립니다"))

    static func noEditor(settings path: String) -> Problem {
        Problem(
            .notFound, "jrnl",
            "there is no editor: set editor in \(path), or VISUAL or EDITOR",
            "편집기가 없습니다. \(path) 파일의 editor, 또는 VISUAL이나 EDITOR를 정하세요")
    }

    /// A line of what was edited that looks like the date of an entry, and is none.
    static func unreadableDate(_ text: String, line: Int) -> Problem {
        Problem(
            .notFound, "jrnl",
            "line \(line) looks like an entry, but its date cannot be read: \(text)",
            "\(line)번째 줄은 일기의 첫 줄 같은데 날짜를 읽을 수 없습니다: \(text)",
            hint: Sentence("nothing was changed; mend the line and save again", "아무것도 바뀌지 않았습니다. 그 줄을 고쳐 다시 저장하세요"))
    }

    /// Text above the first entry.
    static func textAbove(line: Int) -> Problem {
        Problem(
            .notFound, "jrnl",
            "line \(line) stands above the first entry: nothing says whose text it is",
            "\(line)번째 줄이 첫 일기보다 위에 있어 어느 일기의 글인지 알 수 없습니다",
            hint: Sentence("nothing was changed; mend the line and save again", "아무것도 바뀌지 않았습니다. 그 줄을 고쳐 다시 저장하세요"))
    }

    static func noTemplate(_ path: String) -> Problem {
        Problem(.notFound, "jrnl", "there is no template \(path)", "서식 파일이 없습니다: \(path)")
    }

    static func badSettings(_ path: String, line: Int, found: String) -> Problem {
        Problem(
            .notFound, "jrnl",
            "\(path), line \(line), cannot be read: \(found)", "\(path) 파일의 \(line)번째 줄을 읽을 수 없습니다: \(found)",
            hint: Sentence(
                "mend the line, or name another file with --config-file", "그 줄을 고치거나 --config-file로 다른 파일을 쓰세요"))
    }

    static func noSettings(_ path: String) -> Problem {
        Problem(.notFound, "jrnl", "there is no file \(path)", "파일이 없습니다: \(path)")
    }

    static func cannotImport(_ name: String) -> Problem {
        Problem(
            .notFound, "jrnl", "jrnl imports its own format alone, not \(name)", "jrnl은 자기 형식만 가져옵니다: \(name)",
            hint: Sentence("diarylog import reads the others", "다른 형식은 diarylog import가 읽습니다"))
    }

    static let noEncryption = Problem(
        .notFound, "jrnl", "this diary is not encrypted by this program", "이 프로그램은 일기를 암호화하지 않습니다",
        hint: Sentence("keep it on an encrypted disk or in an encrypted folder", "암호화한 디스크나 폴더에 두세요"))

    static let calendarElsewhere = Problem(
        .notFound, "jrnl", "this format is shown by diarylog itself", "이 형식은 diarylog가 따로 보여 줍니다",
        hint: Sentence("see diarylog calendar and diarylog stats", "diarylog calendar와 diarylog stats로 보세요"))

    static let folderWanted = Problem(
        .notFound, "jrnl", "yaml is a folder: name it with --file", "yaml은 폴더입니다. --file로 정하세요")
}
