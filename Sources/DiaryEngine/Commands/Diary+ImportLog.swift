public import EventStore

// Events written elsewhere: an exported log, or another device's copy of the diary.

extension Diary {
    /// Makes a diary from an exported log: the same events with the same ids. Returns what that has.
    ///
    /// `read` gives the records by their numbers: it is asked for each in its turn to the end, and then for each once
    /// more, in the order in which they are taken. They may come in any order, and several times. All of them are
    /// imported, or none: throws `refused` with the number of the record that is not accepted. They are taken in
    /// batches in a folder beside the path, and some 200 bytes a record are held. A hole keeps the position of an event
    /// that is lost: what follows it is imported and proven all the same. What forgotten entries said before their end
    /// is taken out.
    ///
    /// An event has come when its record says it did, so a time means the same event in both diaries. If a record does
    /// not say it, the clocks of the devices decide, and with them the order of all.
    @discardableResult
    public static func create(
        at path: String, fromEvents read: ForeignLog, in context: WriteContext, allowingNetwork: Bool = false
    ) throws(EventStoreError) -> AdoptedLog {
        let adopted = try Store.adopt(
            read, at: path, model: DiaryStreams(), now: context.wall, allowingNetwork: allowingNetwork)
        // This device has not written yet: there is nothing to keep. The diary is there, whatever comes of this: what
        // cannot be ended now, the next change ends.
        let diary = try? Diary(at: path, allowingNetwork: allowingNetwork)
        let brought = try? diary?.finishForgetting(in: context, keeping: false)
        if let obstacle = brought?.obstacle { throw obstacle }
        return adopted
    }

    /// Imports events of this diary that were written elsewhere, as `importLog` does, and returns what became of each
    /// operation, in the order in which their first events were given.
    @available(*, noasync, message: "a task awaits onThread { … }")
    public func importEvents(_ events: [PortableEvent], in context: WriteContext? = nil) throws(EventStoreError)
        -> [OfferedOperation]
    {
        let context = context ?? newContext()
        let operations = try store.importEvents(events, arrivedAt: context.wall)
        _ = try finishForgetting(in: context)
        return operations
    }

    /// Imports the records of a log of this diary that were written elsewhere; `answer` receives each operation with
    /// the numbers of its records, and each record that came before once more.
    ///
    /// `read` gives the records by their numbers, as `create(at:fromEvents:)` says: in any order, and several times.
    /// What an operation follows is taken before it. If an event is not here and did not come, a hole keeps its
    /// position.
    ///
    /// An operation is accepted whole or not at all. It is judged by its events, their ancestors and the earlier events
    /// of their devices, never by what else has arrived; so all copies of the diary that are offered the same
    /// operations, in any order, accept the same ones in the end. An operation that needs an event that is not here is
    /// `notYet`: offer it again once that event has come. `Docs/FileFormat.md`, "What a log may claim", says what is
    /// accepted.
    ///
    /// An event whose position a hole keeps fills the hole: this costs as much as making a diary from the whole log,
    /// and room for a second file.
    ///
    /// A batch ends with the first whole operation that brings it to 4,096 events or 8 MiB, and is a transaction of its
    /// own: what was accepted stays in the log whatever comes afterwards. Held are some 200 bytes a record. An event
    /// costs some 20 µs; where several devices wrote an entry at once, also a read of that entry's events since the
    /// last one that all later ones descend from. `context` says when the events arrived.
    ///
    /// Where an operation brings the news that an entry was forgotten, what the entry said is taken out of this file
    /// before this returns, of an earlier import as well. What the log itself says of entries that were forgotten here
    /// is dropped; texts of it that are in no event here, so that nobody who forgot the entry has seen them, are first
    /// kept in drafts of new entries. Returns what became of such entries; nil if this file had words of none, and
    /// nothing is kept.
    @available(*, noasync, message: "a task awaits onThread { … }")
    @discardableResult
    public func importLog(
        _ read: ForeignLog, in context: WriteContext? = nil, _ answer: (OfferedOperation) -> Void
    ) throws(EventStoreError) -> ImportedForgetting? {
        let context = context ?? newContext()
        var rescued: [ImportedForgetting.Rescue] = []
        for words in try store.beginRead().view.unseenWords(in: read, here: { state(of: $0) == .present }) {
            if let rescue = try keep(words, in: context) { rescued.append(rescue) }
        }
        let brought = try importLog(read, in: context, batch: ImportBatch.usual, answer)
        if rescued.isEmpty { return brought }
        var all = brought ?? ImportedForgetting(entries: [], rescued: [])
        all.rescued = rescued + all.rescued
        return all
    }

    /// The same, with at most so many events, or one operation, a transaction; what is dropped is kept by the device
    /// that wrote it.
    @available(*, noasync, message: "a task awaits onThread { … }")
    @discardableResult
    package func importLog(
        _ read: ForeignLog, in context: WriteContext? = nil, batch size: Int,
        _ answer: (OfferedOperation) -> Void
    ) throws(EventStoreError) -> ImportedForgetting? {
        let context = context ?? newContext()
        try store.importLog(read, arrivedAt: context.wall, batch: size, answer)
        return try finishForgetting(in: context)
    }
}
