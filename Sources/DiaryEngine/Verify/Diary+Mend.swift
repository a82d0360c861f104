public import EventStore

// Mending: a new diary is made beside a damaged one, which is only read.

extension Diary {
    /// Makes a diary at a path from what can be read and proven of this one, which is only read.
    ///
    /// `donor` is asked for the events that this diary cannot read, by their ids, and returns those it has; each is
    /// believed only if it hashes to its id. `events(withIDs:)` of another copy is such a donor. What nobody has
    /// becomes a hole. Drafts that are lost here come from `copy`. An entry of which an event is lost shows what it
    /// showed all the same, if its row is sound: a new device writes it. What was forgotten stays forgotten. All tables
    /// are made anew, and the attached files that are in one of `folders` are copied before there is a diary at the
    /// path. Costs about what `create(at:fromEvents:)` costs, and three passes over the log. `report` is called every
    /// 1,024 events.
    public func mend(
        into path: String, in context: WriteContext? = nil, allowingNetwork: Bool = false,
        donor: (Set<Digest>) throws -> [Digest: PortableEvent] = { _ in [:] }, draftsFrom copy: Diary? = nil,
        filesFrom folders: [String] = [], report: MendProgress = { _, _ in }
    ) throws(EventStoreError) -> MendReport {
        var context = context ?? newContext()
        let options = Self.options(context)
        return try store.mend(
            into: path, options, allowingNetwork: allowingNetwork, donor: donor, drafts: Self.drafts(of: copy),
            filesFrom: folders, attached: Self.attached,
            keep: { row, writer in try writer.rescue(row, in: &context) }, report: report)
    }

    /// Makes a diary at a path from the frames that lie in the files of a folder, though LMDB may not read them any
    /// more. The folder is only read.
    ///
    /// Pages that are no longer in use are searched as well, and the hash chain decides between two events of one
    /// number; what was forgotten stays forgotten. `report` hears of twice the events, since each is laid out and then
    /// mended; `donor` and `folders` as in `mend`.
    public static func salvage(
        _ folder: String, into path: String, in context: WriteContext, allowingNetwork: Bool = false,
        donor: (Set<Digest>) throws -> [Digest: PortableEvent] = { _ in [:] }, draftsFrom copy: Diary? = nil,
        filesFrom folders: [String] = [], report: MendProgress = { _, _ in }
    ) throws(EventStoreError) -> SalvageReport {
        var context = context
        let options = options(context)
        return try Store.salvage(
            folder, into: path, model: DiaryStreams(), options, allowingNetwork: allowingNetwork,
            donor: donor, drafts: drafts(of: copy), filesFrom: folders, attached: attached,
            keep: { row, writer in try writer.rescue(row, in: &context) }, report: report)
    }

    private static func drafts(of copy: Diary?) throws(EventStoreError) -> [StoredDraft] {
        guard let copy else { return [] }
        return try copy.store.beginRead().view.drafts()
    }

    /// The files that a log names.
    private static func attached(_ view: borrowing StoreView) throws(EventStoreError) -> [AttachedFile] {
        try NamedAttachments(in: view).all.map(\.file)
    }

    private static func options(_ context: WriteContext) -> MendOptions {
        MendOptions(forgettingKinds: [EntryEventCodec.Kind.forget], arrivedAt: context.wall)
    }

    /// Those of some events that this diary has and can prove, as they travel. Goes through the log once.
    public func events(withIDs wanted: Set<Digest>) throws(EventStoreError) -> [Digest: PortableEvent] {
        let reader = try store.beginRead()
        var found: [Digest: PortableEvent] = [:]
        var sequence: UInt64 = 0
        while sequence < reader.view.log.head {
            sequence += 1
            guard let frame = try reader.view.soundFrame(sequence), wanted.contains(frame.id),
                case .event(let event)? = try reader.view.record(sequence).record
            else { continue }
            found[frame.id] = event
        }
        return found
    }
}
