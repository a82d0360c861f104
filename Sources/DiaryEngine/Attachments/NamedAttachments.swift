internal import DiaryModel
public import EventStore

/// A file that entries have, or had, or will have when a draft is committed.
public struct NamedAttachment: Equatable, Sendable {
    /// What it holds.
    public var file: AttachedFile
    /// The names under which they have it, sorted.
    public var names: [String] = []
    /// The entries, sorted.
    public var entries: [EntryID] = []
}

/// What the events and drafts of a diary name: every file that any version, undo or draft may ask for.
struct NamedAttachments {
    /// Who names a file, and how.
    struct Naming {
        var names: Set<String> = []
        var entries: Set<EntryID> = []
        /// Whether a draft that is of no entry yet names it.
        var isOfNewDraft = false
    }

    private(set) var files: [AttachedFile: Naming] = [:]
    /// Events that cannot be read, or say what this program does not understand: they may name more.
    private(set) var unread: [SequenceNumber] = []

    /// The hashes of all of them.
    var hashes: Set<Digest> { Set(files.keys.map(\.hash)) }

    /// Those that some entries name, and nothing else.
    func files(onlyOf entries: Set<EntryID>) -> [AttachedFile] {
        files.filter { $0.value.entries.isSubset(of: entries) && !$0.value.isOfNewDraft }.map(\.key)
    }

    /// All of them, sorted by their names.
    var all: [NamedAttachment] {
        files.map { file, naming in
            NamedAttachment(file: file, names: naming.names.sorted(), entries: naming.entries.sorted())
        }.sorted { ($0.names.first ?? "", $0.file.hash) < ($1.names.first ?? "", $1.file.hash) }
    }

    /// None.
    init() {}

    /// Reads a diary's events from one to one, and its drafts: some 0.2 µs an event that names none.
    init(
        in view: borrowing StoreView, from first: UInt64 = 1, through last: UInt64? = nil, withDrafts: Bool = true
    ) throws(EventStoreError) {
        let last = last ?? view.log.head
        if last >= first {
            try view.forEachFrame(in: first...last) { sequence, bytes in
                guard let bytes, let frame = try? Frame(bytes, expecting: sequence) else {
                    unread.append(SequenceNumber(sequence))
                    return true
                }
                guard view.log.model.understands(kind: frame.kind, schema: frame.schema) else {
                    // The store's own events name nothing.
                    if frame.object != .zero { unread.append(SequenceNumber(sequence)) }
                    return true
                }
                guard frame.state == .whole, frame.object != .zero else { return true }
                guard let named = try? Self.attachments(kind: frame.kind, body: bytes.extracting(frame.body)) else {
                    unread.append(SequenceNumber(sequence))
                    return true
                }
                if named.isEmpty { return true }
                let entry = frame.object
                for attachment in named { note(attachment, of: entry) }
                return true
            }
        }
        guard withDrafts else { return }
        for stored in try view.drafts() {
            guard let draft = try? DraftCodec.decode(stored) else {
                // It may name anything; the diary's newest event stands for it.
                unread.append(SequenceNumber(view.log.head))
                continue
            }
            for attachment in draft.content.attachments { note(attachment, of: draft.isNew ? nil : draft.entry) }
        }
    }

    fileprivate mutating func note(_ attachment: Attachment, of entry: EntryID?) {
        guard let file = attachment.file else { return }
        files[file, default: Naming()].names.insert(attachment.name)
        if let entry { files[file]?.entries.insert(entry) } else { files[file]?.isOfNewDraft = true }
    }

    /// What the body of an entry's event names. Goes over the heads of the content's fields.
    fileprivate static func attachments(kind: UInt16, body: Span<UInt8>) throws(FormatError) -> [Attachment] {
        guard kind == EntryEventCodec.Kind.create || kind == EntryEventCodec.Kind.edit else { return [] }
        var reader = ByteReader(body)
        while !reader.isAtEnd {
            let number = try reader.varint()
            let length = try reader.count()
            let range = try reader.range(length)
            guard number == ContentCodec.Field.attachments else { continue }
            var list = ByteReader(body.extracting(range))
            return try ContentCodec.attachments(&list)
        }
        return []
    }
}

/// The files that events name which come from elsewhere, with their names and entries.
public struct ArrivingAttachments: Sendable {
    fileprivate var named = NamedAttachments()

    /// None yet.
    public init() {}

    /// Notes what an event names. Costs a look at the heads of its fields.
    public mutating func note(_ event: PortableEvent) {
        guard let payload = event.payload, payload.count > EventLimits.salt,
            let header = try? EventHeader(canonical: event.header.span),
            DiaryStreams().understands(kind: header.kind, schema: header.schema)
        else { return }
        let body = payload.span.extracting(EventLimits.salt..<payload.count)
        for attachment in (try? NamedAttachments.attachments(kind: header.kind, body: body)) ?? [] {
            named.note(attachment, of: header.object)
        }
    }
}

extension Diary {
    /// Those files that the diary has not, leaving out what only forgotten entries name: sorted by their names.
    public func missing(_ arriving: ArrivingAttachments) throws(EventStoreError) -> [NamedAttachment] {
        let absent = arriving.named.all.filter { store.state(of: $0.file) != .present }
        if absent.isEmpty { return [] }
        return try read(.head) { view, _ in
            try absent.filter { named in
                try named.entries.contains { entry in try view.stream(entry).map(view.log.model.isForgotten) == false }
            }
        }
    }
}

extension Attachment {
    /// The file by what it holds; nil if the hash is none.
    public var file: AttachedFile? {
        hash.count == 32 ? AttachedFile(hash: Digest(hash.span), size: size) : nil
    }

    /// The file under a name.
    public init(_ file: AttachedFile, name: String, mediaType: String) {
        self.init(name: name, mediaType: mediaType, size: file.size, hash: file.hash.bytes)
    }
}
