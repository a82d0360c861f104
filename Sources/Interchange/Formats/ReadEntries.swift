package import DiaryEngine
package import DiaryModel
internal import DiarylogArchives
internal import DiarylogHost
package import EventStore

/// What a source held: how many entries, which go into a spool one by one, and what could not be carried.
package struct ReadEntries {
    /// How many entries there are.
    package private(set) var count = 0
    /// The first three.
    package private(set) var sample: [EntryContent] = []
    /// Nil if nothing tells it.
    package var format: EntryFormat?
    /// Names of members that the format does not have, and how often each occurred.
    package var unknown: [String: Int] = [:]
    /// What rows of our own format say of their entries and an import cannot keep.
    package var rowLosses: [RowLoss: Int] = [:]
    package var losses = FormatLosses()
    /// What could not be read.
    package var leftOut = LeftOut()
    /// What is asked of the reading.
    package var options: ReadOptions
    /// Files of the source's folder that were read, or that entries have.
    var used: Set<String> = []
    /// What is being read: a file, or a row or line of it.
    var here = RowOrigin("") {
        didSet { losses.here = here.file.isEmpty ? nil : here }
    }
    /// Where the files are that rows name.
    package var files: AttachmentSupply
    /// The files that rows name, in whatever version, and how many entries have each in their newest one.
    private var named: [AttachedFile: Int] = [:]
    /// The journals and notebooks whose entries were passed over, and how many; "" for entries of none.
    package private(set) var passedOver: [String: Int] = [:]
    /// What entries are called, and what they link to.
    var links = SourceLinks()
    private let spool: RowSpool
    private let notice: Notice?
    let tags: [Tag]

    /// Who is told of each entry: how many the spool has, and where this one stands.
    package typealias Notice = (Int, RowOrigin) -> Void

    /// Every entry gets `tags`; what identifies it stays as it is.
    package init(_ options: ReadOptions, into spool: RowSpool, tags: [Tag] = [], notice: Notice? = nil) {
        (self.options, self.spool, self.tags, self.notice) = (options, spool, tags, notice)
        leftOut = LeftOut(naming: options.named)
        losses = FormatLosses(naming: options.named)
        files = AttachmentSupply(keepingIn: spool.files)
    }

    /// Takes up an entry. Throws `.refused` for a row that cannot be one. What `isOurs` keeps its text to the byte, as
    /// far as an entry may have it; what `isWritten` by us elsewhere its `data:` addresses. `names` are what else links
    /// may call it.
    mutating func add(
        _ row: ImportedRow, from origin: RowOrigin, called names: [String] = [], isOurs: Bool = false,
        isWritten: Bool = false
    ) throws(ReadProblem) {
        if let journal = options.journal {
            let own = row.content.journalName
            guard own == journal else { return passedOver[own ?? "", default: 0] += 1 }
        }
        var row = row
        if let id = row.id, links.has(id) {
            // One identifier is one entry; what bears it a second time becomes another one.
            losses.note(.twice, at: origin)
            row.id = nil
            row.identity += Array("\(origin)".utf8)
        }
        if !tags.isEmpty { row.content.tags = Set(row.content.tags + tags).sorted() }
        let refusal: Refusal?
        do throws(SystemError) {
            try fit(&row, from: origin, isOurs: isOurs, isWritten: isOurs || isWritten)
            refusal = try spool.add(row)
        } catch { throw ReadProblem(origin.file, .cannotKeep(error)) }
        if let refusal { throw ReadProblem(origin.file, at: origin.position, .refused(refusal)) }
        notice?(spool.count, origin)
        links.note(spool.count - 1, row.id, of: origin.file, called: names)
        count += 1
        if count <= 3 { sample.append(row.content) }
        for version in row.earlier {
            for case let file? in version.content.attachments.map(\.file) { named[file, default: 0] += 0 }
        }
        for case let file? in row.content.attachments.map(\.file) { named[file, default: 0] += 1 }
    }

    /// Lets links lead to the entries that they name, once all sources were read, and counts those that lead nowhere.
    package mutating func settleLinks() {
        let (leads, lost) = links.settled()
        (spool.leads, links) = (leads, SourceLinks())
        losses.note(.links, lost)
    }

    /// Takes up what another source held, whose entries went into the same spool.
    package mutating func add(_ other: ReadEntries) {
        links.add(other.links)
        count += other.count
        sample += other.sample.prefix(3 - min(sample.count, 3))
        format = format ?? other.format
        unknown.merge(other.unknown, uniquingKeysWith: +)
        rowLosses.merge(other.rowLosses, uniquingKeysWith: +)
        losses += other.losses
        leftOut += other.leftOut
        files.add(other.files)
        named.merge(other.named, uniquingKeysWith: +)
        passedOver.merge(other.passedOver, uniquingKeysWith: +)
    }

    /// Reads a file of the source, and lets a row name it; one that the row has already keeps its name. Nil for one
    /// that cannot be read, which costs itself and not its entry.
    mutating func attach(
        _ path: String, of folder: SourceFolder, name: String, to row: inout ImportedRow
    ) throws(ReadProblem) -> Attachment? {
        used.insert(path)
        let file = try going { entries in try entries.files.take(path, of: folder, name: name) }
        return file.map { row.content.attachments.take($0) }
    }

    /// Keeps the bytes of a file that stands within a document, out of memory.
    mutating func keep(_ bytes: [UInt8], named name: String) throws(ReadProblem.Reason) -> Attachment {
        let name = Attachment.properName(name)
        let type = MediaType.of(Array(bytes.prefix(MediaType.wanted)), name: name)
        do throws(SystemError) { return try files.keep(bytes, name: name, mediaType: type) } catch {
            throw .cannotKeep(error)
        }
    }

    /// Counts the files of a folder that nobody has.
    mutating func noteUnused(of folder: SourceFolder, besides isOne: (String) -> Bool = { _ in false }) {
        let used = used
        note(.files, of: folder) { !used.contains($0) && !isOne($0) }
    }

    /// Counts files of a folder, and says where they lie.
    mutating func note(_ loss: FormatLoss, of folder: SourceFolder, where isLost: (String) -> Bool) {
        for name in folder.names.filter(isLost) { losses.note(loss, at: RowOrigin(folder.path + "/" + name)) }
    }

    /// All files that rows name, in whatever version.
    package var attached: Set<AttachedFile> { Set(named.keys) }

    /// Takes files from all rows that cannot be had, and counts what they were.
    package mutating func drop(_ lost: Set<AttachedFile>) {
        if lost.isEmpty { return }
        for file in lost { losses.note(.attachments, named.removeValue(forKey: file) ?? 0) }
        spool.drop(lost)
    }
}

/// Where an entry stands: a file, and its row or line in it, from 1.
package struct RowOrigin: Equatable, Sendable {
    package var file: String
    package var position: ReadProblem.Position

    package init(_ file: String, _ position: ReadProblem.Position = .file) {
        (self.file, self.position) = (ArchiveName.readable(file), position)
    }
}
