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
    /// Objects that cannot be used, and when they were last tried.
    package var unreadable: [String: Int64] = [:]
    /// Devices of which the remote lacked events, and since when.
    package var lacking: [DeviceID: Int64] = [:]
    /// Up to which event of the log, and in which edition of it, the following two are known.
    package var head: UInt64 = 0
    package var rewrites: UInt32 = 0
    package var forgotten: Set<StreamID> = []
    package var files: Set<AttachedFile> = []
    package var devices: [DeviceID: Device] = [:]
    /// When the last exchange ended well; nil if none did.
    package var exchangedAt: Int64?
    /// Events that no proven object has, and objects that wait for others.
    package var unsent = 0
    package var waiting: [String] = []

    package init() {}

    /// Reads it; what cannot be read is as good as nothing.
    package init(at path: String) {
        guard let bytes = try? FileSystem.read(path, limit: 64 << 20), var reader = try? JSONReader(bytes),
            let value = try? reader.value(), Self.number(value["version"]) == 1
        else { return }
        proven = Self.times(value["proven"])
        replaced = Self.times(value["replaced"])
        unreadable = Self.times(value["unreadable"])
        for (name, time) in Self.times(value["lacking"]) {
            if let device = DeviceID(hexadecimal: name) { lacking[device] = time }
        }
        head = UInt64(clamping: Self.number(value["head"]) ?? 0)
        rewrites = UInt32(clamping: Self.number(value["rewrites"]) ?? 0)
        forgotten = Set(Self.texts(value["forgotten"]).compactMap { StreamID(hexadecimal: $0) })
        for (name, size) in Self.times(value["files"]) {
            if let hash = Digest(hexadecimal: name) {
                files.insert(AttachedFile(hash: hash, size: UInt64(clamping: size)))
            }
        }
        if case .object(let members)? = value["devices"] {
            for member in members {
                guard let id = DeviceID(hexadecimal: member.name) else { continue }
                var device = Device()
                device.name = Self.text(member.value["name"])
                device.seenAt = Self.number(member.value["seenAt"]) ?? 0
                if case .object(let held)? = member.value["holds"] {
                    for one in held {
                        if let other = DeviceID(hexadecimal: one.name) { device.holds[other] = Self.text(one.value) }
                    }
                }
                devices[id] = device
            }
        }
        exchangedAt = Self.number(value["exchangedAt"])
        unsent = Int(Self.number(value["unsent"]) ?? 0)
        waiting = Self.texts(value["waiting"])
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
            "unreadable": Self.object(unreadable),
            "lacking": .object(
                lacking.sorted { $0.key < $1.key }.map { JSONMember($0.key.hexadecimal, .number($0.value)) }),
            "head": .number(head), "rewrites": .number(rewrites),
            "forgotten": .array(forgotten.sorted().map { .text($0.hexadecimal) }),
            "files": .object(
                files.sorted { $0.hash < $1.hash }.map { JSONMember($0.hash.hexadecimal, .number($0.size)) }),
            "devices": .object(devices), "exchangedAt": exchangedAt.map { .number($0) } ?? .null,
            "unsent": .number(unsent), "waiting": .array(waiting.map { .text($0) }),
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
        return Dictionary(members.compactMap { member in number(member.value).map { (member.name, $0) } }) { $1 }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { text($0) }
    }

    private static func number(_ value: JSONValue?) -> Int64? {
        guard case .integer(let number)? = value else { return nil }
        return number
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let bytes)? = value else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
