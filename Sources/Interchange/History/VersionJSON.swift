public import DiaryEngine
internal import EventStore

/// A version of an entry as JSON, as `history` shows it.
public enum VersionJSON {
    /// A version as an object.
    public static func object(_ version: VersionSummary) -> JSONValue {
        [
            "version": .number(version.version.rawValue), "seq": .number(version.sequence.rawValue),
            "id": .text(version.id.hexadecimal), "device": .text(version.device.hexadecimal),
            "parents": .array(version.parents.map { .number($0.rawValue) }),
            "recordedAt": EntryJSON.stamp(version.recordedAt), "kind": .text(version.kind),
            "title": .text(orNull: version.title), "size": .number(version.size),
        ]
    }

    /// A line of an entry, and who wrote it, as an object.
    public static func object(_ line: BlamedLine) -> JSONValue {
        [
            "text": .text(line.text), "seq": .number(line.sequence.rawValue),
            "version": .number(line.version.rawValue), "recordedAt": EntryJSON.stamp(line.recordedAt),
        ]
    }
}
