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
}

/// A tar archive whose headers have been read: ustar, pax, and GNU's long names.
///
/// Links and all that is neither file nor folder are refused by name, and so are names that lead out, a name that comes
/// twice, and an archive that ends before its end is written.
package struct TarArchive: Sendable {
    /// In their order; folders, too.
    package private(set) var members: [TarMember] = []
    private var names: Set<String> = []
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

    /// Reads the headers, one system call each.
    package init(_ source: ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) {
        var (offset, count) = (0, 0)
        var records: TarRecords?
        var longName: [UInt8]?
        func text(_ header: TarHeader) throws(ArchiveProblem) -> [UInt8] {
            guard header.size <= Self.recordMost else { throw .tooLarge("", Self.recordMost) }
            return try source.exactly(at: offset, count: header.size)
        }
        while true {
            let block = try source.read(at: offset, count: TarHeader.size)
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
                size = try add(header, records, named: records?.path ?? longName ?? header.name, at: offset, limits)
                (records, longName) = (nil, nil)
            }
            offset += size + -size & (TarHeader.size - 1)
        }
        guard records == nil, longName == nil else { throw .damaged(nil) }
    }

    /// Adds a member, unless it is the folder that the archive is, and returns how many bytes it has.
    private mutating func add(
        _ header: TarHeader, _ records: TarRecords?, named written: [UInt8], at offset: Int, _ limits: ArchiveLimits
    ) throws(ArchiveProblem) -> Int {
        let name = try ArchiveName.checked(written)
        if header.kind == .link { throw .link(name) }
        if header.kind == .other || records?.isSparse == true { throw .notAFile(name) }
        let isFolder = header.kind == .folder
        let size = isFolder ? 0 : records?.size ?? header.size
        if name.isEmpty {
            guard isFolder else { throw .unsafeName(String(decoding: written, as: UTF8.self)) }
            return 0
        }
        // A folder may be named again by each program that adds to it.
        guard names.insert(name).inserted || isFolder else { throw .nameTwice(name) }
        guard size <= limits.member, limits.total - total >= size else {
            throw .tooLarge(name, min(limits.member, limits.total))
        }
        total += size
        members.append(TarMember(name: name, isFolder: isFolder, size: size, offset: offset))
        return size
    }
}
