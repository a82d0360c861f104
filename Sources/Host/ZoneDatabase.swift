/// Time zones by name, and their offset from UTC at any instant.

internal import DiarylogCHost
internal import Glibc

/// The machine's time zones (/usr/share/zoneinfo), read by glibc.
///
/// glibc silently takes an unknown name for UTC: ask `exists` first. It keeps one zone at a time, so a question about
/// another zone costs about 6 µs; within one zone, an offset at an instant costs a fraction of that, and one for a wall
/// clock's reading four to eight times that fraction. Safe from every thread.
package enum ZoneDatabase {
    private static let folder = "/usr/share/zoneinfo/"

    /// Whether this machine knows a zone. "UTC" it always knows, even without a zone database.
    ///
    /// "localtime" and "posixrules" do not count as zones: they mean something else on every machine.
    package static func exists(_ name: String) -> Bool {
        guard isPlausible(name), name != "localtime", name != "posixrules" else { return false }
        if name == "UTC" { return true }
        let path = folder + name
        do throws(SystemError) {
            guard try FileSystem.kind(of: path) == .file else { return false }
            return try FileSystem.read(path, limit: 4) == Array("TZif".utf8)
        } catch {
            return false
        }
    }

    /// Whether this machine has zones at all, as the package tzdata brings them.
    package static var isInstalled: Bool { exists("Etc/UTC") || exists("Europe/London") }

    /// Seconds east of UTC at an instant, in seconds since 1970. Exact: London in 1660 is -75.
    package static func offset(of zone: String, at seconds: Int64) -> Int32 {
        let zone = isPlausible(zone) ? zone : "UTC"
        return unsafe chost_zone_offset(zone, seconds)
    }

    /// The offset in force when clocks in a zone read `local`, which is in seconds as if it were UTC.
    ///
    /// A reading that was skipped has the offset before the gap; a reading that came twice has that of the earlier
    /// instant. The instant is `local` less the offset.
    package static func offset(of zone: String, local seconds: Int64) -> Int32 {
        let zone = isPlausible(zone) ? zone : "UTC"
        return unsafe chost_zone_offset_local(zone, seconds)
    }

    /// How often clocks in a zone showed a reading.
    package enum Occurrence: Equatable, Sendable {
        case once, never
        /// The earlier has the offset that `offset(of:local:)` says, the later this one.
        case twice(later: Int32)
    }

    /// How often clocks in a zone read `local`, in seconds as if it were UTC: in some nights it is
    /// twice or never.
    package static func occurrence(in zone: String, local seconds: Int64) -> Occurrence {
        let offset = offset(of: zone, local: seconds)
        let instant = seconds - Int64(offset)
        if self.offset(of: zone, at: instant) != offset { return .never }
        let later = self.offset(of: zone, at: instant + 86_400)
        let isLater = later != offset && self.offset(of: zone, at: seconds - Int64(later)) == later
        return isLater ? .twice(later: later) : .once
    }

    /// The zone to which this user, or else this machine, is set; "UTC" if nothing says.
    ///
    /// It is the first of these that names an existing zone: `TZ`, the target of /etc/localtime, /etc/timezone.
    package static var systemZone: String {
        let candidates: [() -> String?] = [environmentZone, linkedZone, writtenZone]
        for candidate in candidates {
            if let name = candidate(), exists(name) { return name }
        }
        return "UTC"
    }

    /// The zone that a value of `TZ` names; nil if it names none, as "IST-5:30" and "CET-1CEST,M3.5.0,M10.5.0" do not.
    ///
    /// It is a zone's name, a path to one or to /etc/localtime, a colon before either or none, or a rule of POSIX that
    /// is a zone: "KST-9", nine hours east of UTC, is Etc/GMT-9.
    package static func zone(setBy value: String) -> String? {
        let name = value.utf8.first == UInt8(ascii: ":") ? String(value.utf8.dropFirst()) ?? "" : value
        if name == "/etc/localtime" {
            return [linkedZone(), writtenZone()].lazy.compactMap(\.self).first(where: exists) ?? "UTC"
        }
        if let name = zone(inPath: name), exists(name) { return name }
        if exists(name) { return name }
        guard let hours = hours(ofRule: name) else { return nil }
        let fixed = hours == 0 ? "UTC" : "Etc/GMT\(hours < 0 ? "-" : "+")\(abs(hours))"
        return exists(fixed) ? fixed : nil
    }

    /// The hours of a rule, which POSIX counts west of Greenwich; nil if anything follows them, and for no rule.
    private static func hours(ofRule text: String) -> Int? {
        var rest = Array(text.utf8)[...]
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > 3 else { return nil }
            rest = rest[(end + 1)...]
        } else {
            let letters = rest.prefix(while: isLetter).count
            guard letters >= 3 else { return nil }
            rest = rest.dropFirst(letters)
        }
        var isEast = false
        if let sign = rest.first, "+-".utf8.contains(sign) {
            isEast = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        let digits = rest.prefix(while: isDigit)
        guard (1...2).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        while rest.starts(with: ":00".utf8) { rest = rest.dropFirst(3) }
        guard rest.isEmpty else { return nil }
        let hours = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return isEast ? -hours : hours
    }

    private static func environmentZone() -> String? { ProcessEnvironment.value("TZ").flatMap(zone(setBy:)) }

    private static func linkedZone() -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/etc/localtime", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return zone(inPath: String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    private static func writtenZone() -> String? {
        do throws(SystemError) {
            let text = String(decoding: try FileSystem.read("/etc/timezone", limit: 256), as: UTF8.self)
            return text.split(whereSeparator: \.isWhitespace).first.map(String.init)
        } catch {
            return nil
        }
    }

    /// What follows "zoneinfo/" in a path; nil if that is not in it.
    private static func zone(inPath path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        return parts[(root + 1)...].joined(separator: "/")
    }

    /// Only letters, digits, "_", "+", "-" and, except at the front, "/": no dots, so no way out of the folder.
    private static func isPlausible(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (1...200).contains(bytes.count), bytes.first != UInt8(ascii: "/") else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
            default: false
            }
        }
    }
}
