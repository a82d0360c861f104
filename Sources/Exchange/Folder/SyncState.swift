package import DiarylogHost
package import EventStore
internal import Interchange

/// What a copy of a diary remembers of its exchanges. Without it everything is read once more, and nothing is lost.
package struct SyncState: Equatable, Sendable {
    /// What an object last said of the device that made it.
    package struct Device: Equatable, Sendable {
        package var name: String?
        /// When this copy first read that, in microseconds since 1970 UTC.
        package var seenAt: Int64 = 0
        /// What it held of each device: `NUMBER-TIP`.
        package var holds: [DeviceID: String] = [:]
    }

    /// Objects that this copy has read and proven, with the time when they were last listed.
    package var proven: [String: Int64] = [:]
    /// Objects whose events all lie in another one that was proven, and since when.
    package var replaced: [String: Int64] = [:]
    /// An object that cannot be used.
    package struct Unreadable: Equatable, Sendable {
        /// When it was last tried.
        package var at: Int64
        package var fault: Segment.Fault
    }

    /// Objects that cannot be used.
    package var unreadable: [String: Unreadable] = [:]
    /// Objects that only a key opens which was replaced since: they cover nothing, and what of them is not here stays
    /// apart.
    package var older: Set<String> = []
    /// Devices of which events came in under such a key, so that this copy does not pass them on by itself.
    package var doubted: Set<DeviceID> = []
    /// When an object was last proven once more, and which.
    package var provenAgainAt: Int64?
    package var provenAgain: String?
    /// Devices of which the remote lacked events, and since when.
    package var lacking: [DeviceID: Int64] = [:]
    /// Up to which event of the log, and in which edition of it, the following two are known.
    package var head: UInt64 = 0
    package var generation: UInt32 = 0
    package var forgotten: Set<StreamID> = []
    package var files: Set<AttachedFile> = []
    /// The key files of the remote that this copy made or opened; empty: it does not know.
    package var keys: Set<String> = []
    /// The names, on the remote, of files that only entries named which are forgotten now.
    package var gone: Set<String> = []
    /// What else on the remote is due to be removed unless it is of use yet, and since when: sealed files that no event
    /// names, and what is no object by its name or its bytes.
    package var suspect: [String: Int64] = [:]
    package var devices: [DeviceID: Device] = [:]
    /// When the last exchange was tried, and when one ended well; nil if none did.
    package var triedAt: Int64?
    package var exchangedAt: Int64?
    /// When the last exchange failed, and why: `ExchangeTrouble.code`. Nil once one ends well.
    package var failedAt: Int64?
    package var failure: String?
    /// Whether another diary lay there as well when it was listed last.
    package var isShared = false
    /// Drafts that keep what was written here of entries which another device forgot meanwhile, as `d1`.
    package var drafts: [String] = []
    /// Events that no proven object has, and objects that wait for others.
    package var unsent = 0
    package var waiting: [String] = []

    package init() {}

    /// Reads it; what cannot be read is as good as nothing.
    package init(at path: String) {
        guard let bytes = try? FileSystem.read(path, limit: 64 << 20), var reader = try? JSONReader(bytes),
            let value = try? reader.value(), value["version"]?.saidNumber == 1
        else { return }
        proven = Self.times(value["proven"])
        replaced = Self.times(value["replaced"])
        if case .object(let members)? = value["unreadable"] {
            for member in members {
                guard let at = member.value["at"]?.saidNumber,
                    let fault = member.value["fault"]?.saidText.flatMap({ Segment.Fault(rawValue: $0) })
                else { continue }
                unreadable[member.name] = Unreadable(at: at, fault: fault)
            }
        }
        provenAgainAt = value["provenAgainAt"]?.saidNumber
        provenAgain = value["provenAgain"]?.saidText
        older = Set(Self.texts(value["older"]))
        doubted = Set(Self.texts(value["doubted"]).compactMap { DeviceID(hexadecimal: $0) })
        for (name, time) in Self.times(value["lacking"]) {
            if let device = DeviceID(hexadecimal: name) { lacking[device] = time }
        }
        head = UInt64(clamping: value["head"]?.saidNumber ?? 0)
        generation = UInt32(clamping: value["generation"]?.saidNumber ?? 0)
        forgotten = Set(Self.texts(value["forgotten"]).compactMap { StreamID(hexadecimal: $0) })
        for (name, size) in Self.times(value["files"]) {
            if let hash = Digest(hexadecimal: name) {
                files.insert(AttachedFile(hash: hash, size: UInt64(clamping: size)))
            }
        }
        keys = Set(Self.texts(value["keys"]))
        gone = Set(Self.texts(value["gone"]))
        suspect = Self.times(value["suspect"])
        if case .object(let members)? = value["devices"] {
            for member in members {
                guard let id = DeviceID(hexadecimal: member.name) else { continue }
                var device = Device()
                device.name = member.value["name"]?.saidText
                device.seenAt = member.value["seenAt"]?.saidNumber ?? 0
                if case .object(let held)? = member.value["holds"] {
                    for one in held {
                        if let other = DeviceID(hexadecimal: one.name) { device.holds[other] = one.value.saidText }
                    }
                }
                devices[id] = device
            }
        }
        triedAt = value["triedAt"]?.saidNumber
        exchangedAt = value["exchangedAt"]?.saidNumber
        failedAt = value["failedAt"]?.saidNumber
        failure = value["failure"]?.saidText
        isShared = value["isShared"] == .bool(true)
        drafts = Self.texts(value["drafts"])
        unsent = Int(value["unsent"]?.saidNumber ?? 0)
        waiting = Self.texts(value["waiting"])
    }

    /// A clock that was ahead once noted times that have not come yet: what was seen then counts as seen now.
    package mutating func believe(until now: Int64) {
        proven = proven.mapValues { min($0, now) }
        replaced = replaced.mapValues { min($0, now) }
        lacking = lacking.mapValues { min($0, now) }
        unreadable = unreadable.mapValues { Unreadable(at: min($0.at, now), fault: $0.fault) }
        provenAgainAt = provenAgainAt.map { min($0, now) }
    }

    /// Writes it, whole or not at all.
    package func write(to path: String) throws(SystemError) {
        let devices = devices.sorted { $0.key < $1.key }.map { id, device in
            JSONMember(
                id.hexadecimal,
                [
                    "name": .text(orNull: device.name), "seenAt": .number(device.seenAt),
                    "holds": .object(
                        device.holds.sorted { $0.key < $1.key }.map { JSONMember($0.key.hexadecimal, .text($0.value)) }),
                ])
        }
        let value: JSONValue = [
            "version": .number(1), "proven": Self.object(proven), "replaced": Self.object(replaced),
            "unreadable": .object(
                unreadable.sorted { $0.key < $1.key }.map { path, one in
                    JSONMember(path, ["at": .number(one.at), "fault": .text(one.fault.rawValue)])
                }),
            "provenAgainAt": provenAgainAt.map { .number($0) } ?? .null, "provenAgain": .text(orNull: provenAgain),
            "older": .array(older.sorted().map { .text($0) }),
            "doubted": .array(doubted.sorted().map { .text($0.hexadecimal) }),
            "lacking": .object(
                lacking.sorted { $0.key < $1.key }.map { JSONMember($0.key.hexadecimal, .number($0.value)) }),
            "head": .number(head), "generation": .number(generation),
            "forgotten": .array(forgotten.sorted().map { .text($0.hexadecimal) }),
            "files": .object(
                files.sorted { $0.hash < $1.hash }.map { JSONMember($0.hash.hexadecimal, .number($0.size)) }),
            "keys": .array(keys.sorted().map { .text($0) }),
            "gone": .array(gone.sorted().map { .text($0) }), "suspect": Self.object(suspect),
            "devices": .object(devices), "triedAt": triedAt.map { .number($0) } ?? .null,
            "exchangedAt": exchangedAt.map { .number($0) } ?? .null,
            "failedAt": failedAt.map { .number($0) } ?? .null, "failure": .text(orNull: failure),
            "isShared": .bool(isShared), "drafts": .array(drafts.map { .text($0) }), "unsent": .number(unsent),
            "waiting": .array(waiting.map { .text($0) }),
        ]
        var file = try FileReplacement(of: path)
        try file.write(JSONWriter.bytes(value))
        try file.finish()
    }

    private static func object(_ times: [String: Int64]) -> JSONValue {
        .object(times.sorted { $0.key < $1.key }.map { JSONMember($0.key, .number($0.value)) })
    }

    private static func times(_ value: JSONValue?) -> [String: Int64] {
        guard case .object(let members)? = value else { return [:] }
        return Dictionary(members.compactMap { member in member.value.saidNumber.map { (member.name, $0) } }) { $1 }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap(\.saidText)
    }

}

extension [DeviceID: String] {
    /// Notes what is held of a device, `NUMBER-TIP`, unless more of it is known to be held.
    package mutating func note(_ held: String, of device: DeviceID) {
        if Self.number(in: held) >= Self.number(in: self[device] ?? "") { self[device] = held }
    }

    /// The number in `NUMBER-TIP`; 0 if there is none.
    package static func number(in held: String) -> UInt64 {
        held.split(separator: "-").first.flatMap { UInt64($0) } ?? 0
    }
}
