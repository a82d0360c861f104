internal import DiaryEngine
internal import DiaryModel
package import DiarylogHost
package import EventStore

/// Where the files are that imported entries name: each is read once to learn what it is, and once more when it is put.
///
/// So nothing is written before all of a source is known to be good, and a trial run writes nothing at all.
package struct AttachmentSupply {
    private enum Place {
        /// A file of a source.
        case source(SourceFolder, String)
        /// Bytes that stood within an entry.
        case spool(ByteSpool, Range<Int>)
    }

    private var places: [AttachedFile: Place] = [:]
    /// What an export wrote, by its hash.
    private var exported: [Digest: Place] = [:]
    private let spool: ByteSpool

    /// An empty one, which keeps in a spool what lies in no file.
    package init(keepingIn spool: ByteSpool) { self.spool = spool }

    /// Reads a file, and says what an entry is to name. Costs a pass over its bytes.
    mutating func take(
        _ path: String, of folder: SourceFolder, name: String
    ) throws(ReadProblem) -> Attachment {
        var digest = RunningDigest()
        var size: UInt64 = 0
        var start: [UInt8] = []
        try folder.stream(path) { (part) throws(ReadProblem) in
            digest.update(part)
            size += UInt64(part.count)
            if start.count < MediaType.wanted { start += part.prefix(MediaType.wanted - start.count) }
        }
        let file = AttachedFile(hash: digest.finish(), size: size)
        places[file] = .source(folder, path)
        let name = Attachment.properName(name)
        return Attachment(file, name: name, mediaType: MediaType.of(start, name: name))
    }

    /// Keeps bytes that lie in no file of a source, and says what an entry is to name.
    mutating func keep(_ bytes: [UInt8], name: String, mediaType: String) throws(SystemError) -> Attachment {
        let file = AttachedFile(hash: Digest(hashing: bytes), size: UInt64(bytes.count))
        if places[file] == nil { places[file] = .spool(spool, try spool.append(bytes)) }
        return Attachment(file, name: name, mediaType: mediaType)
    }

    /// Adds what lies in a folder under names that begin with the hash, as `export` writes it.
    package mutating func add(folder: SourceFolder) {
        for name in folder.names {
            let last = name.lastStep
            guard let hash = Digest(hexadecimal: String(last.prefix { $0 != "." })) else { continue }
            exported[hash] = .source(folder, name)
        }
    }

    /// Takes up what another source has.
    mutating func add(_ other: AttachmentSupply) {
        places.merge(other.places) { first, _ in first }
        exported.merge(other.exported) { first, _ in first }
    }

    /// Whether a file is here, as far as can be told without reading it.
    package func has(_ file: AttachedFile) -> Bool { places[file] != nil || exported[file.hash] != nil }

    /// Puts a file into a diary; false if it is nowhere here, or is not what it was.
    package func put(_ file: AttachedFile, by intake: AttachmentIntake) throws -> Bool {
        guard let place = places[file] ?? exported[file.hash] else { return false }
        var incoming = try intake.begin()
        var digest = RunningDigest()
        var failure: EventStoreError?
        try stream(place) { (part) throws(ReadProblem) in
            guard failure == nil else { return }
            digest.update(part)
            do throws(EventStoreError) { try incoming.write(part) } catch { failure = error }
        }
        if let failure { throw failure }
        guard digest.finish() == file.hash else { return false }
        _ = try incoming.finish()
        return true
    }

    /// The bytes of a file in parts.
    private func stream(_ place: Place, _ visit: SourceFolder.Visit) throws {
        switch place {
        case .source(let folder, let path): try folder.stream(path, visit)
        case .spool(let spool, let range):
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 256 << 10) {
                try visit(try spool.read(start..<min(start + 256 << 10, range.upperBound)))
            }
        }
    }
}
