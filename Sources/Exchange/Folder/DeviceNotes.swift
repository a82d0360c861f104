package import DiarylogHost
package import EventStore
internal import Interchange

/// What the user of this copy says of other devices: what to call one, and which are gone for good.
package struct DeviceNotes: Equatable, Sendable {
    /// Names that the user gave.
    package var names: [DeviceID: String] = [:]
    /// Devices of which nothing more is awaited: lost, sold, or made anew.
    package var struck: Set<DeviceID> = []

    package init() {}

    /// Reads them; what cannot be read is as good as nothing.
    package init(at path: String) {
        guard let bytes = try? FileSystem.read(path, limit: 1 << 20), var reader = try? JSONReader(bytes),
            case .object(let members)? = try? reader.value()
        else { return }
        for member in members {
            guard let id = DeviceID(hexadecimal: member.name) else { continue }
            names[id] = member.value["name"]?.saidText
            if member.value["struck"] == .bool(true) { struck.insert(id) }
        }
    }

    /// Writes them, whole or not at all.
    package func write(to path: String) throws(SystemError) {
        let members = Set(names.keys).union(struck).sorted().map { id in
            JSONMember(id.hexadecimal, ["name": .text(orNull: names[id]), "struck": .bool(struck.contains(id))])
        }
        var file = try FileReplacement(of: path)
        try file.write(JSONWriter.bytes(.object(members)))
        try file.finish()
    }
}
