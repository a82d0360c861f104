internal import Interchange

// What is wrong with a file that was given, or with the editor that was to write one.

extension Problem {
    static func noFile(_ path: String) -> Problem {
        Problem(.usage, "no-file", "there is no file \(path)", "파일 \(path, .subject) 없습니다")
    }

    static func isAFolder(_ path: String) -> Problem {
        Problem(.usage, "no-file", "\(path) is a folder", "\(path, .topic) 폴더입니다")
    }

    static func fileInsideDiary(_ path: String) -> Problem {
        Problem(
            .usage, "no-file",
            "\(path) lies in the diary's own folder; nothing was written",
            "\(path, .topic) 일기장 폴더 안에 있어서 아무것도 쓰지 않았습니다",
            hint: Sentence("Name a file elsewhere.", "다른 곳의 파일을 쓰세요."))
    }

    /// A folder was to be made where something is.
    static func folderTaken(_ path: String) -> Problem {
        Problem(
            .usage, "no-file",
            "something is at \(path) already; nothing was written", "\(path)에 이미 무엇이 있어서 아무것도 쓰지 않았습니다",
            hint: Sentence("Name a folder that does not exist yet.", "아직 없는 폴더를 쓰세요."))
    }

    static func fileNotUTF8(_ path: String) -> Problem {
        Problem(
            .usage, "not-utf8", "\(path) is not valid UTF-8", "\(path, .subject) 올바른 UTF-8이 아닙니다",
            hint: Sentence("Convert it first, for example with iconv.", "먼저 iconv 같은 것으로 변환하세요."))
    }

    /// An import that went on without what could not be read.
    static func leftOut(_ out: LeftOut) -> Problem {
        let more =
            out.count > out.problems.count
            ? Sentence(", of which the first are named", ". 앞의 것만 말했습니다") : Sentence("", "")
        return Problem(
            .usage, "left-out",
            "\(out.count, "thing", "things") could not be read and \(out.count == 1 ? "is" : "are") left out\(more.en)",
            "\(out.count)가지를 읽을 수 없어 뺐습니다\(more.ko)",
            hint: Sentence(
                "Mend them and import again: what is here is skipped. --strict takes all or nothing.",
                "고친 다음 다시 가져오세요. 이미 있는 것은 건너뜁니다. --strict를 쓰면 모두 가져오거나 하나도 안 가져옵니다."))
    }

    /// What `--with` does not know.
    static func unknownTakeable(_ name: String) -> Problem {
        let names = FormatLoss.takeable.map(\.rawValue).joined(separator: ", ")
        return Problem(
            usage: "\"\(name)\" is nothing that --with takes", "\(quoted: name, .topic) --with가 모르는 것입니다",
            hint: Sentence("It takes \(names).", "쓸 수 있는 것: \(names)"))
    }

    static func badRecord(_ number: Int, reason: String) -> Problem {
        Problem(
            .usage, "record", "record \(number) of the log: \(reason)", "기록의 \(number)번째 줄을 받아들일 수 없습니다 (\(reason))",
            hint: Sentence("Nothing was made.", "아무것도 만들지 않았습니다."))
    }

    static func refusedRecord(_ number: Int, _ why: Sentence) -> Problem {
        Problem(
            .usage, "record", "record \(number) of the log: \(why.en)", "기록의 \(number)번째 줄을 받아들일 수 없습니다: \(why.ko)",
            hint: Sentence("Nothing was made.", "아무것도 만들지 않았습니다."))
    }

    /// A log of another diary than the one it was to come into.
    static func otherDiary(_ path: String) -> Problem {
        Problem(
            .usage, "other-diary",
            "\(path) is the log of another diary; nothing was imported",
            "\(path, .topic) 다른 일기장의 기록이어서 아무것도 가져오지 않았습니다",
            hint: Sentence(
                "diarylog --diary PATH import \(path) makes that diary at a free PATH; its export without --events comes into this one.",
                "diarylog --diary 경로 import \(path, .object) 쓰면 빈 경로에 그 일기장을 만듭니다. --events 없이 내보낸 파일은 이 일기장으로 가져올 수 있습니다."
            ))
    }

