// What went wrong with attached files.

extension Problem {
    static func notAFile(_ path: String) -> Problem {
        Problem(
            .usage, "no-file", "\(path) is no file", "\(path, .topic) 파일이 아닙니다",
            hint: Sentence("Only files can be attached.", "파일만 붙일 수 있습니다."))
    }

    static func folderFirst(_ entry: String, _ folder: String?) -> Problem {
        Problem(
            usage: "the folder comes first, and \(entry) is an entry", "폴더가 먼저입니다. \(entry, .topic) 일기입니다",
            hint: Sentence(
                "diarylog files save \(folder ?? "FOLDER") \(entry); ./\(entry) is a folder of that name.",
                "diarylog files save \(folder ?? "폴더") \(entry). 그런 이름의 폴더는 ./\(entry)로 씁니다."))
    }

    static func noAttachment(_ name: String, entry: String) -> Problem {
        Problem(
            .notFound, "no-attachment", "entry \(entry) has no file \(name)", "일기 \(entry)에 파일 \(name, .subject) 없습니다",
            hint: Sentence("diarylog files \(entry) lists them.", "diarylog files \(entry, .by) 볼 수 있습니다."))
    }

    static func noAttachmentNumber(_ number: Int, entry: String) -> Problem {
        Problem(
            .notFound, "no-attachment", "entry \(entry) has no file [\(number)]", "일기 \(entry)에 [\(number)]번 파일이 없습니다",
            hint: Sentence("diarylog files \(entry) lists them.", "diarylog files \(entry, .by) 볼 수 있습니다."))
    }

    static func ambiguousAttachment(_ name: String, candidates: [String]) -> Problem {
        Problem(
            .usage, "ambiguous", "several files are called \(name)", "\(name, .topic) 여러 파일입니다",
            hint: Sentence(
                "Name one by its hash:\n  " + candidates.joined(separator: "\n  "),
                "해시로 하나를 고르세요:\n  " + candidates.joined(separator: "\n  ")))
    }

    /// Files that are missing, or not what was attached; all others were dealt with.
    static func attachmentsLost(_ names: [String]) -> Problem {
        Problem(
            .damaged, "attachments-lost",
            "\(names.count, "file is", "files are") missing or not what was attached: \(names.joined(separator: ", "))",
            "없거나 붙인 그대로가 아닌 파일이 \(names.count)개 있습니다: \(names.joined(separator: ", "))", hint: remedy)
    }

    /// A file of a kind that a desktop may run.
    static func runnable(_ name: String) -> Problem {
        Problem(
            .usage, "opener", "\(name) is a program, and is not opened", "\(name, .topic) 프로그램일 수 있어 열지 않습니다",
            hint: Sentence(
                "diarylog files save FOLDER ENTRY writes it out.",
                "diarylog files save FOLDER ENTRY로 꺼낼 수 있습니다."))
    }

    static func noOpener(_ name: String) -> Problem {
        Problem(
            .usage, "opener", "the program \(name) cannot be started", "프로그램 \(name, .object) 실행할 수 없습니다",
            hint: Sentence(
                "Set DIARYLOG_OPENER to the program that opens files, or install xdg-utils.",
                "파일을 여는 프로그램을 DIARYLOG_OPENER에 정하거나 xdg-utils를 설치하세요."))
    }

    static func openerFailed(_ name: String, code: Int32) -> Problem {
        Problem(.usage, "opener", "\(name) ended with \(code)", "\(name, .subject) \(code, .by) 끝났습니다")
    }

    /// A backup was made, and these files could not be had.
    static func attachmentsLostInBackup(_ names: [String]) -> Problem {
        Problem(
            .damaged, "attachments-lost",
            "the backup was made, but \(names.count, "attached file is", "attached files are") missing or damaged here, and so not in it: \(list(names))",
            "백업했지만, 여기에 없거나 상해서 백업에도 없는 파일이 \(names.count)개 있습니다: \(list(names))", hint: remedy)
    }

    /// A verification found these files to be lost.
    static func attachmentsUnsound(_ names: [String]) -> Problem {
        Problem(
            .damaged, "attachments-lost",
            "every event and table is sound, but \(names.count, "attached file is", "attached files are") missing or not what was attached: \(list(names))",
            "변경과 표는 온전하지만, 없거나 붙인 그대로가 아닌 파일이 \(names.count)개 있습니다: \(list(names))", hint: remedy)
    }

    /// An entry was forgotten, and so many of its files could not be removed.
    static func attachmentsStillThere(_ count: Int) -> Problem {
        Problem(
            .busy, "still-there",
            "the entry is forgotten, but \(count, "of its files is", "of its files are") still there: somebody is attaching files, or an event cannot be understood",
            "일기는 영구 삭제했지만, 누가 파일을 붙이고 있거나 이해할 수 없는 변경이 있어 파일 \(count)개가 남아 있습니다",
            hint: Sentence(
                "diarylog engine compact --attachments removes what nothing names.",
                "diarylog engine compact --attachments로 쓰이지 않는 파일을 없앨 수 있습니다."))
    }

    /// What can be done about a file that is gone.
    private static let remedy = Sentence(
        "All others are whole. Attach the same file again, or run diarylog verify --repair FROM with a backup that has it.",
        "나머지는 온전합니다. 같은 파일을 다시 붙이거나, 그 파일이 있는 백업으로 diarylog verify --repair FROM을 쓰세요.")

    private static func list(_ names: [String]) -> String {
        names.prefix(20).joined(separator: ", ") + (names.count > 20 ? "…" : "")
    }
}
