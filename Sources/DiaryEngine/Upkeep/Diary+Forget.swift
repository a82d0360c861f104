internal import DiaryModel
internal import DiarylogHost
public import EventStore

/// What forgetting an entry takes away, told before it is done.
public struct ForgettingPlan: Equatable, Sendable {
    /// The entry.
    public var entry: EntryID
    /// Its title, or nil if it has none or was forgotten.
    public var title: String?
    /// How many events lose what they say; each is a version.
    public var events: Int
    /// How many bytes these events hold.
    public var bytes: Int
    /// How many snapshots go; they are taken anew.
    public var snapshots: Int
    /// How many drafts of the entry go.
    public var drafts: Int
    /// The attached files that only it names.
    public var attachments: [AttachedFile]
    /// The backups that are known, and hold the entry. Forgetting does not touch them.
    public var backups: [String]
}

/// What forgetting an entry came to.
public struct Forgetting: Equatable, Sendable {
    /// What was planned.
    public var plan: ForgettingPlan
    /// How the file changed.
    public var file: Compaction
    /// Whether the old file could not be removed: it still has what the entry said, until the next change removes it.
    public var oldFileIsLeft: Bool
    /// How many of its attached files are still there: others than 0 only while somebody puts files, or where an event
    /// that cannot be understood may name them.
    public var attachmentsLeft: Int
    /// The processes that still have the old file mapped: the system keeps its bytes until they let it go.
    public var processes: [Int32]
}

extension Diary {
    /// What forgetting an entry would take away; nil if there is no such entry. Reads the whole log, writes nothing.
    public func planForgetting(_ id: EntryID) throws(EventStoreError) -> ForgettingPlan? {
        let snapshots = try snapshots().count
        let reader = try store.beginRead()
        guard let row = try reader.view.stream(id) else { return nil }
        var (events, bytes): (Int, Int) = (0, 0)
        for sequence in try reader.view.events(of: row) {
            guard let frame = try reader.view.soundFrame(sequence), frame.state == .whole, !frame.body.isEmpty
            else { continue }
            events += 1
            bytes += frame.payload.count
        }
        return ForgettingPlan(
            entry: id, title: try Entry(row).headline.title.map(String.init), events: events, bytes: bytes,
            snapshots: snapshots, drafts: try reader.view.drafts().count { $0.object == id },
            attachments: try NamedAttachments(in: reader.view).files(onlyOf: [id]),
            backups: store.knownBackups().filter { store.backup($0, hasPayloadsOf: id) })
    }

    /// Forgets an entry for ever: what its events and drafts say is gone from the diary's files, and never comes back.
    ///
    /// Its events keep their numbers, times, hashes and places in the chain. An event says that the entry is forgotten;
    /// so no undo, no import, no backup and no other device can bring it back. The log is written into a new file
    /// without what the entry said, and that file takes the place of the old one. Killed at any moment, the entry is
    /// forgotten or untouched; attached files that only it named go afterwards, at the latest with `catchUp`. What
    /// another device had forgotten is ended first.
    ///
    /// Others read and write meanwhile. Costs some 30 µs for each event of the diary, and room for two more files. Nil
    /// if there is no such entry. Throws `damagedEvents` if an event cannot be read, as it may be the entry's.
    @available(*, noasync)
    @discardableResult
    public func forget(_ id: EntryID, in context: WriteContext? = nil) throws(EventStoreError) -> Forgetting? {
        try forget(id, in: context, after: { _ in })
    }

    /// The same; `after` is called after each step of the change of files.
    @available(*, noasync)
    @discardableResult
    package func forget(
        _ id: EntryID, in context: WriteContext?, after: @escaping (GenerationStep) -> Void
    ) throws(EventStoreError) -> Forgetting? {
        let context = context ?? newContext()
        // What only this device had written of such an entry is in no draft before.
        if let obstacle = try finishForgetting(in: context)?.obstacle { throw obstacle }
        let prepared = try store.rebuildingIfDamaged { () throws(EventStoreError) in try planForgetting(id) }
        guard let plan = prepared else { return nil }
        let old = try store.fileInUse()
        try store.noteLeaving(plan.attachments)
        removeSpooled(from: ["", "in", "out", "back"])
        let file = try store.forget([id], after: after) { writer in try writer.appendForgetting(id, in: context) }
        try? removeLeavingAttachments()
        return Forgetting(
            plan: plan, file: file,
            oldFileIsLeft: (try? FileSystem.kind(of: store.path + "/" + old.name)) != .missing,
            attachmentsLeft: count(of: plan.attachments), processes: Processes.mapping(old.name, old.identity))
    }

    /// Removes the attached files that were to go with an entry, of killed processes as well, unless something names
    /// them.
    func removeLeavingAttachments() throws(EventStoreError) {
        try store.removeLeaving {
            let named = try NamedAttachments(in: store.beginRead().view)
            return named.unread.isEmpty ? named.hashes : nil
        }
    }

    /// Removes from folders of the spool what exchanges made ready, or left in clear when they were killed: it may have
    /// words. All of it may be made again; a round that runs meanwhile fails, and the next goes on.
    func removeSpooled(from folders: [String]) {
        let spool = store.path + "/" + SyncFiles.spool
        for folder in folders.flatMap({ $0.isEmpty ? [spool] : ["\(spool)/\($0)/events", "\(spool)/\($0)/files"] }) {
            for name in (try? FileSystem.contents(of: folder)) ?? [] {
                let path = "\(folder)/\(name)"
                if (try? FileSystem.kind(of: path)) == .file { try? FileSystem.removeFile(path) }
            }
        }
    }

    /// How many of some attached files are there.
    func count(of files: [AttachedFile]) -> Int { files.count { store.state(of: $0) != .missing } }
}

extension StoreWriter {
    /// Appends the event that makes an entry forgotten; nothing if it is forgotten already.
    fileprivate mutating func appendForgetting(_ id: EntryID, in context: WriteContext) throws(EventStoreError) {
        guard let row = try view.stream(id), !log.model.isForgotten(row) else { return }
        var context = try seeded(context)
        // No person can take it back, so it is no step of undo.
        let operation = EventHeader.Operation(command: CommandCode.forget.rawValue, attended: false)
        try begin(operation, count: 1, in: &context)
        let kind = EntryEventCodec.Kind.forget
        var event = EventData(
            kind: kind, object: id, expecting: .exists, body: [], salt: context.entropy.bytes(16))
        event.schema = EntryEventCodec.schema(of: kind)
        event.needsKnowledge = false
        try append(event)
    }
}
