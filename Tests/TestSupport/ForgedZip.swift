/// Zip archives for tests of whatever reads them.

import DiarylogHost

/// A zip archive in which every number can be another than it must be.
package struct ForgedZip {
    /// A member, stored as it is unless `packed` is given.
    package struct Member {
        package var name: [UInt8]
        package var localName: [UInt8]?
        package var flags: UInt16 = 1 << 11
        package var localFlags: UInt16?
        package var method: UInt16
        package var localMethod: UInt16?
        package var mode: UInt32 = 0o100644
        package var packed: [UInt8]
        package var checksum: UInt32
        package var localChecksum: UInt32?
        package var size: UInt32
        package var localSize: UInt32?
        package var compressed: UInt32
        package var localCompressed: UInt32?
        package var localSignature: UInt32 = 0x0403_4B50
        /// What a clock of DOS showed: the time, and the day.
        package var clock: [UInt16] = [0, 33]
        package var localExtra: [UInt8] = []
        /// In the directory.
        package var extra: [UInt8] = []

        package init(_ name: String, bytes: [UInt8] = Array("오늘".utf8), deflated packed: [UInt8]? = nil) {
            self.name = Array(name.utf8)
            self.packed = packed ?? bytes
            method = packed == nil ? 0 : 8
            size = UInt32(bytes.count)
            compressed = UInt32(self.packed.count)
            // CRC-32 of ISO 3309, bit by bit.
            checksum = ~bytes.reduce(UInt32.max) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
            }
        }
    }

    package var members: [Member]
    /// Where the directory says that a member is, for those that lie about it.
    package var offsets: [Int: UInt32] = [:]
    package var beforeEnd: [UInt8] = []
    package var count: UInt16?
    package var part: UInt16 = 0
    /// Whether sizes and offsets stand where zip64 has them.
    package var isZip64 = false

    package init(_ members: [Member], isZip64: Bool = false) { (self.members, self.isZip64) = (members, isZip64) }

    package var bytes: [UInt8] {
        var all: [UInt8] = []
        var directory: [UInt8] = []
        for (index, member) in members.enumerated() {
            let offset = offsets[index] ?? UInt32(all.count)
            all += Self.local(member)
            directory += record(member, at: offset)
        }
        let start = all.count
        all += directory + beforeEnd
        if isZip64 {
            let record = all.count
            all.append(littleEndian: 0x0606_4B50 as UInt32)
            all.append(littleEndian: 44 as UInt64)
            for version: UInt16 in [45, 45] { all.append(littleEndian: version) }
            for number in [0, members.count, members.count, directory.count, start] {
                all.append(littleEndian: UInt64(number))
            }
            all.append(littleEndian: 0x0706_4B50 as UInt32)
            all.append(littleEndian: 0 as UInt32)
            all.append(littleEndian: UInt64(record))
            all.append(littleEndian: 1 as UInt32)
        }
        all.append(littleEndian: 0x0605_4B50 as UInt32)
        for number in [part, part, count ?? UInt16(members.count), count ?? UInt16(members.count)] {
            all.append(littleEndian: number)
        }
        for number in [directory.count, start] { all.append(littleEndian: isZip64 ? .max : UInt32(number)) }
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

    private func record(_ member: Member, at offset: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: 0x0201_4B50 as UInt32)
        for number: UInt16 in [3 << 8 | 20, 20, member.flags, member.method] + member.clock {
            bytes.append(littleEndian: number)
        }
        bytes.append(littleEndian: member.checksum)
        for number in [member.compressed, member.size] { bytes.append(littleEndian: isZip64 ? .max : number) }
        let extra = UInt16(member.extra.count) + (isZip64 ? 28 : 0)
        for number: UInt16 in [UInt16(member.name.count), extra, 0, 0, 0] {
            bytes.append(littleEndian: number)
        }
        bytes.append(littleEndian: member.mode << 16)
        bytes.append(littleEndian: isZip64 ? .max : offset)
        bytes += member.name + member.extra
        guard isZip64 else { return bytes }
        bytes += [1, 0, 24, 0]
        for number in [member.size, member.compressed, offset] { bytes.append(littleEndian: UInt64(number)) }
        return bytes
    }
}
