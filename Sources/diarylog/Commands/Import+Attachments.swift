internal import DiaryEngine
internal import DiarylogHost
internal import EventStore
internal import Interchange

// The files of imported entries: put before the entries are written, from the source or from a folder beside it.

extension Import {
    /// The folder that holds what `export --attachments` wrote: the one that was named, or `attachments` beside a file.
    func folder(beside source: Source) throws -> SourceFolder? {
        var path = attachments
        if path == nil, case .file(let file) = source, file.path != "-" {
            let beside = FileSystem.parent(of: file.path) + "/attachments"
            if (try? FileSystem.kind(of: beside)) == .directory { path = beside }
        }
        guard let path else { return nil }
        guard case .folder(let folder) = try Source(at: path) else {
            throw Problem.noFile(path)
        }
        return folder
    }

    /// Puts the files that rows name and the diary lacks. A file that is nowhere is dropped from its rows and counted.
    /// Hold the intake that this returns, with what was put, until the entries are written. A trial run puts nothing.
    func put(_ read: inout ReadEntries, into diary: Diary) throws -> (intake: AttachmentIntake?, files: [AttachedFile])
    {
        let named = read.attached
        if named.isEmpty { return (nil, []) }
        let intake = dryRun ? nil : try diary.beginAttaching()
        var (brought, lost): ([AttachedFile], Set<AttachedFile>) = ([], [])
        for file in named {
            if diary.isThere(file) { continue }
            let isHere = if let intake { try read.files.put(file, by: intake) } else { read.files.has(file) }
            if isHere { brought.append(file) } else { lost.insert(file) }
        }
        read.drop(lost)
        return (intake, dryRun ? [] : brought)
    }

    /// Puts the files that an imported log names and the diary lacks, if they are there.
    func fetch(_ lost: [NamedAttachment], from supply: AttachmentSupply, _ session: Session) throws {
        if lost.isEmpty { return }
        let diary = try session.open()
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        var names: [String] = []
        for named in lost {
            if try !supply.put(named.file, by: intake) { names.append(AttachmentLines.name(named)) }
        }
        if !names.isEmpty { throw Problem.attachmentsLost(names) }
    }
}

extension Diary {
    /// Whether a file is there with its size.
    fileprivate func isThere(_ file: AttachedFile) -> Bool {
        state(of: .init(file, name: "", mediaType: "")) == .present
    }
}
