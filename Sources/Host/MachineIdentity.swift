/// What distinguishes this machine from others.

internal import Glibc

/// A name for this machine that survives restarts.
package enum MachineIdentity {
    /// The machine id of systemd, or else of D-Bus, or else the host name.
    ///
    /// Meant for hashing. People choose host names, which may coincide, and machine ids are copied with disk images:
    /// equal bytes do not prove the same machine.
    ///
    /// The id is read once per process and has no white space around it; the host name is read at each call.
    package static func bytes() -> [UInt8] { known ?? hostBytes() }

    /// Whether the machine has an id; without one the host name stands in, and a new name means another machine.
    package static var isCertain: Bool { known != nil }

    private static let known = read()

    private static func read() -> [UInt8]? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            let id = trimmed(contents(of: path))
            // The file says "uninitialized" during a first boot.
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

    /// What the machine is called; nil if it has no name, or one that is not UTF-8.
    package static func hostName() -> String? {
        let bytes = hostBytes()
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func hostBytes() -> [UInt8] {
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
