internal import DiaryEngine
internal import EventStore

/// What people call the devices of a diary.
struct DeviceNames {
    private var names: [DeviceID: String] = [:]
    private var own: Set<DeviceID> = []

    init(in diary: Diary) throws(EventStoreError) { self.init(of: try diary.devices()) }

    init(of devices: [DiaryDevice]) {
        for device in devices {
            names[device.id] = device.name
            if device.isOwn { own.insert(device.id) }
        }
    }

    /// What to call another device: its name, or the beginning of its id. Nil for this one.
    func name(of device: DeviceID, _ session: Session) -> String? {
        own.contains(device) ? nil : anyName(of: device)
    }

    /// What to call a device, be it this one.
    func anyName(of device: DeviceID) -> String { names[device] ?? String(device.hexadecimal.prefix(8)) }
}
