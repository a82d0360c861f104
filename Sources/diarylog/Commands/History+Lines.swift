internal import DiaryEngine
internal import EventStore
internal import Interchange

// `history --lines`: which version wrote each line of an entry.

extension History {
    func showLines(_ session: Session) throws {
        if words { throw Problem.against("--words", "--lines") }
        var point = try session.point()
        let diary = try session.open()
        let found = try session.entry(entry, in: diary, at: point)
        if session.namesVersion(entry) { point = .event(found.sequence) }
        let lines = try diary.blame(found.id, at: point) ?? []
        if session.options.jsonl {
            for line in lines { try session.write(VersionJSON.object(line)) }
            try session.writeEnd(of: diary, at: point)
        } else if session.options.json {
            try session.write(["lines": .array(lines.map(VersionJSON.object))])
        } else {
            try session.page(try text(lines, session))
        }
    }

    private func text(_ lines: [BlamedLine], _ session: Session) throws -> String {
        var text = ""
        for line in lines {
            let columns = [
                session.paint("e\(line.sequence)", 33), "v\(line.version)",
                session.paint(try session.columnTime(line.recordedAt), 36), session.shown(line.text),
            ]
            text += columns.joined(separator: session.column) + "\n"
        }
        return text
    }
}
