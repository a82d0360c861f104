/// A zip archive: its members, as its directory lists them.

internal import DiarylogHost

/// A zip archive whose directory has been read; of the members nothing has been inflated.
///
/// The directory is trusted: what stands beside a member is passed over, and so is what stands before the archive and
/// behind it. Proven are size and checksum of each member. Read are stored and deflated members, and zip64. Refused, by
/// name, is what would lead out of a folder or unfold without end: `ArchiveProblem` lists why.
package struct ZipArchive: Sendable {
    /// In the order of the directory; folders, too.
    package let members: [ZipMember]
    private let source: ByteSource
    /// How many bytes stand before the archive.
    private let prefix: Int
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
        prefix = end.prefix
        var members: [ZipMember] = []
        var byName: [String: Int] = [:]
        var total = 0
        var offset = end.directory.lowerBound
        // Read in parts: a directory may have comments as large as it likes.
        var window: [UInt8] = []
        var start = 0
        // How many there are is told by the directory itself: a Mac counts no further than 65,535.
        while offset < end.directory.upperBound {
            guard members.count < limits.members else { throw .tooMany(members.count + 1) }
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
            guard byName.updateValue(members.count, forKey: member.name) == nil else { throw .nameTwice(member.name) }
            guard member.size <= limits.member, limits.total - total >= member.size else {
                throw .tooLarge(member.name, min(limits.member, limits.total))
            }
            total += member.size
            try limits.check(member.size, from: member.compressedSize, of: member.name)
            members.append(member)
        }
        self.members = members
        self.byName = byName
    }

    /// The member with this name; nil if there is none.
    package func member(_ name: String) -> ZipMember? { byName[name].map { members[$0] } }

    /// Begins to read a member.
    package func read(_ member: ZipMember) throws(ArchiveProblem) -> ZipMemberReader {
        try ZipMemberReader(member, in: source, behind: prefix)
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
}
