import DiarylogHost
import DiarylogZlib

/// A zip archive in which every number can be another than it must be.
struct ForgedZip {
    struct Member {
        var name: [UInt8]
        var localName: [UInt8]?
        var flags: UInt16 = 1 << 11
        var localFlags: UInt16?
        var method: UInt16 = 8
        var localMethod: UInt16?
        var mode: UInt32 = 0o100644
        var packed: [UInt8]
        var checksum: UInt32
        var localChecksum: UInt32?
        var size: UInt32
        var localSize: UInt32?
        var compressed: UInt32
        var localCompressed: UInt32?
        var localSignature: UInt32 = 0x0403_4B50
        var localExtra: [UInt8] = []

        init(_ name: String, bytes: [UInt8] = Array("오늘".utf8)) {
            self.name = Array(name.utf8)
            var deflation = Deflation(.raw)
            packed = deflation.step(bytes.span)
            packed += deflation.finish()
            checksum = CRC32.checksum(bytes.span)
            size = UInt32(bytes.count)
            compressed = UInt32(packed.count)
        }
    }

    var members: [Member]
    /// Where the directory says that a member is, for those that lie about it.
    var offsets: [Int: UInt32] = [:]
    var beforeEnd: [UInt8] = []
    var count: UInt16?
    var part: UInt16 = 0

    init(_ members: [Member]) { self.members = members }

    var bytes: [UInt8] {
        var all: [UInt8] = []
        var directory: [UInt8] = []
        for (index, member) in members.enumerated() {
            let offset = offsets[index] ?? UInt32(all.count)
            all += Self.local(member)
            directory += Self.record(member, at: offset)
        }
        let start = all.count
        all += directory + beforeEnd
        all.append(littleEndian: 0x0605_4B50 as UInt32)
        for number in [part, part, count ?? UInt16(members.count), count ?? UInt16(members.count)] {
            all.append(littleEndian: number)
        }
        all.append(littleEndian: UInt32(directory.count))
        all.append(littleEndian: UInt32(start))
        return all + [0, 0]
    }

    private static func local(_ member: Member) -> [UInt8] {
        var bytes: [UInt8] = []
        let name = member.localName ?? member.name
        bytes.append(littleEndian: member.localSignature)
        for number: UInt16 in [20, member.localFlags ?? member.flags, member.localMethod ?? member.method, 0, 33] {
            bytes.append(littleEndian: number)
        }
        bytes.append(littleEndian: member.localChecksum ?? member.checksum)
        bytes.append(littleEndian: member.localCompressed ?? member.compressed)
        bytes.append(littleEndian: member.localSize ?? member.size)
        bytes.append(littleEndian: UInt16(name.count))
        bytes.append(littleEndian: UInt16(member.localExtra.count))
        return bytes + name + member.localExtra + member.packed
    }

    private static func record(_ member: Member, at offset: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: 0x0201_4B50 as UInt32)
        for number: UInt16 in [3 << 8 | 20, 20, member.flags, member.method, 0, 33] {
            bytes.append(littleEndian: number)
        }
        for number in [member.checksum, member.compressed, member.size] { bytes.append(littleEndian: number) }
        for number: UInt16 in [UInt16(member.name.count), 0, 0, 0, 0] { bytes.append(littleEndian: number) }
        bytes.append(littleEndian: member.mode << 16)
        bytes.append(littleEndian: offset)
        return bytes + member.name
    }
}
