/// A zip archive: its members, as its directory lists them.

internal import DiarylogHost

/// A zip archive whose directory has been read and checked; of the members nothing has been inflated.
///
/// The directory is the truth, and what stands beside a member must say the same. Read are stored and deflated members,
/// zip64, and sizes that stand after a member. Refused, by name, are archives that two programs could read differently,
/// that would write outside a folder, or that unfold without end: `ArchiveProblem` lists why.
package struct ZipArchive: Sendable {
    /// In the order of the directory; folders, too.
    package let members: [ZipMember]
    private let source: ByteSource
    private let byName: [String: Int]

    /// Whether bytes begin as a zip file does, an empty one included.
    package static func begins(_ start: Span<UInt8>) -> Bool {
        guard start.count >= 4 else { return false }
        let signature: UInt32 = start.littleEndian(at: 0)
        return signature == 0x0403_4B50 || signature == 0x0605_4B50
    }

    /// Reads the directory: one read of its size, at most some 70 bytes and a name for each member.
    package init(_ source: ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) {
        self.source = source
        let end = try ZipEnd(of: source)
        guard end.count <= limits.members else { throw .tooMany(end.count) }
        // A record has 46 bytes at least, and with name, extra fields and comment three times 64 KiB at most.
        guard end.count <= end.directory.count / 46, end.directory.count <= end.count * 196_700 else {
            throw .damaged(nil)
        }
        var members: [ZipMember] = []
        members.reserveCapacity(end.count)
        var byName: [String: Int] = [:]
        var total = 0
        var offset = end.directory.lowerBound
        // Read in parts: a directory may have comments as large as it likes.
        var window: [UInt8] = []
        var start = 0
        for index in 0..<end.count {
            if window.count - start < 196_700, offset + window.count - start < end.directory.upperBound {
                let known = Array(window[start...])
                let next = offset + known.count
                window = known + (try source.exactly(at: next, count: min(1 << 20, end.directory.upperBound - next)))
                start = 0
            }
            var length = 0
            let member = try ZipMember(window.span.extracting(start..<window.count), length: &length)
            start += length
            offset += length
            guard byName.updateValue(index, forKey: member.name) == nil else { throw .nameTwice(member.name) }
            guard member.size <= limits.member, limits.total - total >= member.size else {
                throw .tooLarge(member.name, min(limits.member, limits.total))
            }
            total += member.size
            try limits.check(member.size, from: member.compressedSize, of: member.name)
            members.append(member)
        }
        guard offset == end.directory.upperBound else { throw .damaged(nil) }
        try Self.delimit(&members, before: end.directory.lowerBound)
        self.members = members
        self.byName = byName
    }

    /// The member with this name; nil if there is none.
    package func member(_ name: String) -> ZipMember? { byName[name].map { members[$0] } }

    /// Begins to read a member.
    package func read(_ member: ZipMember) throws(ArchiveProblem) -> ZipMemberReader {
        try ZipMemberReader(member, in: source)
    }

    /// All bytes of a member; throws `.tooLarge` before it inflates more than `most`.
    package func bytes(of member: ZipMember, atMost most: Int) throws(ArchiveProblem) -> [UInt8] {
        guard member.size <= most else { throw .tooLarge(member.name, most) }
        var reader = try read(member)
        var all: [UInt8] = []
        all.reserveCapacity(member.size)
        while let part = try reader.next() { all += part }
        return all
    }

    /// Says for each member where the next one begins; throws if one runs into it.
    private static func delimit(_ members: inout [ZipMember], before directory: Int) throws(ArchiveProblem) {
        let order = members.indices.sorted { members[$0].offset < members[$1].offset }
        var end = directory
        for index in order.reversed() {
            let member = members[index]
            // A local header has 30 bytes, the name, and extra fields that are known only when it is read.
            let room = end - member.offset - 30 - member.written.count
            guard room >= member.compressedSize else { throw .overlaps(member.name) }
            members[index].end = end
            end = member.offset
        }
        guard end == 0 else { throw .surplus }
    }
}
