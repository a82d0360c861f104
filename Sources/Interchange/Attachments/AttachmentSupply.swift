internal import DiaryEngine
internal import DiaryModel
package import EventStore

/// Where the files are that imported entries name: each is read once to learn what it is, and once more when it is put.
///
/// So nothing is written before all of a source is known to be good, and a trial run writes nothing at all.
package struct AttachmentSupply: Sendable {
    /// A file of a source.
    private struct Source {
        var folder: SourceFolder
        var name: String
    }

    private var offsets: [AttachedFile: Source] = [:]
    /// What an export wrote, by its hash.
    private var exported: [Digest: Source] = [:]

    package init() {}

    /// Reads a file, and says what an entry is to name. Costs a pass over its bytes.
    mutating func take(
        _ offset: String, of folder: SourceFolder, name: String
    ) throws(ReadProblem) -> Attachment {
        var digest = RunningDigest()
        var size: UInt64 = 0
        var start: [UInt8] = []
        try folder.stream(offset) { (part) throws(ReadProblem) in
            digest.update(part)
            size += UInt64(part.count)
            if start.count < MediaType.wanted { start += part.prefix(MediaType.wanted - start.count) }
        }
        let file = AttachedFile(hash: digest.finish(), size: size)
        offsets[file] = Source(folder: folder, name: offset)
        let name = Attachment.properName(name)
        return Attachment(file, name: name, mediaType: MediaType.of(start, name: name))
    }

    /// Adds what lies in a folder under names that begin with the hash, as `export` writes it.
    package mutating func add(folder: SourceFolder) {
        for name in folder.names {
            let last = name.split(separator: "/").last.map(String.init) ?? name
            guard let hash = Digest(hexadecimal: String(last.prefix { $0 != "." })) else { continue }
            exported[hash] = Source(folder: folder, name: name)
        }
    }

    /// Takes up what another source has.
    mutating func add(_ other: AttachmentSupply) {
        offsets.merge(other.offsets) { first, _ in first }
        exported.merge(other.exported) { first, _ in first }
    }

    /// Whether a file is here, as far as can be told without reading it.
    package func has(_ file: AttachedFile) -> Bool { offsets[file] != nil || exported[file.hash] != nil }

    /// Puts a file into a diary; false if it is nowhere here, or is not what it was.
    package func put(_ file: AttachedFile, by intake: AttachmentIntake) throws -> Bool {
        guard let offset = offsets[file] ?? exported[file.hash] else { return false }
        var incoming = try intake.begin()
        var digest = RunningDigest()
        var failure: EventStoreError?
        try offset.folder.stream(offset.name) { (part) throws(ReadProblem) in
            guard failure == nil else { return }
            digest.update(part)
            do throws(EventStoreError) { try incoming.write(part) } catch { failure = error }
        }
        if let failure { throw failure }
        guard digest.finish() == file.hash else { return false }
        _ = try incoming.finish()
        return true
    }
}
