public import DiaryEngine
public import DiaryModel
internal import EventStore

/// An entry as JSON, field by field as Docs/CommandLine.md promises.
public enum EntryJSON {
    /// An entry as an object; `isFull` adds the body and the text, which lists leave out.
    ///
    /// Only a branched entry, a forgotten one, or one that only a newer program can read has `status`, `contested`,
    /// `heads` and `alternatives`; only one that comes with versions before its newest has `earlier`, only one that has
    /// files `attachments`, and only one that has fields of other programs `extra`.
    public static func object(_ entry: Entry, isFull: Bool, earlier: [Entry] = []) -> JSONValue {
        let content = entry.content
        let headline = Headline(of: entry.text)
        var members = [
            JSONMember("id", .text(entry.id.hexadecimal)),
            JSONMember("title", .text(orNull: headline.title.map { String($0) })),
        ]
        if isFull {
            members.append(JSONMember("body", .text(String(headline.body))))
            members.append(JSONMember("text", .string(content.text)))
        }
        members += [
            JSONMember("preview", .text(headline.preview)),
            JSONMember("date", .text(content.date.rfc3339())),
            JSONMember("dateOffsetSeconds", .number(content.date.offset)),
            JSONMember("datePrecision", .text(name(of: content.date.precision))),
            JSONMember("zone", .text(orNull: content.date.zone.isEmpty ? nil : content.date.zone)),
            JSONMember("createdAt", stamp(entry.createdAt)),
            JSONMember("modifiedAt", stamp(entry.modifiedAt)),
            JSONMember("version", .number(entry.version.rawValue)),
            JSONMember("seq", .number(entry.sequence.rawValue)),
            JSONMember("event", .text(entry.event.hexadecimal)),
            JSONMember("tags", .array(content.tags.map { .string($0.bytes) })),
            JSONMember("textTags", .array(content.textTags.map { .string($0.bytes) })),
            JSONMember("starred", .bool(content.isStarred)),
            JSONMember("deleted", .bool(entry.isDeleted)),
            JSONMember("place", place(content.place)),
            JSONMember("weather", weather(content.weather)),
        ]
        if let name = content.placeName { members.append(JSONMember("placeName", .text(name))) }
        members += attachments(of: content)
        if isFull { members += extra(of: content) }
        if entry.isBranched || entry.isForgotten || !entry.isUnderstood {
            members += [
                JSONMember("status", .text(name(of: entry.isForgotten ? .forgotten : entry.status))),
                JSONMember("contested", .bool(entry.isContested)),
                JSONMember("heads", .array(entry.heads.map { .text($0.hexadecimal) })),
                JSONMember("alternatives", .array(entry.alternatives.map { alternative($0, isFull: isFull) })),
            ]
        }
        if !earlier.isEmpty { members.append(JSONMember("earlier", .array(earlier.map(version)))) }
        return .object(members)
    }

    /// A version of an entry as an object: what `export` writes of those before the newest.
    public static func version(_ version: Entry) -> JSONValue {
        .object(
            [
                JSONMember("version", .number(version.version.rawValue)),
                JSONMember("recordedAt", stamp(version.modifiedAt)),
                JSONMember("deleted", .bool(version.isDeleted)),
                JSONMember("text", .string(version.content.text)),
            ] + properties(of: version.content) + extra(of: version.content))
    }

    /// Date, tags, star, place and weather, under the names that an entry has for them.
    static func properties(of content: EntryContent) -> [JSONMember] {
        [
            JSONMember("date", .text(content.date.rfc3339())),
            JSONMember("dateOffsetSeconds", .number(content.date.offset)),
            JSONMember("datePrecision", .text(name(of: content.date.precision))),
            JSONMember("zone", .text(orNull: content.date.zone.isEmpty ? nil : content.date.zone)),
            JSONMember("tags", .array(content.tags.map { .string($0.bytes) })),
            JSONMember("starred", .bool(content.isStarred)),
            JSONMember("place", place(content.place)),
            JSONMember("weather", weather(content.weather)),
        ] + attachments(of: content)
    }

    /// What other programs said of it, by their names; no member where there is nothing.
    private static func extra(of content: EntryContent) -> [JSONMember] {
        if content.extra.isEmpty { return [] }
        return [JSONMember("extra", .object(content.extra.map { JSONMember($0.key, $0.json) }))]
    }

    /// The files that belong to an entry; no member where there are none.
    private static func attachments(of content: EntryContent) -> [JSONMember] {
        if content.attachments.isEmpty { return [] }
        return [JSONMember("attachments", .array(content.attachments.map { .object(members(of: $0)) }))]
    }

    /// What an entry says of a file.
    public static func members(of file: Attachment) -> [JSONMember] {
        [
            JSONMember("name", .text(file.name)), JSONMember("mediaType", .text(file.mediaType)),
            JSONMember("size", .number(file.size)), JSONMember("sha256", .text(Hexadecimal.text(file.hash))),
        ]
    }

    private static func alternative(_ alternative: EntryAlternative, isFull: Bool) -> JSONValue {
        let name: [JSONMember] = [
            JSONMember("event", .text(alternative.event.hexadecimal)),
            JSONMember("seq", .number(alternative.sequence.rawValue)),
        ]
        return .object(isFull ? name + [JSONMember("text", .string(alternative.text))] : name)
    }

    private static func name(of status: EntryStatus) -> String {
        switch status {
        case .one: "one"
        case .merged: "merged"
        case .conflict: "conflict"
        case .forgotten: "forgotten"
        case .notUnderstood: "notUnderstood"
        }
    }

    /// A reading of a clock in RFC 3339.
    public static func stamp(_ stamp: ClockReading) -> JSONValue {
        .text(Instant.rfc3339(microseconds: stamp.wall, offset: stamp.offset))
    }

    static func place(_ place: Place?) -> JSONValue {
        guard let degrees = place?.degrees else { return .null }
        return ["lat": .decimal(degrees.latitude), "lon": .decimal(degrees.longitude)]
    }

    static func name(of precision: EntryDate.Precision) -> String {
        switch precision {
        case .day: "day"
        case .minute: "minute"
        case .second: "second"
        }
    }
}
