internal import DiaryEngine
internal import DiarylogArguments
internal import Interchange
internal import Synchronization

/// Checks everything that the diary's file says of itself.
struct Verify: DiaryCommand {
    static let about = CommandWords(
        "verify",
        abstract: HelpText("Check every event and every table; name what is damaged.", "모든 기록과 표를 검사하고 손상된 것을 말합니다."),
        discussion: HelpText(
            """
            Nothing is written. --deep computes every hash as well, and compares the search index with the log term \
            by term. Each damaged event and row is named with its reason; exit 5 if there is any. In a pipe a line \
            is finding, place and reason, or a name and its figure, with tabs between.

            --repair and --salvage make a new diary and only read the damaged one. --repair takes what can be read, \
            and from FROM (a backup, another copy, or what export --events wrote) the events that cannot, where \
            their hashes match. --salvage searches the file's pages where the diary cannot be opened any more; both \
            together do both.
            """,
            """
            아무것도 쓰지 않습니다. --deep는 해시도 모두 계산하고 검색 색인을 기록과 낱낱이 견줍니다. 손상된 변경과 행마다 까닭을 말하고, 하나라도 있으면 5로 끝납니다. 파이프에서는 \
            finding, 곳, 까닭, 또는 이름과 값을 탭을 사이에 두고 한 줄에 냅니다.

            --repair와 --salvage는 손상된 일기장을 읽기만 하고 새 일기를 만듭니다. --repair는 읽을 수 있는 것을, 읽을 수 없는 변경은 해시가 맞으면 FROM(백업, 다른 \
            사본, export --events로 낸 것)에서 가져옵니다. --salvage는 일기를 열 수 없을 때 파일의 페이지를 뒤집니다. 둘을 함께 쓸 수 있습니다.
            """))

    @Flag(
        "deep",
        help: HelpText("Compute all hashes, and compare the search index term by term.", "해시를 모두 계산하고 검색 색인을 낱낱이 견줍니다.")
    )
    var deep = false

    @Option(
        "repair", value: "from",
        help: HelpText("Make a mended diary with what another copy has.", "다른 사본에 있는 것으로 고친 일기장을 만듭니다."),
        completion: .files)
    var repair: String?

    @Flag(
        "salvage", help: HelpText("Make a diary of what lies in the damaged file's pages.", "손상된 파일에 남은 것으로 일기장을 만듭니다.")
    )
    var salvage = false

    @Option(
        "into", value: "path",
        help: HelpText("Where to make it; without it, beside the damaged one.", "만들 곳. 없으면 손상된 일기장 옆."),
        completion: .folders)
    var into: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        if repair != nil || salvage {
            if deep { throw Problem.against("--deep", repair == nil ? "--salvage" : "--repair") }
            return try mend(in: session)
        }
        if into != nil { throw Problem.intoNeedsMending }
        let diary = try session.open()
        let progress = Mutex(ProgressReport(session))
        let report = try diary.verify(deep: deep) { done, total in progress.withLock { $0.show(done, of: total) } }
        let seconds = progress.withLock { (progress) in
            progress.end()
            return progress.seconds
        }
        let advice = VerifyAdvice(report)
        let output = VerifyOutput(report: report, seconds: seconds)
        if session.isJSON {
            try session.write(output.json(next: advice.command, session))
        } else {
            try session.write(output.text(session))
        }
        guard report.findingCount == 0 else { throw Problem.unsound(advice) }
        let lost = report.attachments.lost
        guard lost.isEmpty else { throw Problem.attachmentsUnsound(lost.map { AttachmentLines.name($0.attachment) }) }
        session.notify(.verified(advice))
        if report.newerEvents > 0 {
            session.notify(.newerHere(events: report.newerEvents, entries: report.notUnderstood))
        }
        session.reportEditorFiles()
        let unfinished = report.unfinishedForgettings
        if !unfinished.isEmpty {
            let names = unfinished.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ")
            session.notify(.stillHeld(unfinished.count, names, nil))
        }
    }
}
