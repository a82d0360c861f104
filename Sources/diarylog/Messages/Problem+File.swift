internal import DiarylogHost
internal import DiarylogWords
internal import Interchange

// What is wrong with a file that was given, or with the editor that was to write one.

extension Problem {
    static func noFile(_ path: String) -> Problem {
        Problem(
            .noFile, "there is no file \(path)", "파일 \(path, .subject) 없습니다",
            hint: "A path that does not begin with / is looked for in the folder where you are.",
            "/로 시작하지 않는 경로는 지금 있는 폴더에서 찾습니다.")
    }

    /// The file of an editor that has no text any more.
    static func noText(_ path: String) -> Problem {
        (try? FileSystem.kind(of: path)) == .missing
            ? Problem(
                .noFile, "the editor left no file \(path); nothing was written",
                "편집기가 파일을 남기지 않아 아무것도 쓰지 않았습니다: \(path)")
            : Problem(
                .noFile, "\(path) is no file that can be read; nothing was written",
                "읽을 수 있는 파일이 아니어서 아무것도 쓰지 않았습니다: \(path)")
    }

    static func isAFolder(_ path: String) -> Problem {
        Problem(.noFile, "\(path) is a folder", "\(path, .topic) 폴더입니다")
    }

    static func notUTF8(_ english: String, _ korean: String) -> Problem {
        Problem(
            .notUtf8, "\(english) is not valid UTF-8", "\(korean, .subject) 올바른 UTF-8이 아닙니다",
            hint: "Convert it first, for example with iconv.", "먼저 iconv 같은 것으로 변환하세요.")
    }

    /// An import that went on without what could not be read.
    static func leftOut(_ out: LeftOut) -> Problem {
        let more =
            out.count > out.problems.count
            ? Sentence(", of which the first are named", ". 앞의 것만 말했습니다") : Sentence("", "")
        let formats = out.problems.lazy.compactMap { problem in
            if case .ambiguousDate(_, let formats) = problem.reason { formats } else { nil }
        }.first.map { "(\"" + $0.joined(separator: "\", \"") + "\")" }
        let mend =
            formats.map { Sentence("Say with --time-format \($0) which is meant", "--time-format \($0, .by) 정한 다음") }
            ?? Sentence("Mend them", "고친 다음")
        return Problem(
            .leftOut, status: .usage,
            "\(out.count, "thing", "things") could not be read and \(out.count == 1 ? "is" : "are") left out\(more.en)",
            "\(out.count)가지를 읽을 수 없어 뺐습니다\(more.ko)",
            hint: "\(mend.en) and import again: what is here is skipped. --strict takes all or nothing.",
            "\(mend.ko) 다시 가져오세요. 이미 있는 것은 건너뜁니다. --strict를 쓰면 모두 가져오거나 하나도 안 가져옵니다.")
    }

    /// A log of another diary than the one it was to come into.
    static func otherDiary(_ path: String) -> Problem {
        Problem(
            .otherDiary,
            "\(path) is the log of another diary; nothing was imported",
            "\(path, .topic) 다른 일기장의 기록이어서 아무것도 가져오지 않았습니다",
            hint:
                "diarylog --diary PATH import \(path) makes that diary at a free PATH; its export without --events comes into this one.",
            "diarylog --diary 경로 import \(path, .object) 쓰면 빈 경로에 그 일기장을 만듭니다. --events 없이 내보낸 파일은 이 일기장으로 가져올 수 있습니다.")
    }

    static func noEditor(_ name: String) -> Problem {
        Problem(
            .editor, "the editor \(name) cannot be started", "편집기 \(name, .object) 실행할 수 없습니다",
            hint:
                "Set EDITOR to one that is there, in quotes within the quotes if its path has a blank, or give the text.",
            "EDITOR를 있는 편집기로 정하거나 글을 바로 쓰세요. 경로에 빈칸이 있으면 따옴표 안에 따옴표를 한 번 더 씁니다.")
    }

    static func editorFailed(code: Int32, kept: KeptText?) -> Problem {
        Problem(
            .editor,
            "the editor ended with \(code); nothing was written", "편집기가 \(code, .by) 끝나 아무것도 쓰지 않았습니다",
            hint: kept?.sentence)
    }

    /// A line of what stands above the text in the editor.
    static func badHeader(line: Int, _ english: String, _ korean: String) -> Problem {
        Problem(
            .header, "line \(line) of the header: \(english)", "머리말의 \(line)번째 줄: \(korean)",
            hint: "Nothing was written.", "아무것도 쓰지 않았습니다.")
    }

    /// Files that are missing, or not what was attached; all others were dealt with.
    static func attachmentsLost(_ names: [String]) -> Problem {
        Problem(
            .attachmentsLost,
            "\(names.count, "file is", "files are") missing or not what was attached: \(names.joined(separator: ", "))",
            "없거나 붙인 그대로가 아닌 파일이 \(names.count)개 있습니다: \(names.joined(separator: ", "))", hint: lostFiles)
    }

    /// A file of a kind that a desktop may run.
    static func runnable(_ name: String) -> Problem {
        Problem(
            .opener, "\(name) is a program, and is not opened", "\(name, .topic) 프로그램일 수 있어 열지 않습니다",
            hint: "diarylog files save FOLDER ENTRY writes it out.",
            "diarylog files save 폴더 일기로 꺼낼 수 있습니다.")
    }

    static func noOpener(_ name: String) -> Problem {
        Problem(
            .opener, "the program \(name) cannot be started", "프로그램 \(name, .object) 실행할 수 없습니다",
            hint: "Set DIARYLOG_OPENER to the program that opens files, or install xdg-utils.",
            "파일을 여는 프로그램을 DIARYLOG_OPENER에 정하거나 xdg-utils를 설치하세요.")
    }

    /// What can be done about a file that is gone.
    static let lostFiles = Sentence(
        "All others are whole. Attach the same file again, or run diarylog verify --repair FROM with a backup that has it.",
        "나머지는 온전합니다. 같은 파일을 다시 붙이거나, 그 파일이 있는 백업으로 diarylog verify --repair 출처를 쓰세요.")
}
