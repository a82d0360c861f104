internal import DiarylogHost

/// Tells on a terminal how far an import is that takes longer than a second: first how much was read, then how much of
/// it is written.
final class ImportProgress {
    private var report: ProgressReport
    private let isWatched = Terminal.isTerminal(.error)

    init(_ session: Session) { report = ProgressReport(session) }

    func noteRead(_ rows: Int) {
        if isWatched, rows & 63 == 0, report.seconds > 1 { report.show(read: UInt64(rows)) }
    }

    func noteWritten(_ events: Int, of total: Int) {
        if isWatched, events & 63 == 0, report.seconds > 1 { report.show(UInt64(events), of: UInt64(total)) }
    }

    /// Removes the line before anything else is said.
    func end() { report.end() }
}
