/// Why an archive is not read: each case names the member, where it is about one.

package import DiarylogHost

/// Why an archive, or a member of it, was refused.
package enum ArchiveProblem: Error, Equatable, Sendable {
    /// The system refused to read the file.
    case system(SystemError)
    /// The bytes are no archive of this kind.
    case notAnArchive
    /// There is less of it than it says of itself.
    case endsEarly
    /// The archive lies in several files.
    case severalParts
    /// The archive's own lists contradict themselves; with a member's name, what is said of that one.
    case damaged(String?)
    /// More members than the limit.
    case tooMany(Int)
    /// The member, or with it all of them so far, are larger than the limit, in bytes.
    case tooLarge(String, Int)
    /// A member's bytes would be so many times those compressed that it is a trap.
    case bomb(String)
    /// A name that leads out of the archive, or is longer than the limit.
    case unsafeName(String)
    /// Another member that comes later has this name, and other bytes.
    case nameTwice(String)
    /// A link.
    case link(String)
    /// Neither a file nor a folder: a device, a pipe, a file with holes.
    case notAFile(String)
    /// The member is encrypted.
    case encrypted(String)
    /// The member is compressed in a way that this program cannot read, by its number.
    case method(String, Int)
    /// The member's bytes are not those that its size and its checksum tell of.
    case checksum(String)
}

/// A member that an archive is read without.
package struct LeftOutMember: Equatable, Sendable {
    /// Its name, or "" where that is not known.
    package var name: String
    package var problem: ArchiveProblem
}

/// How much an archive may hold. They are checked before any byte is inflated, and while bytes come out.
package struct ArchiveLimits: Sendable {
    /// Members, folders included.
    package var members = 500_000
    /// Bytes of a member.
    package var member = 16 << 30
    /// Bytes of all members.
    package var total = 64 << 30
    /// How many times larger than its compressed bytes a member may be, if it is larger than `ratioFrom`.
    package var ratio = 250
    /// Bytes below which no ratio counts: a small file of one letter is no trap.
    package var ratioFrom = 1 << 20
    /// Bytes of a name.
    package static let name = 4096

    package init() {}

    /// Throws for so many bytes out of so few.
    func check(_ size: Int, from compressed: Int, of name: String) throws(ArchiveProblem) {
        guard size > ratioFrom else { return }
        guard size / ratio <= compressed else { throw .bomb(name) }
    }
}
