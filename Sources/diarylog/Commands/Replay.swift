internal import ArgumentParser
internal import DiaryEngine
internal import EventStore
internal import Host
internal import Interchange

/// Folds the log from nothing.
struct Replay: DiaryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fold the log from nothing, and say what comes out.",
        discussion: "With --check the living tables are compared with it; exit 5 if they differ.")

    @Option(help: ArgumentHelp("Stop there.", valueName: "when"))
    var to: String?

    @Flag(help: "Compare with the living tables.")
    var check = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        if to != nil, session.options.at != nil { throw .usage(.against("--to", "--at")) }
        let point: DiaryPoint
        if let to { point = try session.point(to) } else { point = try session.point() }
        let diary = try session.open()
        let start = WallClock.monotonic()
        let report = try asking { () throws(DiaryError) in try diary.replay(to: point, check: check) }
        let seconds = Double((WallClock.monotonic() - start) / 1000) / 1e6
        if session.isJSON {
            try session.write(json(report, seconds))
        } else {
            session.say(.replayed(events: report.events, entries: report.entries, seconds: "\(seconds)"))
            try session.write(report.stateHash.hexadecimal + "\n")
        }
        if let differences = report.differences {
            guard differences.isEmpty else { throw .place(.differs(differences)) }
            session.say(.tablesAgree)
        }
        if !report.damaged.isEmpty { throw .place(.eventsLeftOut(report.damaged)) }
    }

    private func json(_ report: ReplayReport, _ seconds: Double) -> JSONValue {
        [
            "events": .number(report.events), "entries": .number(report.entries),
            "stateHash": .text(report.stateHash.hexadecimal), "seconds": .decimal(seconds),
            "damaged": .array(report.damaged.map { .number($0) }),
            "differences": report.differences.map { .array($0.map { .text($0) }) } ?? .null,
        ]
    }
}
