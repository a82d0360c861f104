internal import DiarylogHost

/// Tells on a terminal how far an import is that takes longer than a second: first how many bytes were read of how
/// many, then how many events are written.
final class ImportProgress {
    private var report: ProgressReport
    private let isWatched = Terminal.isTerminal(.error)

    /// Counts what is read; nil where nobody watches.
    let meter: FileProgress?

    init(_ session: Session) {
        report = ProgressReport(session)
        meter = isWatched ? FileProgress() : nil
    }

    func noteRead(_ rows: Int) {
        guard let meter, rows & 63 == 0, report.seconds > 1 else { return }
        report.show(read: UInt64(rows), bytes: meter.done, of: meter.total)
    }

    func noteWritten(_ events: Int, of total: Int) {
        if isWatched, events & 63 == 0, report.seconds > 1 { report.show(UInt64(events), of: UInt64(total)) }
    }

    /// Removes the line before anything else is said.
    func end() { report.end() }
}
