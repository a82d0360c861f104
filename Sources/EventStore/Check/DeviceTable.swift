internal import DiarylogHost

/// The table `devices` as a check reads it: the runs of all devices, in the order of their events.
///
/// How runs are cut depends on the transactions that wrote a forked chain, so runs are not compared with other runs:
/// each event must stand in just one of them, under its own device and number.
package struct DeviceTable: Sendable {
    private var runs: [DeviceRuns.Run] = []
    /// The last flushed event when the table was read, and the newest one.
    let flushed: UInt64
    let head: UInt64
    /// Rows that cannot be.
    private(set) var findings = CheckFindings()
    /// Whether the table could be walked to its end: else it is not compared.
    private var isWhole = true

    static let name = "devices"

    /// The table of a store in which it cannot be walked.
    init(unreadableIn log: LogState) {
        (flushed, head, isWhole) = (log.meta.flushed, log.head, false)
    }

    package init(_ view: borrowing StoreView) throws(EventStoreError) {
        (flushed, head) = (view.log.meta.flushed, view.log.head)
        var cursor = try view.cursor(in: view.log.tables.devices)
        while try cursor.next() {
            let run = DeviceRuns.Run(cursor.key, cursor.value)
            if let run, run.count > 0, run.sequence > 0, run.sequence <= flushed,
                run.count - 1 <= flushed - run.sequence
            {
                runs.append(run)
            } else {
                findings.note(.row(table: Self.name, key: [UInt8](copying: cursor.key)), .damaged)
            }
        }
        runs.sort { $0.sequence < $1.sequence }
        var kept: [DeviceRuns.Run] = []
        for run in runs {
            if let last = kept.last, run.sequence - last.sequence < last.count {
                findings.note(Self.location(of: run), .differs)
            } else {
                kept.append(run)
            }
        }
        runs = kept
    }

    private static func location(of run: DeviceRuns.Run) -> CheckFinding.Location {
        .row(table: name, key: run.key)
    }

    /// A walk over the runs beside a walk over the log.
    struct Walk {
        private let table: DeviceTable
        private var next: Int
        /// The run last found at fault, which is named once.
        private var blamed: Int?
        private var unlisted: UInt64 = 0

        /// Begins at an event.
        init(_ table: DeviceTable, from sequence: UInt64) {
            self.table = table
            var (low, high) = (0, table.runs.count)
            while low < high {
                let middle = (low + high) / 2
                if table.runs[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
            }
            next = max(0, low - 1)
        }

        /// Compares the event of a device with the run that it must stand in. Events come in their order.
        mutating func visit(
            _ sequence: UInt64, _ device: DeviceID, _ number: UInt64, _ findings: inout CheckFindings
        ) {
            guard table.isWhole, sequence <= table.flushed else { return }
            while next + 1 < table.runs.count, table.runs[next + 1].sequence <= sequence { next += 1 }
            guard next < table.runs.count, table.runs[next].sequence <= sequence,
                sequence - table.runs[next].sequence < table.runs[next].count
            else {
                // Several events in a row may be missing from the table: only the first is named.
                if unlisted + 1 != sequence || unlisted == 0 { findings.note(sequence, .unlisted) }
                unlisted = sequence
                return
            }
            let run = table.runs[next]
            let isRight = run.device == device && run.deviceSequence &+ (sequence - run.sequence) == number
            guard !isRight, blamed != next else { return }
            blamed = next
            findings.note(DeviceTable.location(of: run), .differs)
        }
    }
}
