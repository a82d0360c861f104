/// A zip archive: its members, as its directory lists them.

internal import DiarylogHost

/// A zip archive whose directory has been read; of the members nothing has been inflated.
///
/// The directory is trusted: what stands beside a member is passed over, and so is what stands before the archive and
/// behind it. Proven are size and checksum of each member. Read are stored and deflated members, and zip64. A member
/// that cannot be read, or must not, is left out and named: `ArchiveProblem` lists why.
package struct ZipArchive: Sendable {
    /// In the order of the directory; folders, too.
    package private(set) var members: [ZipMember] = []
    /// What is left out.
    package private(set) var leftOut: [LeftOutMember] = []
    private let source: ByteSource
    /// How many bytes stand before the archive.
    private let prefix: Int
    /// Where in `members` each is, by the bytes of its name: two that are written in another way are two.
    private var byName: [[UInt8]: Int] = [:]

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
        var total = 0
        var offset = end.directory.lowerBound
        // Read in parts: a directory may have comments as large as it likes.
        var window: [UInt8] = []
        var start = 0
        // How many there are is told by the directory itself: a Mac counts no further than 65,535.
        while offset < end.directory.upperBound {
            let count = members.count + leftOut.count
            guard count < limits.members else { throw .tooMany(count + 1) }
            if window.count - start < 196_700, offset + window.count - start < end.directory.upperBound {
                let known = Array(window[start...])
                let next = offset + known.count
                window = known + (try source.exactly(at: next, count: min(1 << 20, end.directory.upperBound - next)))
                start = 0
            }
            var length = 0
            let member: ZipMember
            do throws(ArchiveProblem) {
                member = try ZipMember(window.span.extracting(start..<window.count), length: &length)
            } catch {
                // Where the next record begins is told by this one.
                guard !members.isEmpty else { throw error }
                leftOut.append(LeftOutMember(name: "", problem: error))
                break
            }
            start += length
            offset += length
            do throws(ArchiveProblem) {
                if let problem = member.problem { throw problem }
                guard member.size <= limits.member, limits.total - total >= member.size else {
                    throw .tooLarge(member.name, min(limits.member, limits.total))
                }
                try limits.check(member.size, from: member.compressedSize, of: member.name)
                total += member.size
                add(member)
            } catch { leftOut.append(LeftOutMember(name: member.name, problem: error)) }
        }
    }

    /// Adds a member. Of several that have one name the last one counts, as it does where they are unpacked.
    private mutating func add(_ member: ZipMember) {
        let name = Array(member.name.utf8)
        guard let known = byName[name] else {
            byName[name] = members.count
            return members.append(member)
        }
        let first = members[known]
        if (first.size, first.checksum) != (member.size, member.checksum) {
            leftOut.append(LeftOutMember(name: first.name, problem: .nameTwice(first.name)))
        }
        members[known] = member
    }

    /// The member with this name; nil if there is none.
    package func member(_ name: String) -> ZipMember? { byName[Array(name.utf8)].map { members[$0] } }

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
