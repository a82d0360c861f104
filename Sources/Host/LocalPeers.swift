/// Which user of this machine has the other end of a TCP connection.

/// The users who are connected to a port from this machine, as the kernel's tables said when they were read.
package struct LocalPeers: Sendable {
    /// By the end of the address and the port, as the tables spell them.
    private var users: [Substring: UInt32] = [:]

    /// Reads the tables, some microseconds for each connection that the machine has. Where there are none, nobody is
    /// known.
    package init(connectedTo port: UInt16) {
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map { (try? FileSystem.read($0)) ?? [] }
        self.init(tables.map { String(decoding: $0, as: UTF8.self) }, connectedTo: port)
    }

    /// Reads the texts of such tables.
    package init(_ tables: [String], connectedTo port: UInt16) {
        let wanted = ":" + Self.hexadecimal(UInt32(port), digits: 4)
        for line in tables.flatMap({ $0.split(separator: "\n") }) {
            let fields = line.split(separator: " ", maxSplits: 8)
            // A connection that is over (06) is nobody's any more.
            guard fields.count == 9, fields[2].hasSuffix(wanted), fields[3] != "06", let user = UInt32(fields[7])
            else { continue }
            // Also of 127.0.0.1 written as an address of IPv6.
            users[fields[1].suffix(13)] = user
        }
    }

    /// The user whose end has this address, such as `127.0.0.1` or `::1`; nil if it is not on this machine.
    package func user(at address: String, port: UInt16) -> UInt32? {
        let bytes = address == "::1" ? [0, 0, 0, 1] : address.split(separator: ".").compactMap { UInt32($0) }
        guard bytes.count == 4 else { return nil }
        // The tables have the bytes as this machine's numbers have them.
        let number = UInt32(littleEndian: bytes.reversed().reduce(0) { $0 << 8 | $1 })
        return users[Self.hexadecimal(number, digits: 8) + ":" + Self.hexadecimal(UInt32(port), digits: 4)]
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> Substring {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: digits - text.count) + text[...]
    }
}
