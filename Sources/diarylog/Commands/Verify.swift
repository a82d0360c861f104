internal import Arguments
internal import DiaryEngine
internal import EventStore
internal import Host
internal import Interchange
internal import Synchronization

/// Checks everything that the diary's file says of itself.
struct Verify: DiaryCommand {
    static let about = CommandWords(
        "verify", abstract: "Check every event and every table; name what is damaged.",
        discussion: """
            Nothing is written. --deep computes every hash as well, and compares the search index with the log term by \
            term. Each damaged event and row is named with its reason; exit 5 if there is any. In a pipe a line is \
            finding, place and reason, or a name and its figure, with tabs between.

            --repair and --salvage make a new diary and only read the damaged one. --repair takes what can be read, and \
            from FROM (a backup, another copy, or what export --events wrote) the events that cannot, where their hashes \
            match. --salvage searches the file's pages where the diary cannot be opened any more; both together do both.
            """)

    @Flag("deep", help: "Compute all hashes, and compare the search index term by term.")
    var deep = false

    @Option("repair", value: "from", help: "Make a mended diary with what another copy has.", completion: .files)
    var repair: String?

    @Flag("salvage", help: "Make a diary of what lies in the damaged file's pages.")
    var salvage = false

    @Option("into", value: "path", help: "Where to make it; without it, beside the damaged one.", completion: .folders)
    var into: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        if repair != nil || salvage {
            if deep { throw Problem.against("--deep", repair == nil ? "--salvage" : "--repair") }
            return try mend(in: session)
        }
        if into != nil { throw Problem.intoNeedsMending }
        let diary = try session.open()
        let progress = Mutex(ProgressReport(session))
        let report = try diary.verify(deep: deep) { done, total in progress.withLock { $0.tell(done, of: total) } }
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
        session.say(.verified(advice))
    }
}
