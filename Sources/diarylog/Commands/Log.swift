internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import EventStore
internal import Interchange

struct Log: ReadingCommand {
    static let about = CommandWords(
        "log", abstract: Sentence("Show what happened, newest first.", "있었던 일을 새로운 것부터 보입니다."))

    @Argument("entry", help: Sentence("Only those of this entry.", "이 일기의 것만."), completion: .entries)
    var entry: String?

    @Flag("operations", help: Sentence("Operations instead of events.", "변경 대신 작업을."))
    var operations = false

    @Option("limit", value: "n", in: Bounds.limit, help: .atMost)
    var limit: Int?

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        let id = try entry.map { text in try session.entry(text, in: diary, at: point).id }
        var output = LogOutput(operations ? "operations" : "events", diary, at: point, session)
        var damaged: [SequenceNumber] = []
        if let id {
            let page = try diary.log(of: id, limit: operations ? nil : limit, at: point)
            damaged = page.damaged
            if operations {
                let own = Set(page.events.compactMap(\.operation))
                try writeOperations(of: diary, among: own, at: point, &output, session)
            } else {
                for event in page.events { try output.write(event) }
            }
        } else if operations {
            try writeOperations(of: diary, among: nil, at: point, &output, session)
        } else {
            damaged = try writeEvents(of: diary, at: point, &output, session)
        }
        try output.answer.finish(at: diary.resolve(point))
        if !damaged.isEmpty { throw Problem.eventsLeftOut(damaged) }
    }

    /// How many events or operations are read in one transaction, and held in memory.
    private static let portion = 1000

    /// Writes the newest events up to a point, and returns those that cannot be read.
    private func writeEvents(
        of diary: Diary, at point: DiaryPoint, _ output: inout LogOutput, _ session: Session
    ) throws -> [SequenceNumber] {
        var next = try diary.resolve(point)
        var left = limit ?? .max
        var damaged: [SequenceNumber] = []
        while next > 0, left > 0 {
            let page = try diary.log(limit: min(left, Self.portion), at: .event(next))
            for event in page.events { try output.write(event) }
            damaged += page.damaged
            left -= page.events.count
            guard page.events.count == Self.portion, let last = page.events.last else { break }
            next = min(last.sequence, page.damaged.last ?? last.sequence).before
        }
        return damaged
    }

    /// Writes the newest operations up to a point: all, or those with certain ids.
    private func writeOperations(
        of diary: Diary, among ids: Set<OperationID>?, at point: DiaryPoint, _ output: inout LogOutput,
        _ session: Session
    ) throws {
        var next = try diary.resolve(point)
        var left = limit ?? .max
        while next > 0, left > 0 {
            let count = ids == nil ? min(left, Self.portion) : Self.portion
            let found = try diary.operations(limit: count, at: .event(next))
            for operation in found where left > 0 && ids?.contains(operation.id) != false {
                try output.write(operation)
                left -= 1
            }
            guard found.count == count, let last = found.last else { break }
            next = last.first.before
        }
    }
}

/// Writes events or operations in the form that was asked for.
struct LogOutput {
    let answer: Answer
    private let session: Session
    private var words: LogWords
    private let isColoured: Bool

    init(_ name: String, _ diary: Diary, at point: DiaryPoint, _ session: Session) {
        self.session = session
        words = LogWords(diary, at: point, session)
        answer = Answer(name, session)
        isColoured = session.isColoured
    }

    mutating func write(_ event: LoggedEvent) throws {
        try answer.write(EventJSON.object(event), or: row(event))
    }

    func write(_ operation: LoggedOperation) throws {
        try answer.write(OperationJSON.object(operation), or: row(operation))
    }

    private mutating func row(_ event: LoggedEvent) throws -> String {
        session.row([
            paint("e\(event.sequence)", 33), paint(try session.columnTime(event.recordedAt), 36),
            session.isTerminal ? session.text(OperationWords.act(event)) : event.kind,
            event.entry.map { OnScreen.shortID($0) } ?? "-",
            session.name(of: event.command), try words.title(of: event.entry),
        ])
    }

    private func row(_ operation: LoggedOperation) throws -> String {
        session.row([
            paint(operation.span, 33), paint(try session.columnTime(operation.recordedAt), 36),
            String(operation.id.hexadecimal.prefix(8)), session.name(of: operation.command),
            try words.summary(of: operation),
        ])
    }

    private func paint(_ text: String, _ code: Int) -> String {
        isColoured ? session.paint(text, code) : text
    }
}

extension CommandCode {
    /// Its name in a pipe.
    var text: String { self == .none ? "-" : "\(self)" }
}

extension LoggedOperation {
    /// Its events, as a column names them.
    var span: String { first == last ? "e\(first)" : "e\(first)…e\(last)" }
}

extension Session {
    /// The name of a command, for people or for programs.
    func name(of command: CommandCode) -> String {
        isTerminal ? text(OperationWords.name(command)) : command.text
    }

    /// The separator of columns: a tab for programs, spaces for people.
    var column: String { isTerminal ? "  " : "\t" }
}

/// What the log says of events and operations in words: which entry, and what was done to it.
///
/// Reads each entry once for its title, and for an operation of at most `most` events every entry that it touched.
struct LogWords {
    /// Operations of more events say how many, and not which.
    private static let most = 50

    private let session: Session
    private let diary: Diary
    private let point: DiaryPoint
    private var titles: [EntryID: String] = [:]

    init(_ diary: Diary, at point: DiaryPoint, _ session: Session) {
        (self.diary, self.point, self.session) = (diary, point, session)
    }

    /// The title that an entry has at the point asked for; empty for an event of none.
    mutating func title(of entry: EntryID?) throws -> String {
        guard let entry else { return "" }
        if let known = titles[entry] { return known }
        let found = try diary.entry(entry, at: point)
        let title = found.map { OnScreen.short($0, session) } ?? ""
        titles[entry] = title
        return title
    }

    /// What an operation did: "edited “Persimmons”, +2 −1 lines".
    func summary(of operation: LoggedOperation) throws -> String {
        let name = OperationWords.name(operation.command)
        guard operation.count <= Self.most else {
            return session.text(OperationSummary.many(name, operation.count))
        }
        let diff = try diary.diff(from: .event(operation.first.before), to: .event(operation.last))
        return session.text(OperationSummary.sentence(operation.command, diff.items, session))
    }
}
