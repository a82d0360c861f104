internal import DiaryEngine
internal import EventStore
internal import Interchange

/// Rows in the form that was asked for: a JSON document whose last array they are, JSON lines, or text for a pipe or a
/// screen. Each goes out as it comes, so that an answer is never held whole.
final class Answer {
    private let session: Session
    private let name: String
    private let screen: Screen
    private var isBegun = false
    /// What the document has before its rows; until the first of them.
    var head: JSONValue

    /// `name` is the array's.
    init(_ name: String, _ session: Session, _ head: JSONValue = [:], isPaged: Bool = true) {
        (self.name, self.head, self.session) = (name, head, session)
        screen = Screen(session, isPaged: isPaged)
    }

    /// Whether there is no text yet.
    var isEmpty: Bool { screen.isEmpty }

    /// Writes a row as JSON, or else as text.
    func write(_ row: @autoclosure () throws -> JSONValue, or text: @autoclosure () throws -> String) throws {
        if session.options.jsonl { return try session.write(row()) }
        guard session.options.json else { return try screen.write(text()) }
        try begin(or: ",")
        try session.write(JSONWriter.bytes(row()))
    }

    /// Writes a text that is no row: JSON has none of it.
    func say(_ text: @autoclosure () throws -> String) throws {
        if !session.isJSON { try screen.write(text()) }
    }

    /// Ends the answer. JSON lines end with the point as of which they hold, and where they go on; the document, with
    /// what is behind its rows.
    func finish(
        at point: @autoclosure () throws -> SequenceNumber, next: String? = nil,
        _ tail: @autoclosure () throws -> JSONValue = [:]
    ) throws {
        if session.options.jsonl {
            let end: JSONValue = ["at": .number(try point().rawValue), "next": .text(orNull: next)]
            return try session.write(session.namingDoubts(in: end))
        }
        guard session.options.json else { return try screen.finish() }
        try begin(or: "")
        try session.write("]")
        for member in try tail().members + session.doubtMembers {
            try session.write(",\"\(member.name)\":")
            try session.write(JSONWriter.bytes(member.value))
        }
        try session.write("}\n")
    }

    private func begin(or separator: String) throws {
        if isBegun { return try session.write(separator) }
        isBegun = true
        let members = head.members.map {
            "\"\($0.name)\":" + String(decoding: JSONWriter.bytes($0.value), as: UTF8.self) + ","
        }
        try session.write("{" + members.joined() + "\"\(name)\":[")
    }
}
