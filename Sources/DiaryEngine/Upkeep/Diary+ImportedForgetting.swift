internal import DiaryModel
public import EventStore

/// What became of entries that another device forgot, when an import brought that here.
public struct ImportedForgetting: Sendable {
    /// What was written of an entry here, or in a log that was imported, unseen by the device that forgot it. It is
    /// kept as a draft of a new entry.
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
    /// unseen by whoever forgot it, is kept in drafts of new entries, unless not `keeping`: texts, attached files, and
    /// its own drafts, which keep their numbers. Then the words go. Each is on the disk before the next begins, and
    /// both may be done twice. Costs one read where nothing came from elsewhere. Does not throw where only the end of
    /// it failed: `obstacle` says why.
    @available(*, noasync)
    @discardableResult
    public func finishForgetting(
        in context: WriteContext? = nil, keeping: Bool = true
    ) throws(EventStoreError) -> ImportedForgetting? {
        let log = try store.beginRead().view.log
        // A record that is derived is first put in place by a change.
        guard log.meta.mayHoldForgotten, !log.metaIsDerived else { return nil }
        let (entries, unseen) = try store.beginRead().view.unfinished(keeping: keeping)
        if entries.isEmpty {
            try store.noteForgotten { view in try !view.unfinishedForgettings().isEmpty }
            return nil
        }
        let context = context ?? newContext()
        var brought = ImportedForgetting(entries: entries, rescued: [])
        do throws(EventStoreError) {
            for words in unseen {
                if let rescue = try keep(words, in: context) { brought.rescued.append(rescue) }
            }
            // What a draft names by now stays.
            let files = try NamedAttachments(in: store.beginRead().view).files(onlyOf: Set(entries))
            try store.noteLeaving(files)
            // What comes in is the exchange's that may be hearing of it now.
            removeSpooled(from: ["", "out", "back"])
            brought.file = try store.forget(Set(entries))
            try? removeLeavingAttachments()
            brought.attachmentsLeft = count(of: files)
        } catch {
            brought.obstacle = error
        }
        return brought
    }

    /// Keeps words as a draft of a new entry. This may be killed, and begun again.
    func keep(
        _ words: UnseenWords, in context: WriteContext
    ) throws(EventStoreError) -> ImportedForgetting.Rescue? {
        let draft: Draft?
        switch words.source {
        case .draft(let number): draft = try write(.makeNew(number, with: words.content), in: context)
        case .event(let event):
            var start = DraftStart()
            start.sitting = event.hexadecimal
            switch try write(.begin(start, with: words.content), in: context) {
            case .kept(let kept), .unchanged(let kept): draft = kept
            case .conflict, .missing, .refused: draft = nil
            }
        }
        return draft.map { ImportedForgetting.Rescue(entry: words.entry, draft: $0) }
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

extension StoreView {
    /// The entries that are forgotten and whose words this file still has, and what of these words is to be kept.
    fileprivate func unfinished(
        keeping: Bool
    ) throws(EventStoreError) -> (entries: [EntryID], kept: [UnseenWords]) {
        var entries: [EntryID] = []
        var kept: [UnseenWords] = []
        for row in try unfinishedForgettings() {
            entries.append(row.object)
            if keeping { kept += try unseenWords(of: row) }
        }
        return (entries, kept)
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
        try forEachEvent(after: sequence) { frame, _ in
            if frame.kind == EntryEventCodec.Kind.forget { entries.insert(frame.object) }
        }
        return entries
    }
}
