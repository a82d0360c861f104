internal import ArgumentParser
internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Host
internal import Interchange

/// Shows the log.
struct Log: DiaryCommand {
    static let configuration = CommandConfiguration(abstract: "Show the events, newest first.")

    @Argument(help: "Only those of this entry.")
    var entry: String?

    @Flag(help: "Operations instead of events.")
    var operations = false

    @Option(help: ArgumentHelp("At most this many.", valueName: "n"))
    var limit: Int?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        let point = try session.point()
        if let limit, limit < 1 { throw .usage(.unreadableLimit) }
        let diary = try session.open()
        let id = try entry.map { (text) throws(Problem) in try session.entry(text, in: diary, at: point).id }
        let page = try asking { () throws(DiaryError) in
            try diary.log(of: id, limit: operations ? nil : limit, at: point)
        }
        if operations {
            try write(LoggedOperation.grouped(page.events, limit: limit), session)
        } else {
            try write(page.events, session)
        }
        if !page.damaged.isEmpty { throw .place(.eventsLeftOut(page.damaged)) }
    }

    private func write(_ events: [LoggedEvent], _ session: Session) throws(Problem) {
        if session.options.jsonl {
            for event in events { try session.write(EventJSON.object(event)) }
        } else if session.options.json {
            try session.write(["events": .array(events.map { EventJSON.object($0) })])
        } else {
            let zone = try session.zone()
            var text = ""
            for event in events {
                let time = Self.time(event.recordedAt, zone, session)
                let id = event.entry.map { OnScreen.shortID($0) } ?? "-"
                let command = event.command == .none ? "-" : "\(event.command)"
                text += ["e\(event.sequence)", time, event.kind, id, command].joined(separator: session.column) + "\n"
            }
            try session.page(text)
        }
    }

    private func write(_ operations: [LoggedOperation], _ session: Session) throws(Problem) {
        if session.options.jsonl {
            for operation in operations { try session.write(operation.json) }
        } else if session.options.json {
            try session.write(["operations": .array(operations.map(\.json))])
        } else {
            let zone = try session.zone()
            var text = ""
            for operation in operations {
                let time = Self.time(operation.recordedAt, zone, session)
                let span =
                    operation.first == operation.last
                    ? "e\(operation.first)" : "e\(operation.first)…e\(operation.last)"
                let id = String(operation.id?.hexadecimal.prefix(8) ?? "-")
                let command = operation.command == .none ? "-" : "\(operation.command)"
                text += [span, time, id, command].joined(separator: session.column) + "\n"
            }
            try session.page(text)
        }
    }

    /// In the reader's zone.
    private static func time(_ stamp: Stamp, _ zone: String, _ session: Session) -> String {
        let seconds = stamp.wall.dividedDown(by: 1_000_000)
        let offset = ZoneDatabase.offset(of: zone, at: seconds)
        guard session.isTerminal else { return Instant.rfc3339(microseconds: stamp.wall, offset: offset) }
        let civil = CivilTime(seconds: seconds + Int64(offset))
        return DateStyle.text(civil, style: session.options.dateStyle, language: session.language) + " "
            + DateStyle.timeText(civil, language: session.language)
    }
}

extension Session {
    /// What stands between columns: a tab for programs, room for people.
    var column: String { isTerminal ? "  " : "\t" }
}

/// The events of one command.
struct LoggedOperation {
    var id: Digest?
    var first: UInt64
    var last: UInt64
    var command: CommandCode
    var recordedAt: Stamp
    var target: Digest?

    /// Events, newest first, by their operation.
    static func grouped(_ events: [LoggedEvent], limit: Int?) -> [LoggedOperation] {
        var operations: [LoggedOperation] = []
        for event in events {
            if let last = operations.indices.last, event.operation != nil, operations[last].id == event.operation {
                operations[last].first = event.sequence
                operations[last].recordedAt = event.recordedAt
            } else {
                if operations.count == limit { break }
                operations.append(
                    LoggedOperation(
                        id: event.operation, first: event.sequence, last: event.sequence, command: event.command,
                        recordedAt: event.recordedAt, target: event.target))
            }
        }
        return operations
    }

    var json: JSONValue {
        [
            "id": .text(orNull: id?.hexadecimal), "command": command == .none ? .null : .text("\(command)"),
            "recordedAt": EntryJSON.stamp(recordedAt), "undoes": .text(orNull: target?.hexadecimal),
            "events": ["first": .number(first), "last": .number(last), "count": .number(last - first + 1)],
        ]
    }
}
