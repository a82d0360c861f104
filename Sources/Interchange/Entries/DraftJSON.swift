public import DiaryEngine
internal import DiaryModel
internal import EventStore

/// A draft as JSON, field by field as Docs/CommandLine.md promises.
public enum DraftJSON {
    /// A draft as an object; `isFull` adds the text. Of a new entry `entry`, `base` and `version` are null.
    public static func object(_ draft: Draft, isFull: Bool) -> JSONValue {
        let headline = draft.headline
        var members = [
            JSONMember("draft", .text(draft.number.description)),
            JSONMember("entry", .text(orNull: draft.isNew ? nil : draft.entry.hexadecimal)),
            JSONMember("base", .text(orNull: draft.base?.hexadecimal)),
            JSONMember("version", draft.isNew ? .null : .number(draft.baseVersion.rawValue)),
            JSONMember("title", .text(orNull: headline.title.map { String($0) })),
            JSONMember("preview", .text(headline.preview)),
        ]
        if isFull { members.append(JSONMember("text", .string(draft.content.text))) }
        members += EntryJSON.properties(of: draft.content)
        members.append(JSONMember("begunAt", EntryJSON.stamp(draft.begunAt)))
        members.append(JSONMember("keptAt", EntryJSON.stamp(draft.keptAt)))
        return .object(members)
    }
}
