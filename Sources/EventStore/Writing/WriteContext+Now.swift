internal import DiarylogHost
internal import Synchronization

extension WriteContext {
    /// Now by the system's clock, in the zone that the environment or the machine is set to, with the system's random
    /// bytes, on a device called as the machine is. The zone is looked up at most once a second.
    public static func now() -> WriteContext {
        let ((wall, seconds), zone) = (WallClock.nowAndSeconds(), SystemZone.name())
        var context = WriteContext(
            wall: wall, offset: ZoneDatabase.offset(of: zone, at: seconds), zone: zone, entropy: .system)
        context.deviceName = MachineIdentity.hostName()
        return context
    }
}

/// The system's zone, remembered for a second: looking it up reads files.
private enum SystemZone {
    private static let known = Mutex<(name: String, until: Int64)?>(nil)

    static func name() -> String {
        let now = WallClock.monotonic()
        return known.withLock { known in
            if let known, now < known.until { return known.name }
            let name = ZoneDatabase.systemZone
            known = (name, now + 1_000_000_000)
            return name
        }
    }
}
