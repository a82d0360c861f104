public import DiaryEngine
internal import EventStore

/// A version of an entry as JSON, as `history` shows it.
public enum VersionJSON {
    /// A version as an object.
    public static func object(_ version: VersionSummary) -> JSONValue {
        let members = [
            JSONMember("version", .number(version.version.rawValue)),
            JSONMember("seq", .number(version.sequence.rawValue)),
            JSONMember("id", .text(version.id.hexadecimal)), JSONMember("device", .text(version.device.hexadecimal)),
            JSONMember("parents", .array(version.parents.map { .number($0.rawValue) })),
            JSONMember("recordedAt", EntryJSON.stamp(version.recordedAt)), JSONMember("kind", .text(version.kind)),
            JSONMember("act", .text(version.act.rawValue)), JSONMember("title", .text(orNull: version.title)),
            JSONMember("size", .number(version.size)),
        ]
        return .object(members + (version.isUnderstood ? [] : [JSONMember("understood", .bool(false))]))
    }

    /// A line of an entry, and who wrote it, as an object.
    public static func object(_ line: BlamedLine) -> JSONValue {
        [
            "text": .text(line.text), "seq": .number(line.sequence.rawValue),
            "version": .number(line.version.rawValue), "recordedAt": EntryJSON.stamp(line.recordedAt),
        ]
    }
}
