package import EventStore

/// Collects what a transaction adds to the index, and writes it.
///
/// New documents are taken up a stretch at a time; where there are many, their texts are cut into terms on a thread of
/// their own while the caller goes on, and older segments are merged there. What the index then says is the same.
package struct IndexWriter {
    private let tables: IndexTables
    private var draft: IndexDraft
    /// The leaves that this transaction has written, and how often a document was put; the work on merges follows from
    /// both.
    private var (written, puts) = (0, 0)
    /// New documents that were not taken up yet.
    private var waiting: [NewDocument] = []
    /// The bytes of their texts.
    private var waitingBytes = 0
    /// Gathers the postings of new documents, once there were many; nil before that.
    private var thread: PostingThread?
    /// Documents that the thread has, without their texts, from `handedFirst` on: their lengths are to come.
    private var handed: [NewDocument] = []
    private var handedFirst = 0
    /// The bytes of all texts that the thread was handed.
    private var handedBytes = 0
    /// Whether no stretch may be given to the thread, and how many leaves it has merged.
    private var isMerging = false
    private var merged = 0

    /// New documents are taken up when they are so many, or when their texts have so many bytes.
    private static let (stretch, stretchBytes) = (64, 256 << 10)
    /// About how many bytes of new texts fill a leaf.
    private static let bytesPerLeaf = 8_192
    /// So many leaves are merged at once on the thread, at least.
    private static let leastMerge = 128

    /// A writer for one transaction.
    package init(_ tables: IndexTables) {
        self.tables = tables
        draft = IndexDraft(after: tables)
    }

    /// Indexes what a document says after an event; `before` is what it said before, nil for a new document.
    ///
    /// Events must ascend from call to call, and from transaction to transaction. What the document said before stays
    /// in the index, and is found as of then.
    package mutating func put(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?, event: UInt64,
        in view: inout StoreView
    ) throws(EventStoreError) {
        puts += 1
        if before != nil {
            try takeUpAll(in: &view)
            try draft.put(document, after, replacing: before, event: event, view)
            if draft.isFull { try writeSegment(in: &view) }
            return
        }
        waiting.append(NewDocument(id: document, document: after, event: event))
        waitingBytes += after.text.count
        if waiting.count >= Self.stretch || waitingBytes >= Self.stretchBytes { try handOver(in: &view) }
    }

    /// Merges in a transaction that brings nothing: a little of what is due, or, behind many documents at once, more,
    /// until few segments are left. Returns whether there is more.
    package static func maintain(
        _ tables: IndexTables, behindMany: Bool, in view: inout StoreView
    ) throws(EventStoreError) -> Bool {
        var manifest = try view.manifest(in: tables)
        if behindMany { MergeScheduler.beginLast(in: &manifest) }
        let work = MergeScheduler.work(maintaining: manifest, behindMany: behindMany)
        if work == 0 { return false }
        _ = try MergeScheduler.advance(&manifest, work: work, tables, in: &view)
        try view.put(manifest, in: tables)
        return true
    }

    /// Writes what it holds, and merges what is due; called once, before the transaction commits.
    ///
    /// `maintained` says how often `maintain` was called since the index was written last.
    package mutating func finish(in view: inout StoreView, maintained: Int = 0) throws(EventStoreError) {
        if let thread {
            if !waiting.isEmpty { try handOver(in: &view) }
            thread.makeSegment()
            thread.wait()
            try takeMade(in: &view)
        } else {
            try takeUpAll(in: &view)
        }
        guard draft.manifest != nil else { return }
        try writeSegment(in: &view)
        let growth = try draft.documents.write(in: &view)
        guard var settled = draft.manifest else { return }
        settled.pages = settled.pages.map { $0 &+ growth }
        let isMany = MergeScheduler.isMany(written: written, puts: puts)
        let work = MergeScheduler.work(written: written, behindMany: isMany, settled, maintained: maintained) - merged
        _ = try MergeScheduler.advance(&settled, work: work, behindMany: isMany, tables, in: &view)
        try view.put(settled, in: tables)
    }

    /// Gives the thread a stretch of older segments to merge, once the documents so far allow for it.
    private mutating func beginMerge(in view: borrowing StoreView) throws(EventStoreError) {
        guard !isMerging, var settled = draft.manifest else { return }
        let written = handedBytes / Self.bytesPerLeaf
        let work = MergeScheduler.work(written: written, behindMany: true, settled) - merged
        guard work >= Self.leastMerge else { return }
        guard let task = try MergeScheduler.begin(&settled, work: work, tables, in: view) else { return }
        thread?.merge(task)
        isMerging = true
        draft.manifest = settled
    }

    /// Writes what the thread has merged.
    private mutating func take(
        _ stretch: SegmentMerge.Stretch?, of task: MergeScheduler.Task, in view: inout StoreView
    ) throws(EventStoreError) {
        guard let stretch else { throw IndexTables.damage }
        // A term that needs more leaves is left to the end, where as many are read as it takes.
        guard task.isDone(by: stretch), var settled = draft.manifest else { return }
        isMerging = false
        merged += try MergeScheduler.finish(stretch, &settled, tables, in: &view)
        draft.manifest = settled
    }

    /// Hands the waiting documents to the thread, and takes what it has made meanwhile.
    private mutating func handOver(in view: inout StoreView) throws(EventStoreError) {
        if thread == nil {
            try draft.begin(view)
            thread = PostingThread(after: draft.postings)
            guard thread != nil else { return try takeUpWaiting(in: &view) }
            _ = draft.takePostings()
        }
        thread?.take(waiting, bytes: waitingBytes)
        for document in waiting { handed.append(document.withoutText) }
        handedBytes += waitingBytes
        waiting.removeAll(keepingCapacity: true)
        waitingBytes = 0
        try takeMade(in: &view)
        try beginMerge(in: view)
    }

    /// Takes up all documents that wait or were handed over; the thread ends.
    private mutating func takeUpAll(in view: inout StoreView) throws(EventStoreError) {
        if let ended = thread {
            if !waiting.isEmpty { try handOver(in: &view) }
            let rest = ended.end()
            try takeMade(in: &view)
            if let rest { draft.putBack(rest) }
            thread = nil
        }
        try takeUpWaiting(in: &view)
    }

    /// Takes up the waiting documents on the caller's thread.
    private mutating func takeUpWaiting(in view: inout StoreView) throws(EventStoreError) {
        for new in waiting {
            try draft.put(new.id, new.document, replacing: nil, event: new.event, view)
            if draft.isFull { try writeSegment(in: &view) }
        }
        waiting.removeAll(keepingCapacity: true)
        waitingBytes = 0
    }

    /// Writes what the thread has made so far.
    private mutating func takeMade(in view: inout StoreView) throws(EventStoreError) {
        guard let made = thread?.made() else { return }
        for length in made.lengths {
            try draft.note(handed[handedFirst], length: length, view)
            handedFirst += 1
        }
        if handedFirst == handed.count {
            handed.removeAll(keepingCapacity: true)
            handedFirst = 0
        }
        for segment in made.segments { try write(segment, in: &view) }
        for (task, stretch) in made.merged { try take(stretch, of: task, in: &view) }
    }

    /// Writes the postings in hand as a segment of their own.
    private mutating func writeSegment(in view: inout StoreView) throws(EventStoreError) {
        if let segment = draft.takeSegment() { try write(segment, in: &view) }
    }

    private mutating func write(_ drafted: DraftedSegment, in view: inout StoreView) throws(EventStoreError) {
        guard var settled = draft.manifest else { return }
        let segment = settled.append(drafted)
        try view.put(drafted.leaves, of: segment.id, from: 0, in: tables)
        written += drafted.leaves.count
        draft.manifest = settled
    }
}
