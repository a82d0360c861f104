public import DiaryEngine
internal import DiaryModel
internal import EventStore

/// How an entry differs as JSON, as `diff` shows it.
public enum DifferenceJSON {
    /// A field other than the text that two states of an entry have otherwise.
    public struct Field: Equatable, Sendable {
        /// `date`, `tags`, `starred`, `place`, `weather` or `attachments`.
        public var name: String
        /// Its value before, as an entry has it in JSON.
        public var before: JSONValue
        /// Its value afterwards.
        public var after: JSONValue
    }

    /// What differs besides the text; empty if the entry is missing on one side.
    public static func fields(_ item: DiaryDiff.Item) -> [Field] {
        guard let before = item.before, let after = item.after else { return [] }
        let old = EntryJSON.object(before, isFull: false)
        let new = EntryJSON.object(after, isFull: false)
        return ["date", "tags", "starred", "place", "weather", "attachments"].compactMap { name in
            // An entry that has no files has no such member.
            let (one, other) = (old[name] ?? .array([]), new[name] ?? .array([]))
            return one == other ? nil : Field(name: name, before: one, after: other)
        }
    }

    /// An item of a difference, with its hunks unless they are to be left out: their lines, and `inPieces` the words
    /// that came and went within them.
    public static func object(_ item: DiaryDiff.Item, withHunks: Bool = true, inPieces: Bool = false) -> JSONValue {
        let fields = fields(item).map { JSONMember($0.name, ["before": $0.before, "after": $0.after]) }
        let title = (item.after ?? item.before).flatMap { Headline(of: $0.text, previewLength: 0).title }
        let members = [
            JSONMember("id", .text(item.id.hexadecimal)), JSONMember("change", .text(item.change.rawValue)),
            JSONMember("title", .text(orNull: title.map(String.init))), JSONMember("fields", .object(fields)),
        ]
        let hunks = withHunks ? [JSONMember("hunks", .array(item.hunks.map { hunk($0, inPieces: inPieces) }))] : []
        return .object(members + hunks)
    }

    /// Lines that differ, with some around them.
    package static func hunk(_ hunk: DiffHunk, inPieces: Bool = false) -> JSONValue {
        let members = [
            JSONMember("oldStart", .number(hunk.oldStart)), JSONMember("oldCount", .number(hunk.oldCount)),
            JSONMember("newStart", .number(hunk.newStart)), JSONMember("newCount", .number(hunk.newCount)),
            JSONMember("lines", .array(hunk.lines.map(line))),
        ]
        let pieces: [JSONValue] =
            inPieces ? hunk.pieces.map { ["kind": .text("\($0.kind)"), "text": .text($0.text)] } : []
        return .object(inPieces ? members + [JSONMember("pieces", .array(pieces))] : members)
    }

    private static func line(_ line: DiffHunk.Line) -> JSONValue {
        let members = [JSONMember("kind", .text("\(line.kind)")), JSONMember("text", .text(line.text))]
        return .object(line.isOpen ? members + [JSONMember("noNewline", .bool(true))] : members)
    }
}
