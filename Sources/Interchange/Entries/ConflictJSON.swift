public import DiaryEngine
internal import DiaryModel
public import EventStore

/// What stands side by side in an entry as JSON, besides what `EntryJSON` says of it.
public enum ConflictJSON {
    /// An entry that wants a look, with what stands side by side in it.
    package static func object(_ conflict: EntryConflict, isFull: Bool, _ names: [DeviceID: String]) -> JSONValue {
        .object(EntryJSON.object(conflict.entry, isFull: isFull).members + members(conflict, names))
    }

    /// `shown`, `base`, `devices`, `lost` and `deletedBy`; `names` is what people call the devices.
    public static func members(_ conflict: EntryConflict, _ names: [DeviceID: String]) -> [JSONMember] {
        let base: JSONValue =
            if let base = conflict.base, let origin = base.origins.last {
                [
                    "event": .text(origin.event.hexadecimal), "seq": .number(origin.sequence.rawValue),
                    "text": .string(base.text),
                ]
            } else {
                .null
            }
        return [
            JSONMember("shown", .text(orNull: conflict.texts.last?.origins.last?.event.hexadecimal)),
            JSONMember("base", base),
            JSONMember("devices", .array(conflict.origins.map { origin($0, names) })),
            JSONMember("lost", .array(conflict.lost.map(lost))),
            JSONMember("deletedBy", .array(conflict.deletions.map { .text($0.event.hexadecimal) })),
        ]
    }

    private static func origin(_ origin: EntryOrigin, _ names: [DeviceID: String]) -> JSONValue {
        [
            "event": .text(origin.event.hexadecimal), "seq": .number(origin.sequence.rawValue),
            "version": .number(origin.version.rawValue), "device": .text(origin.device.hexadecimal),
            "name": .text(orNull: names[origin.device]), "recordedAt": EntryJSON.stamp(origin.writtenAt),
        ]
    }

    private static func lost(_ lost: EntryConflict.LostValue) -> JSONValue {
        [
            "field": .text(lost.value.name), "value": value(lost.value), "event": .text(lost.origin.event.hexadecimal),
            "kept": value(lost.kept), "keptBy": .text(lost.keptOrigin.event.hexadecimal),
        ]
    }

    private static func value(_ value: SingleValue) -> JSONValue {
        switch value {
        case .date(let date): .text(date.rfc3339())
        case .star(let isStarred): .bool(isStarred)
        case .place(let place): EntryJSON.place(place)
        case .weather(let weather): EntryJSON.weather(weather)
        }
    }
}

extension SingleValue {
    /// What the field is called in JSON.
    fileprivate var name: String {
        switch self {
        case .date: "date"
        case .star: "starred"
        case .place: "place"
        case .weather: "weather"
        }
    }
}
