internal import DiaryModel
package import EventStore

/// The name of an object of events on a remote, which says all that is asked before it is read:
/// `DEVICE-FIRST-LAST-TIP-BLANK-SIZE-HASH.age`.
///
/// An object never changes: the same name means the same bytes. It holds one stretch of one device's chain, or stands
/// for one event that nobody had who made it: then BLANK is `hole`.
package struct ObjectName: Hashable, Sendable {
    /// Who wrote the events.
    package var device: DeviceID
    /// The numbers of the first and the last, ten digits each, so that names sort.
    package var first: UInt64
    package var last: UInt64
    /// The first 16 hexadecimal digits of the last event's id.
    package var tip: String
    /// How many of the events have no payload.
    package var blank: Int
    /// Whether it keeps the position of one event that is lost.
    package var isHole: Bool
    /// Bytes of the object. A listing that says another size shows one that is torn.
    package var size: Int
    /// The first 32 hexadecimal digits of the SHA-256 of its bytes.
    package var hash: String

    private static let hole = "hole"

    /// The folder in which they lie.
    package static let folder = "events/"

    /// The name of a segment that was sealed as so many bytes.
    package init(of segment: Segment, size: Int, hash: Digest) {
        (device, first, last, blank) = (segment.device, segment.first, segment.last, segment.blank)
        (isHole, self.size) = (segment.isHole, size)
        (tip, self.hash) = (Self.tip(of: segment.tip), String(hash.hexadecimal.prefix(32)))
    }

    /// Reads a path on a remote; nil if it is not written exactly as `path` writes it.
    package init?(path: String) {
        guard path.hasPrefix(Self.folder), path.hasSuffix(".age") else { return nil }
        let parts = path.dropFirst(Self.folder.count).dropLast(4).split(
            separator: "-", omittingEmptySubsequences: false
        ).map(String.init)
        guard parts.count == 7, let device = DeviceID(hexadecimal: parts[0]), let first = UInt64(parts[1]),
            let last = UInt64(parts[2]), first > 0, first <= last, last <= 9_999_999_999,
            Self.isHexadecimal(parts[3], 16), let size = Int(parts[5]), size > 0, Self.isHexadecimal(parts[6], 32)
        else { return nil }
        isHole = parts[4] == Self.hole
        guard let blank = isHole && first == last ? 0 : Int(parts[4]), blank >= 0 else { return nil }
        (self.device, self.first, self.last, self.blank, self.size) = (device, first, last, blank, size)
        (tip, hash) = (parts[3], parts[6])
        guard self.path == path else { return nil }
    }

    /// The name that stands in that of a file which a carrier has made of an object: a conflicted copy, a part.
    package init?(within name: String) {
        for start in name.indices {
            let parts = name[start...].split(separator: "-", maxSplits: 6, omittingEmptySubsequences: false)
            guard parts.count == 7 else { return nil }
            let whole = parts[..<6].joined(separator: "-") + "-" + parts[6].prefix(32)
            if let object = ObjectName(path: "\(Self.folder)\(whole).age") {
                self = object
                return
            }
        }
        return nil
    }

    /// Its path on the remote.
    package var path: String {
        "\(Self.folder)\(device.hexadecimal)-\(padded(Int(first), 10))-\(padded(Int(last), 10))-\(tip)-"
            + "\(isHole ? Self.hole : "\(blank)")-\(size)-\(hash).age"
    }

    /// Whether it stands for an event whose id is lost as well.
    var isNameless: Bool { isHole && tip.utf8.allSatisfy { $0 == UInt8(ascii: "0") } }

    /// How an id stands in a name.
    package static func tip(of id: Digest) -> String { String(id.hexadecimal.prefix(16)) }

    static func isHexadecimal(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
