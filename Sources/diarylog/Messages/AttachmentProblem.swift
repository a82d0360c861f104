/// What went wrong with attached files.
package enum AttachmentProblem: Error, Equatable, Sendable {
    case notAFile(String)
    case unknown(String, entry: String)
    case noNumber(Int, entry: String)
    case ambiguous(String, candidates: [String])
    /// Files that are missing, or not what was attached; all others were dealt with.
    case lost([String])
    /// A file of a kind that a desktop may run.
    case runnable(String)
    case noOpener(String)
    case openerFailed(String, code: Int32)

    package static let samples: [AttachmentProblem] = [
        .notAFile("x"), .unknown("x", entry: "y"), .noNumber(1, entry: "x"), .ambiguous("x", candidates: ["y"]),
        .lost(["x", "y"]), .runnable("x"), .noOpener("x"), .openerFailed("x", code: 1),
    ]

    var told: Told {
        switch self {
        case .notAFile(let path):
            Told(
                .usage, "no-file", Sentence("\(path) is no file", "\(path, .topic) 파일이 아닙니다"),
                hint: Sentence("Only files can be attached.", "파일만 붙일 수 있습니다."))
        case .unknown(let name, let entry):
            Told(
                .notFound, "no-attachment",
                Sentence("entry \(entry) has no file \(name)", "일기 \(entry)에 파일 \(name, .subject) 없습니다"),
                hint: Sentence(
                    "diarylog attachments \(entry) lists them.", "diarylog attachments \(entry, .by) 볼 수 있습니다."))
        case .noNumber(let number, let entry):
            Told(
                .notFound, "no-attachment",
                Sentence("entry \(entry) has no file [\(number)]", "일기 \(entry)에 [\(number)]번 파일이 없습니다"),
                hint: Sentence(
                    "diarylog attachments \(entry) lists them.", "diarylog attachments \(entry, .by) 볼 수 있습니다."))
        case .ambiguous(let name, let candidates):
            Told(
                .usage, "ambiguous",
                Sentence("several files are called \(name)", "\(name, .topic) 여러 파일입니다"),
                hint: Sentence(
                    "Name one by its hash:\n  " + candidates.joined(separator: "\n  "),
                    "해시로 하나를 고르세요:\n  " + candidates.joined(separator: "\n  ")))
        case .lost(let names):
            Told(
                .damaged, "attachments-lost",
                Sentence(
                    "\(names.count, "file is", "files are") missing or not what was attached: \(names.joined(separator: ", "))",
                    "없거나 붙인 그대로가 아닌 파일이 \(names.count)개 있습니다: \(names.joined(separator: ", "))"),
                hint: Sentence(
                    "All others are whole. Attach the same file again, or copy it from a backup's attachments folder.",
                    "나머지는 온전합니다. 같은 파일을 다시 붙이거나, 백업의 attachments 폴더에서 복사하세요."))
        case .runnable(let name):
            Told(
                .usage, "opener",
                Sentence(
                    "\(name) is a program, and is not opened", "\(name, .topic) 프로그램일 수 있어 열지 않습니다"),
                hint: Sentence(
                    "diarylog attachments ENTRY --output FOLDER writes it out.",
                    "diarylog attachments ENTRY --output FOLDER로 꺼낼 수 있습니다."))
        case .noOpener(let name):
            Told(
                .usage, "opener",
                Sentence("the program \(name) cannot be started", "프로그램 \(name, .object) 실행할 수 없습니다"),
                hint: Sentence(
                    "Set DIARYLOG_OPENER to the program that opens files, or install xdg-utils.",
                    "파일을 여는 프로그램을 DIARYLOG_OPENER에 정하거나 xdg-utils를 설치하세요."))
        case .openerFailed(let name, let code):
            Told(
                .usage, "opener", Sentence("\(name) ended with \(code)", "\(name, .subject) \(code, .by) 끝났습니다"))
        }
    }
}
