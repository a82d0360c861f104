internal import DiaryModel
public import EventStore

/// What became of entries that another device forgot, when an import brought that here.
public struct ImportedForgetting: Sendable {
    /// What this device had written of an entry before it learnt that another device had forgotten it. It is kept as a
    /// draft of a new entry.
    public struct Rescue: Equatable, Sendable {
        /// The entry that was forgotten.
        public var entry: EntryID
        /// The draft.
        public var draft: Draft
    }

    /// The entries whose words this file had.
    public var entries: [EntryID]
    /// What of them is kept as drafts.
    public var rescued: [Rescue]
    /// How the file changed; nil if it could not be written anew: then it still has the words, though no answer
    /// shows them.
    public var file: Compaction?
    /// Why not.
    public var obstacle: EventStoreError?
    /// How many attached files of theirs are still there.
    public var attachmentsLeft = 0
}

extension Diary {
    /// Ends what the news of a forgetting began, in this process or in one that was killed: takes what forgotten
    /// entries said out of this file, their drafts, and the files that only they had. One rewriting for all of them;
    /// nil if there is nothing to take out.
    ///
    /// The log says what that is: a forgotten entry whose words it still has. First, what this device wrote of it,
    /// unseen by whoever forgot it, is kept in drafts of new entries, unless not `keeping`; then the words go. Each is
    /// on the disk before the next begins, and both may be done twice. Costs one read where nothing came from
    /// elsewhere. Does not throw where only the end of it failed: `obstacle` says why.
    @available(*, noasync)
    @discardableResult
    public func finishForgetting(
        in context: WriteContext? = nil, keeping: Bool = true
    ) throws(EventStoreError) -> ImportedForgetting? {
        let log = try store.beginRead().view.log
        // A record that is derived is first put in place by a change.
        guard log.meta.mayHoldForgotten, !log.metaIsDerived else { return nil }
        let (entries, rescues, files) = try store.beginRead().view.unfinished(keeping: keeping)
        if entries.isEmpty {
            try store.noteForgotten { view in try !view.unfinishedForgettings().isEmpty }
            return nil
        }
        let context = context ?? newContext()
        var brought = ImportedForgetting(entries: entries, rescued: [])
        do throws(EventStoreError) {
            for rescue in rescues {
                var start = DraftStart()
                // This may be killed, and begun again.
                start.sitting = rescue.event.hexadecimal
                if case .kept(let draft) = try write(.begin(start, with: rescue.content), in: context) {
                    brought.rescued.append(ImportedForgetting.Rescue(entry: rescue.entry, draft: draft))
                }
            }
            try store.noteLeaving(files)
            brought.file = try store.forget(Set(entries))
            try? removeLeavingAttachments()
            brought.attachmentsLeft = count(of: files)
        } catch {
            brought.obstacle = error
        }
        return brought
    }
}

extension PortableEvent {
    /// The entry that an event forgets; nil for any other event. Reads the whole header only of one that does.
    package var forgottenEntry: EntryID? {
        guard header.count > 4, UInt16(header[2]) | UInt16(header[3]) << 8 == EntryEventCodec.Kind.forget else {
            return nil
        }
        return (try? EventHeader(canonical: header.span))?.object
    }
}

/// What a device wrote of an entry while another device, which had not seen it, forgot the entry.
private struct UnseenWords {
    var entry: EntryID
    var event: Digest
    var content: EntryContent
}

extension StoreView {
    /// The entries that are forgotten and whose words this file still has; what of these words is to be kept; and the
    /// files that only these entries name.
    fileprivate func unfinished(
        keeping: Bool
    ) throws(EventStoreError) -> (entries: [EntryID], kept: [UnseenWords], files: [AttachedFile]) {
        var entries: [EntryID] = []
        var kept: [UnseenWords] = []
        for row in try unfinishedForgettings() {
            entries.append(row.object)
            if keeping { kept += try unseenWords(of: row) }
        }
        if entries.isEmpty { return ([], [], []) }
        return (entries, kept, try NamedAttachments(in: self).files(onlyOf: Set(entries)))
    }

    /// The rows of entries that are forgotten and whose words this file still has.
    func unfinishedForgettings() throws(EventStoreError) -> [StreamRow] {
        var rows: [StreamRow] = []
        for id in try forgottenEntries(after: 0).sorted() {
            guard let row = try stream(id), log.model.isForgotten(row), try hasPayloads(of: row) else { continue }
            rows.append(row)
        }
        return rows
    }

    /// The entries that events after one forget. Some 0.4 µs an event.
    func forgottenEntries(after sequence: UInt64) throws(EventStoreError) -> Set<EntryID> {
        var entries: Set<EntryID> = []
        if log.head <= sequence { return entries }
        try forEachFrame(in: (sequence + 1)...log.head) { sequence, bytes in
            if let bytes, let frame = try? Frame(bytes, expecting: sequence), frame.kind == EntryEventCodec.Kind.forget
            {
                entries.insert(frame.object)
            }
            return true
        }
        return entries
    }

    /// The newest texts of this store's own lineage that the device which forgot the entry had not seen: the event that
    /// forgets the entry does not descend from them.
    private func unseenWords(of row: StreamRow) throws(EventStoreError) -> [UnseenWords] {
        let lineage = try ownLineage()
        var parents: [UInt64: [UInt64]] = [:]
        var forgets: [UInt64] = []
        var written: [UInt64] = []
        for sequence in try events(of: row) {
            _ = try withEvent(sequence) { event in
                let step = try step(event)
                parents[sequence] = step.parents
                if step.act == .forget { forgets.append(sequence) }
                let device = DeviceID(high: step.stamp.deviceHigh, low: step.stamp.deviceLow)
                if event.frame.state == .whole, step.act.isText, lineage.contains(device, event.frame) {
                    written.append(sequence)
                }
            }
        }
        func ancestors(of events: [UInt64]) -> Set<UInt64> {
            var found: Set<UInt64> = []
            var waiting = events.flatMap { parents[$0] ?? [] }
            while let next = waiting.popLast() {
                if found.insert(next).inserted { waiting += parents[next] ?? [] }
            }
            return found
        }
        let seen = ancestors(of: forgets)
        let unseen = written.filter { !seen.contains($0) }
        let replaced = ancestors(of: unseen)
        var words: [UnseenWords] = []
        for sequence in unseen where !replaced.contains(sequence) {
            guard let entry = try self.written(of: row, at: sequence), !entry.isForgotten else { continue }
            words.append(UnseenWords(entry: row.object, event: entry.event, content: entry.content))
        }
        return words
    }
}

extension EntryAct {
    /// Whether it says what the text is.
    fileprivate var isText: Bool {
        if case .create = self { return true }
        return hunks != nil
    }
}
