/// A tar archive, plain or in gzip, read from the front to the end.

/// A file in a tar archive.
package struct TarMember: Sendable {
    /// Its path inside, steps joined by slashes, none at the end; it leads nowhere else.
    package let name: String
    package let isFolder: Bool
    /// Its bytes.
    package let size: Int
    /// Where they begin in the archive, gzip taken off.
    package let offset: Int
}

/// Goes through the members of a tar archive: ustar, pax, and GNU's long names.
///
/// Links and all that is neither file nor folder are refused by name, and so are names that lead out, a name that comes
/// twice, and an archive that ends before its end is written. Memory does not grow with the archive, but for its names.
package struct TarReader: ~Copyable {
    private var stream: ByteStream
    private let limits: ArchiveLimits
    /// Bytes of the member that have not been read, and the zeros after them.
    private var left = 0
    private var padding = 0
    private var names: Set<String> = []
    private var total = 0
    private var count = 0
    private var isFinished = false

    /// Bytes of a record of pax, or of a long name.
    private static let recordMost = 1 << 20

    /// Begins at the first member.
    package init(_ source: ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) {
        stream = try ByteStream(source, limits: limits)
        self.limits = limits
    }

    /// Whether bytes begin as a tar file does: its first header's checksum is right.
    package static func begins(_ start: [UInt8]) -> Bool {
        guard start.count >= TarHeader.size else { return false }
        do throws(ArchiveProblem) { return try TarHeader(Array(start.prefix(TarHeader.size))) != nil } catch {
            return false
        }
    }

    /// The next member, what is left of the one before passed over; nil at the end of the archive.
    package mutating func next() throws(ArchiveProblem) -> TarMember? {
        guard !isFinished else { return nil }
        try stream.skip(left + padding)
        (left, padding) = (0, 0)
        var records: TarRecords?
        var longName: [UInt8]?
        while true {
            let block = try stream.next(TarHeader.size)
            guard block.count == TarHeader.size else { throw count == 0 ? .notAnArchive : .endsEarly }
            guard let header = try TarHeader(block) else {
                guard records == nil, longName == nil else { throw .damaged(nil) }
                try finish()
                return nil
            }
            count += 1
            guard count <= limits.members else { throw .tooMany(count) }
            switch header.kind {
            case .records: records = try TarRecords(try text(of: header))
            case .longName: longName = TarHeader.text(try text(of: header)[...])
            case .globalRecords:
                // They may say who owns the files; a name or a size for all of them is a trap.
                let records = try TarRecords(try text(of: header))
                guard records.path == nil, records.size == nil, !records.isSparse else { throw .damaged(nil) }
            case .longLink: _ = try text(of: header)
            case .label: continue
            case .file, .folder, .link, .other:
                guard let member = try member(header, records, longName) else {
                    (records, longName) = (nil, nil)
                    continue
                }
                return member
            }
        }
    }

    /// The member's next bytes, some 64 KiB; nil at its end.
    package mutating func read() throws(ArchiveProblem) -> [UInt8]? {
        guard left > 0 else { return nil }
        let part = try stream.next(min(left, 65_536))
        guard !part.isEmpty else { throw .endsEarly }
        left -= part.count
        return part
    }

    /// All of the member's bytes that have not been read; throws `.tooLarge` beyond `most`.
    package mutating func bytes(of member: TarMember, atMost most: Int) throws(ArchiveProblem) -> [UInt8] {
        guard left <= most else { throw .tooLarge(member.name, most) }
        var all: [UInt8] = []
        while let part = try read() { all += part }
        return all
    }

    /// Nil for the folder that the archive is.
    private mutating func member(
        _ header: TarHeader, _ records: TarRecords?, _ longName: [UInt8]?
    ) throws(ArchiveProblem) -> TarMember? {
        let written = records?.path ?? longName ?? header.name
        let name = try ArchiveName.checked(written)
        switch header.kind {
        case .link: throw .link(name)
        case .other: throw .notAFile(name)
        default: break
        }
        if records?.isSparse == true { throw .notAFile(name) }
        let isFolder = header.kind == .folder
        let size = isFolder ? 0 : records?.size ?? header.size
        if name.isEmpty {
            guard isFolder else { throw .unsafeName(String(decoding: written, as: UTF8.self)) }
            return nil
        }
        // A folder may be named again by each program that adds to it.
        guard names.insert(name).inserted || isFolder else { throw .nameTwice(name) }
        guard size <= limits.member, limits.total - total >= size else {
            throw .tooLarge(name, min(limits.member, limits.total))
        }
        total += size
        left = size
        padding = -size & (TarHeader.size - 1)
        return TarMember(name: name, isFolder: isFolder, size: size, offset: stream.position)
    }

    private mutating func text(of header: TarHeader) throws(ArchiveProblem) -> [UInt8] {
        guard header.size <= Self.recordMost else { throw .tooLarge("", Self.recordMost) }
        let bytes = try stream.next(header.size)
        guard bytes.count == header.size else { throw .endsEarly }
        try stream.skip(-header.size & (TarHeader.size - 1))
        return bytes
    }

    /// After the first block of zeros there is nothing but zeros.
    private mutating func finish() throws(ArchiveProblem) {
        isFinished = true
        while true {
            let part = try stream.next()
            if part.isEmpty { return }
            guard part.allSatisfy({ $0 == 0 }) else { throw .surplus }
        }
    }
}
