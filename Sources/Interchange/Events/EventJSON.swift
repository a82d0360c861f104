public import DiaryEngine
public import EventStore

/// Events as JSON: for reading in `log`, and complete in an exported log.
public enum EventJSON {
    /// What `log` says of an event.
    public static func object(_ event: LoggedEvent) -> JSONValue {
        .object(members(event) + (event.isUnderstood ? [] : [JSONMember("understood", .bool(false))]))
    }

    /// A line of an exported log: what `log` says, and the bytes that make up the event.
    public static func object(_ event: LoggedEvent, _ portable: PortableEvent) -> JSONValue {
        .object(
            members(event) + [JSONMember("arrived", portable.arrivedAt.map { .number($0) } ?? .null)]
                + members(portable))
    }

    /// A line of an exported log for an event that could not be read.
    public static func object(_ hole: EventHole, _ sequence: UInt64) -> JSONValue {
        .object(
            [
                JSONMember("seq", .number(sequence))
            ] + members(hole))
    }

    /// As little of a line as a reader needs.
    package static func bare(_ record: LogRecord) -> JSONValue {
        switch record {
        case .event(let event): .object(members(event))
        case .hole(let hole): .object(members(hole))
        }
    }

    private static func members(_ event: PortableEvent) -> [JSONMember] {
        [
            JSONMember("header", .string(Base64.text(event.header))),
            JSONMember("payload", event.payload.map { .string(Base64.text($0)) } ?? .null),
        ]
    }

    private static func members(_ hole: EventHole) -> [JSONMember] {
        [
            JSONMember("id", .text(orNull: hole.id?.hexadecimal)),
            JSONMember(
                "hole",
                .object([
                    JSONMember("device", .text(hole.device.hexadecimal)),
                    JSONMember("deviceSeq", .number(hole.deviceSequence)),
                    JSONMember("reason", .text(hole.reason)),
                ])),
        ]
    }

    private static func members(_ event: LoggedEvent) -> [JSONMember] {
        [
            JSONMember("seq", .number(event.sequence.rawValue)),
            JSONMember("id", .text(event.id.hexadecimal)),
            JSONMember("operation", .text(orNull: event.operation?.hexadecimal)),
            JSONMember("kind", .text(event.kind)),
            JSONMember("entry", .text(orNull: event.entry?.hexadecimal)),
            JSONMember("version", event.entry == nil ? .null : .number(event.version.rawValue)),
            JSONMember("recordedAt", EntryJSON.stamp(event.recordedAt)),
            JSONMember("device", .text(orNull: event.device?.hexadecimal)),
            JSONMember("command", event.command == .none ? .null : .text("\(event.command)")),
            JSONMember("undoes", .text(orNull: event.target?.hexadecimal)),
            JSONMember("size", .number(event.size)),
        ]
    }
}
