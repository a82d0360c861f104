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
    /// How many runs of twelve bytes only its versions hold.
    public var runs: Int
    /// How many terms of the search index only it has or had.
    public var terms: Int
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
    /// How many runs of its bytes were found in the diary's files afterwards; other than 0 only if the old file could
    /// not be removed.
    public var runsLeft: Int
    /// How many of its terms the search index still had; 0.
    public var termsLeft: Int
    /// How many of its attached files are still there: others than 0 only while somebody puts files, or where an event
    /// that cannot be understood may name them.
    public var attachmentsLeft: Int
    /// The processes that still have the old file mapped: the system keeps its bytes until they let it go.
    public var processes: [Int32]
}

extension Diary {
    /// What forgetting an entry would take away; nil if there is no such entry. Reads the whole log, writes nothing.
    public func planForgetting(_ id: EntryID) throws(EventStoreError) -> ForgettingPlan? {
        try prepareForgetting(id)?.plan
    }

    /// Forgets an entry for ever: what its events and drafts say is gone from the diary's files, and never comes back.
    ///
    /// Its events keep their numbers, times, hashes and places in the chain. An event says that the entry is forgotten;
    /// so no undo, no import, no backup and no other device can bring it back. The log is written into a new file
    /// without the entry; that is searched for anything that only the entry's versions held before it takes the place
    /// of the old file, and all files of the diary are searched afterwards. Killed at any moment, the entry is
    /// forgotten or untouched.
    ///
    /// Others read and write meanwhile. Costs some 30 µs for each event of the diary, and room for two more files. Nil
    /// if there is no such entry. Throws `residue` if something was found, with nothing changed;
    /// `damagedEvents` if an event cannot be read, as it may be the entry's.
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
        // The index then has all there is.
        try store.write { writer in try writer.flushTail() }
        let prepared = try store.rebuildingIfDamaged { () throws(EventStoreError) in try prepareForgetting(id) }
        guard let (plan, found) = prepared else { return nil }
        var residue = found
        let old = try store.fileInUse()
        let file = try store.forget(
            [id], after: after,
            inspect: { copy in if try !residue.isGone(from: copy) { throw EventStoreError.residue } },
            end: { writer in try writer.appendForgetting(id, in: context) })
        do throws(EventStoreError) {
            let attachmentsLeft = removeAttachments(plan.attachments)
            let reader = try store.beginRead()
            return Forgetting(
                plan: plan, file: file, runsLeft: try residue.runsLeft(in: store),
                termsLeft: try residue.termsLeft(in: reader.view), attachmentsLeft: attachmentsLeft,
                processes: Processes.mapping(old.name, old.identity))
        } catch {
            // The new file is in use already: nobody may read that nothing was written.
            throw .unsure("\(error)")
        }
    }

    /// Removes attached files that nothing names any more; returns how many are still there.
    func removeAttachments(_ files: [AttachedFile]) -> Int {
        if files.isEmpty { return 0 }
        let hashes = Set(files.map(\.hash))
        _ = try? store.sweepAttachments(removing: true, only: hashes) {
            let named = try NamedAttachments(in: store.beginRead().view)
            return named.unread.isEmpty ? named.hashes : nil
        }
        return hashes.count { store.state(of: AttachedFile(hash: $0, size: 0)) != .missing }
    }

    private func prepareForgetting(_ id: EntryID) throws(EventStoreError) -> (plan: ForgettingPlan, Residue)? {
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
        let residue = try Residue(of: row, in: reader.view, path: store.path)
        let plan = ForgettingPlan(
            entry: id, title: try Entry(row).headline.title.map(String.init), events: events, bytes: bytes,
            runs: residue.count, terms: residue.terms.count, snapshots: snapshots,
            drafts: try reader.view.drafts().count { $0.object == id },
            attachments: try NamedAttachments(in: reader.view).files(onlyOf: [id]),
            backups: store.knownBackups().filter { store.backup($0, hasPayloadsOf: id) })
        return (plan, residue)
    }
}

extension Residue {
    /// Whether nothing of the entry is left in a new file. What is found and others hold, too, is left out.
    fileprivate mutating func isGone(from copy: Store) throws(EventStoreError) -> Bool {
        let reader = try copy.beginRead()
        if try hits(in: copy.path, copy) == 0, try termsLeft(in: reader.view) == 0 { return true }
        try exclude(versionsIn: reader.view)
        if try hits(in: copy.path, copy) > 0 { return false }
        return try termsLeft(in: reader.view) == 0
    }

    /// How often something of the entry stands in the files of a store.
    fileprivate mutating func runsLeft(in store: Store) throws(EventStoreError) -> Int {
        let hits = try hits(in: store.path, store)
        if hits == 0 { return 0 }
        // Others may have written the same words meanwhile.
        try exclude(versionsIn: try store.beginRead().view)
        return try self.hits(in: store.path, store)
    }

    private func hits(in folder: String, _ store: Store) throws(EventStoreError) -> Int {
        do { return try hits(in: folder) } catch { throw .storage(error.description) }
    }
}

extension StoreWriter {
    /// Appends the event that makes an entry forgotten; nothing if it is forgotten already.
    fileprivate mutating func appendForgetting(_ id: EntryID, in context: WriteContext) throws(EventStoreError) {
        guard let row = try view.stream(id), !log.model.isForgotten(row) else { return }
        var context = try settled(context)
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
