/// A tar archive: its members, as their headers say them.

/// A file in a tar archive.
package struct TarMember: Sendable {
    /// Its path inside, steps joined by slashes, none at the end; it leads nowhere else.
    package let name: String
    package let isFolder: Bool
    /// Its bytes.
    package let size: Int
    /// Where they begin in the archive.
    package let offset: Int
    /// When it was last written, in seconds since 1970 UTC, if it says so.
    package let modifiedAt: Int64?
}

/// A tar archive whose headers have been read: ustar, pax, and GNU's long names.
///
/// What cannot be read, or must not, is left out and named: links and all that is neither file nor folder, names that
/// lead out, and what stands behind a header that is none.
package struct TarArchive: Sendable {
    /// In their order; folders, too.
    package private(set) var members: [TarMember] = []
    /// What is left out.
    package private(set) var leftOut: [LeftOutMember] = []
    private let source: ByteSource
    private let limits: ArchiveLimits
    /// Where in `members` each is, by the bytes of its name.
    private var byName: [[UInt8]: Int] = [:]
    private var total = 0

    /// Bytes of a record of pax, or of a long name.
    private static let recordMost = 1 << 20

    /// Whether bytes begin as a tar file does: its first header's checksum is right.
    package static func begins(_ start: [UInt8]) -> Bool {
        guard start.count >= TarHeader.size else { return false }
        do throws(ArchiveProblem) { return try TarHeader(Array(start.prefix(TarHeader.size))) != nil } catch {
            return false
        }
    }

    /// Reads the headers, one system call each. Throws if there is none.
    package init(_ source: ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) {
        (self.source, self.limits) = (source, limits)
        do throws(ArchiveProblem) { try readHeaders() } catch {
            switch error {
            case .system, .tooMany: throw error
            default:
                if members.isEmpty, leftOut.isEmpty { throw error }
                // Where the next header stands is told by this one.
                leftOut.append(LeftOutMember(name: "", problem: error == .notAnArchive ? .damaged(nil) : error))
            }
        }
    }

    private mutating func readHeaders() throws(ArchiveProblem) {
        var (offset, count) = (0, 0)
        var records: TarRecords?
        var longName: [UInt8]?
        func text(_ header: TarHeader) throws(ArchiveProblem) -> [UInt8] {
            guard header.size <= Self.recordMost else { throw .tooLarge("", Self.recordMost) }
            return try source.exactly(at: offset, count: header.size)
        }
        while true {
            let block = try source.read(at: offset, count: TarHeader.size)
            // The blocks of zeros at its end may be missing.
            if block.isEmpty, count > 0 { break }
            guard block.count == TarHeader.size else { throw count == 0 ? .notAnArchive : .endsEarly }
            // What stands behind a block of zeros is passed over.
            guard let header = try TarHeader(block) else { break }
            offset += TarHeader.size
            count += 1
            guard count <= limits.members else { throw .tooMany(count) }
            var size = header.size
            switch header.kind {
            case .records: records = try TarRecords(text(header))
            case .longName: longName = TarHeader.text(try text(header)[...])
            case .globalRecords:
                // They may say who owns the files; a name or a size for all of them is a trap.
                let records = try TarRecords(text(header))
                guard records.path == nil, records.size == nil, !records.isSparse else { throw .damaged(nil) }
            case .longLink: _ = try text(header)
            case .label: break
            case .file, .folder, .link, .other:
                let written = ArchiveName.text(records?.path ?? longName ?? header.name, else: .latin)
                size = header.kind == .folder ? 0 : records?.size ?? header.size
                let isWhole = size <= source.size - offset
                do throws(ArchiveProblem) {
                    if !isWhole { throw .damaged(written) }
                    try add(header, size, named: written, isSparse: records?.isSparse == true, at: offset)
                } catch { leftOut.append(LeftOutMember(name: written, problem: error)) }
                if !isWhole { return }
                (records, longName) = (nil, nil)
            }
            offset += size + -size & (TarHeader.size - 1)
        }
        guard records == nil, longName == nil else { throw .damaged(nil) }
    }

    /// Adds a member, unless it is the folder that the archive is. Of several that have one name the last one counts.
    private mutating func add(
        _ header: TarHeader, _ size: Int, named written: String, isSparse: Bool, at offset: Int
    ) throws(ArchiveProblem) {
        let kind = header.kind
        guard let name = ArchiveName.path(written), !name.isEmpty || kind == .folder else { throw .unsafeName(written) }
        if kind == .link { throw .link(name) }
        if kind == .other || isSparse { throw .notAFile(name) }
        guard size <= limits.member, limits.total - total >= size else {
            throw .tooLarge(name, min(limits.member, limits.total))
        }
        if name.isEmpty { return }
        total += size
        let member = TarMember(
            name: name, isFolder: kind == .folder, size: size, offset: offset, modifiedAt: header.modifiedAt)
        guard let known = byName.updateValue(members.count, forKey: Array(name.utf8)) else {
            return members.append(member)
        }
        byName[Array(name.utf8)] = known
        let first = members[known]
        if try !isSame(first, member) {
            leftOut.append(LeftOutMember(name: name, problem: .nameTwice(name)))
        }
        members[known] = member
    }

    private func isSame(_ one: TarMember, _ other: TarMember) throws(ArchiveProblem) -> Bool {
        guard one.size == other.size, one.size <= 1 << 24 else { return false }
        return try source.read(at: one.offset, count: one.size) == source.read(at: other.offset, count: one.size)
    }
}
