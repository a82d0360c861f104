internal import ArgumentParser
internal import DiaryEngine
internal import EventStore
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
        if operations, id == nil {
            let found = try asking { () throws(DiaryError) in try diary.operations(limit: limit, at: point) }
            try write(found, session)
            return try end(of: diary, at: point, session)
        }
        let page = try asking { () throws(DiaryError) in
            try diary.log(of: id, limit: operations ? nil : limit, at: point)
        }
        if operations {
            let own = Set(page.events.compactMap(\.operation))
            var found = try asking { () throws(DiaryError) in try diary.operations(at: point) }
            found = found.filter { own.contains($0.id) }
            try write(Array(found.prefix(limit ?? .max)), session)
        } else {
            try write(page.events, session)
        }
        try end(of: diary, at: point, session)
        if !page.damaged.isEmpty { throw .place(.eventsLeftOut(page.damaged)) }
    }

    private func end(of diary: Diary, at point: DiaryPoint, _ session: Session) throws(Problem) {
        if session.options.jsonl { try session.writeEnd(of: diary, at: point) }
    }

    private func write(_ events: [LoggedEvent], _ session: Session) throws(Problem) {
        if session.options.jsonl {
            for event in events { try session.write(EventJSON.object(event)) }
        } else if session.options.json {
            try session.write(["events": .array(events.map { EventJSON.object($0) })])
        } else {
            var text = ""
            for event in events {
                let time = try session.columnTime(event.recordedAt)
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
            var text = ""
            for operation in operations {
                let time = try session.columnTime(operation.recordedAt)
                let span =
                    operation.first == operation.last
                    ? "e\(operation.first)" : "e\(operation.first)…e\(operation.last)"
                let id = String(operation.id.hexadecimal.prefix(8))
                let command = operation.command == .none ? "-" : "\(operation.command)"
                text += [span, time, id, command].joined(separator: session.column) + "\n"
            }
            try session.page(text)
        }
    }
}

extension Session {
    /// What stands between columns: a tab for programs, room for people.
    var column: String { isTerminal ? "  " : "\t" }
}

extension LoggedOperation {
    var json: JSONValue {
        [
            "id": .text(id.hexadecimal), "command": command == .none ? .null : .text("\(command)"),
            "recordedAt": EntryJSON.stamp(recordedAt), "undoes": .text(orNull: target?.hexadecimal),
            "events": ["first": .number(first), "last": .number(last), "count": .number(last - first + 1)],
            "device": .text(orNull: device?.hexadecimal), "entry": .text(orNull: entry?.hexadecimal),
        ]
    }
}
