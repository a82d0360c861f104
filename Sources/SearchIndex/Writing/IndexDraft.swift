package import EventStore

/// What events make of an index, in memory: the postings they bring, the pages of documents they change, and the sums.
///
/// A writer puts it down behind what the tables hold, a reader lays it over them, for events that are not flushed yet.
/// A check drafts the whole index from nothing, and compares.
package struct IndexDraft {
    /// The tables that it goes on from; nil for an index that begins with the first event.
    private let tables: IndexTables?
    /// The manifest, with the sums so far; nil before the first document.
    var manifest: IndexManifest?
    /// The postings in hand.
    private(set) var postings = GatheredPostings()
    /// The pages that changed.
    var documents: DocumentWriter

    /// A draft that goes on from tables, or begins with the first document.
    package init(after tables: IndexTables?) {
        self.tables = tables
        documents = DocumentWriter(tables)
    }

    /// Whether the postings in hand take so much memory that they are to be taken.
    var isFull: Bool { postings.isFull }

    /// Notes what a document says after an event; `before` is what it said before, nil for a new document.
    ///
    /// Events must ascend from call to call.
    package mutating func put(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?, event: UInt64,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        try begin(view)
        let known = try documents.record(of: document, view)
        if let before {
            // What it said before may never have been indexed: then it is indexed first.
            if known == nil { try add(NewDocument(id: document, document: before, event: event), view) }
            postings.note(event)
            manifest?.note(document)
            try change(document, after, replacing: before, event: event, view)
        } else {
            try add(NewDocument(id: document, document: after, event: event), view)
        }
    }

    /// Reads the manifest, unless it has been read.
    mutating func begin(_ view: borrowing StoreView) throws(EventStoreError) {
        if manifest != nil { return }
        guard let tables else { return manifest = IndexManifest() }
        let found = try view.manifest(in: tables)
        manifest = found
        documents.begin(behind: found.documents)
    }

    /// Notes a new document whose postings were gathered elsewhere; `length` is that of its texts, in units.
    mutating func note(_ new: NewDocument, length: Int, _ view: borrowing StoreView) throws(EventStoreError) {
        let document = new.document
        manifest?.note(new.id)
        let length = Relevance.lengthCode(length)
        count(length, document, by: 1)
        try documents.put(
            DocumentRecord(date: document.date, born: document.born, flags: document.flags(isChanged: false)),
            length: length, of: new.id, view)
    }

    /// Takes over what another one drafted of other documents; both begin with the first document, and have no postings
    /// in hand.
    mutating func add(_ other: IndexDraft) {
        documents.add(other.documents)
        guard let theirs = other.manifest else { return }
        var own = manifest ?? IndexManifest()
        own.documents = max(own.documents, theirs.documents)
        own.living += theirs.living
        own.units += theirs.units
        if theirs.hadConflicts { own.hadConflicts = true }
        manifest = own
    }

    /// Takes the postings in hand.
    mutating func takePostings() -> GatheredPostings {
        defer { postings = GatheredPostings() }
        return postings
    }

    /// Goes on from postings that were taken.
    mutating func putBack(_ taken: GatheredPostings) { postings = taken }

    /// Makes a segment of the postings in hand; nil where there are none.
    mutating func takeSegment() -> DraftedSegment? { postings.takeSegment() }

    /// Adds a new document.
    private mutating func add(_ new: NewDocument, _ view: borrowing StoreView) throws(EventStoreError) {
        let length = postings.add(new)
        try note(new, length: length, view)
    }

    private mutating func change(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument, event: UInt64,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let known = try documents.record(of: document, view) else { return }
        let lengthBefore = try documents.length(of: document, view)
        var change = DocumentChange(
            event: event, document: document, version: before.version, length: lengthBefore,
            flags: known.flags.intersection(.told))
        var record = DocumentRecord(date: after.date, born: known.born, flags: after.flags(isChanged: true))
        record.layout = known.layout
        var length = lengthBefore
        if !after.searchesAlike(before) {
            let (terms, termsBefore) = (after.terms, before.terms)
            let layout = postings.builder.add(
                document, version: after.version, terms, replacing: termsBefore,
                layout: try documents.layout(of: known, view))
            length = Relevance.lengthCode(terms.length)
            count(lengthBefore, before, by: -1)
            count(length, after, by: 1)
            record.layout = layout.isPlain ? 0 : event
            change.layout = layout.isPlain ? nil : layout
        }
        if record.layout != 0 { record.flags.insert(.laidOut) }
        if known.date != DocumentRecord.clamped(after.date) { change.date = known.date }
        if known.layout != record.layout { change.layoutBefore = known.layout }
        try documents.note(change, view)
        try documents.put(record, length: length, of: document, view)
    }

    /// Keeps the sums of the manifest; `length` is the code of the length of the document's texts.
    private mutating func count(_ length: UInt8, _ document: IndexedDocument, by sign: Int) {
        if !document.otherTexts.isEmpty { manifest?.hadConflicts = true }
        guard !document.isDeleted, var settled = manifest else { return }
        settled.units = UInt64(max(0, Int(settled.units) + sign * Int(Relevance.leastUnits[Int(length)])))
        settled.living = UInt32(max(0, Int(settled.living) + sign))
        manifest = settled
    }
}
