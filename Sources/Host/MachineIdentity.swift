/// What tells this machine from others.

internal import Glibc

/// A name for this machine that stays the same over restarts.
package enum MachineIdentity {
    /// The machine id of systemd, else of D-Bus, else the host name; without white space around it.
    ///
    /// Meant for hashing. Host names are chosen by people and may be shared, and machine ids are
    /// copied with disk images: equal does not prove the same machine.
    ///
    /// Read once in a process: a machine does not become another one under it.
    package static func bytes() -> [UInt8] { known ?? hostName() }

    /// Whether the machine has an id; without one the host name stands in, and a new name is another machine.
    package static var isCertain: Bool { known != nil }

    private static let known = read()

    private static func read() -> [UInt8]? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            let id = trimmed(contents(of: path))
            // "uninitialized" stands there during a first boot.
            if !id.isEmpty, id != Array("uninitialized".utf8) { return id }
        }
        return nil
    }

    private static func contents(of path: String) -> [UInt8] {
        do throws(SystemError) {
            return try FileSystem.read(path, limit: 4096)
        } catch {
            return []
        }
    }

    private static func hostName() -> [UInt8] {
        // Linux allows 64 bytes.
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        return buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
        let rest = bytes.drop(while: isSpace)
        return Array(rest.prefix { !isSpace($0) })
    }
}