    /// So many events of a log were added, and one, or several, were not.
    static func leftRecords(from number: Int, added: Int, _ why: Sentence) -> Problem {
        Problem(
            .usage, "record",
            "\(added, "event was", "events were") imported; record \(number) of the log was not: \(why.en)",
            "변경 \(added)건을 가져왔고, 기록의 \(number)번째 줄은 받아들일 수 없습니다: \(why.ko)")
    }

    static func noEditor(_ name: String) -> Problem {
        Problem(
            .usage, "editor", "the editor \(name) cannot be started", "편집기 \(name, .object) 실행할 수 없습니다",
            hint: Sentence(
                "Set EDITOR to one that is there, in quotes within the quotes if its path has a blank, or give the text.",
                "EDITOR를 있는 편집기로 정하거나 글을 바로 쓰세요. 경로에 빈칸이 있으면 따옴표 안에 따옴표를 한 번 더 씁니다."))
    }

    static func editorFailed(code: Int32, kept: KeptText?) -> Problem {
        Problem(
            .usage, "editor",
            "the editor ended with \(code); nothing was written", "편집기가 \(code, .by) 끝나 아무것도 쓰지 않았습니다",
            hint: kept?.sentence)
    }

    /// To commit a file to which its editor has saved nothing.
    static func nothingSaved(_ path: String) -> Problem {
        Problem(
            .usage, "draft", "nothing was saved yet to \(path); nothing was written",
            "파일에 아직 아무것도 저장하지 않아서 아무것도 쓰지 않았습니다: \(path)",
            hint: Sentence(
                "diarylog draft edit \(path) opens it again, draft discard removes it.",
                "diarylog draft edit \(path) 명령으로 다시 열고, draft discard로 버립니다."))
    }

    static func draftNotUTF8(_ draft: String) -> Problem {
        Problem(
            .usage, "not-utf8", "the text is not valid UTF-8; nothing was written", "글이 올바른 UTF-8이 아니어서 아무것도 쓰지 않았습니다",
            hint: Sentence("It is kept in \(draft)", "여기에 남겨 두었습니다: \(draft)"))
    }

    /// A line of what stands above the text in the editor.
    static func badHeader(line: Int, _ why: Sentence) -> Problem {
        Problem(
            .usage, "header", "line \(line) of the header: \(why.en)", "머리말의 \(line)번째 줄: \(why.ko)",
            hint: Sentence("Nothing was written.", "아무것도 쓰지 않았습니다."))
    }

    static func badSetting(path: String, line: Int, text: String) -> Problem {
        Problem(
            .usage, "settings",
            "\(path), line \(line): no setting of ours: \(text)", "\(path)의 \(line)번째 줄은 설정이 아닙니다: \(text)",
            hint: Settings.allKeys)
    }

    static func noTemplate(_ path: String, names: [String]) -> Problem {
        Problem(
            .usage, "no-template", "there is no template \(path)", "템플릿 파일이 없습니다: \(path)",
            hint: names.isEmpty
                ? Sentence(
                    "Write one: {date} becomes the day, and {cursor} the text.",
                    "파일을 만드세요. {date}는 날짜가 되고 {cursor}에는 글이 들어갑니다.")
                : Sentence(
                    "Templates are \(names.joined(separator: ", ")).", "템플릿은 이것들입니다: \(names.joined(separator: ", "))"))
    }

    /// None of these programs is there to print a book.
    static func noBrowser(_ names: [String]) -> Problem {
        Problem(
            .usage, "browser",
            "a PDF needs Chromium, and there is none: \(names.joined(separator: ", "))",
            "PDF를 만들 크로미움이 없습니다: \(names.joined(separator: ", "))",
            hint: Sentence(
                "Install chromium, or name one in CHROMIUM. --format book writes a page that any browser prints.",
                "chromium을 설치하거나 CHROMIUM으로 알려 주세요. --format book은 어느 브라우저로든 인쇄할 수 있는 파일을 냅니다."))
    }

    /// It printed nothing.
    static func printingFailed(_ name: String, code: Int32) -> Problem {
        Problem(
            .storage, "browser", "\(name) printed no PDF (\(code))", "\(name, .subject) PDF를 만들지 못했습니다 (\(code))",
            hint: Sentence(
                "--format book writes a page that any browser prints.", "--format book은 어느 브라우저로든 인쇄할 수 있는 파일을 냅니다."))
    }
}
