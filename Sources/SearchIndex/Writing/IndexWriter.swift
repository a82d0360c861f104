package import EventStore
internal import TextSearch

/// Collects what a transaction adds to the index, and writes it.
package struct IndexWriter {
    private let tables: IndexTables
    /// The manifest as of this transaction; nil before the first document.
    private var manifest: IndexManifest?
    private var builder = SegmentBuilder()
    private var documents: DocumentWriter
    /// The events whose postings are in hand.
    private var events = UInt64.max...UInt64.max
    /// Whether the manifest is damaged: then nothing more may be written.
    private var isManifestDamaged = false
    /// The leaves that this transaction has written; the work on merges is proportional to them.
    private var written = 0

    /// The occurrences held in memory before they are written as a segment: some 48 MB.
    private static let room = 4 << 20

    /// A writer for one transaction.
    package init(_ tables: IndexTables) {
        self.tables = tables
        documents = DocumentWriter(tables)
    }

    private var isDamaged: Bool { isManifestDamaged || documents.isDamaged }

    /// Indexes what a document says after an event; `before` is what it said before, nil for a new document.
    ///
    /// Events must ascend from call to call, and from transaction to transaction. What the document said before stays
    /// in the index, and is found as of then.
    package mutating func put(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?, event: UInt64,
        in view: inout StoreView
    ) throws(EventStoreError) {
        if manifest == nil { try begin(view) }
        let known = try documents.record(of: document, view)
        if isDamaged { return }
        let newest = max(manifest?.documents ?? 0, document)
        manifest?.documents = newest
        events = min(events.lowerBound, event)...max(events.lowerBound == .max ? event : events.upperBound, event)
        if let before {
            // What it said before may never have been indexed: then it is indexed first.
            if known == nil { try add(document, before, view) }
            try change(document, after, replacing: before, event: event, view)
        } else {
            try add(document, after, view)
        }
        if builder.size > Self.room { try writeSegment(in: &view) }
    }

    /// Adds a new document.
    private mutating func add(
        _ document: DocumentID, _ new: IndexedDocument, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let terms = new.terms
        builder.add(document, terms)
        count(terms, new, by: 1)
        try documents.put(
            DocumentRecord(date: new.date, born: new.born, flags: new.flags(isChanged: false)),
            length: Relevance.lengthCode(terms.length), of: document, view)
    }

    private mutating func change(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument, event: UInt64,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let known = try documents.record(of: document, view) else { return }
        let lengthBefore = try documents.length(of: document, view)
        var change = DocumentChange(
            event: event, document: document, version: before.version, length: lengthBefore,
            flags: known.flags.subtracting(.laidOut))
        var record = DocumentRecord(date: after.date, born: known.born, flags: after.flags(isChanged: true))
        record.layout = known.layout
        var length = lengthBefore
        if !after.isFoundLike(before) {
            let (terms, termsBefore) = (after.terms, before.terms)
            let layout = builder.add(
                document, version: after.version, terms, replacing: termsBefore,
                layout: try documents.layout(of: known, view))
            count(termsBefore, before, by: -1)
            count(terms, after, by: 1)
            length = Relevance.lengthCode(terms.length)
            record.layout = layout.isPlain ? 0 : event
            change.layout = layout.isPlain ? nil : layout
        }
        if record.layout != 0 { record.flags.insert(.laidOut) }
        if known.date != DocumentPage.clamped(after.date) { change.date = known.date }
        if known.layout != record.layout { change.layoutBefore = known.layout }
        try documents.note(change, view)
        try documents.put(record, length: length, of: document, view)
    }

    /// Keeps the sums of the manifest.
    private mutating func count(_ terms: DocumentTerms, _ document: IndexedDocument, by sign: Int) {
        if !document.otherTexts.isEmpty { manifest?.hadConflicts = true }
        guard !document.isDeleted, var settled = manifest else { return }
        settled.units = UInt64(max(0, Int(settled.units) + sign * terms.length))
        settled.living = UInt32(max(0, Int(settled.living) + sign))
        manifest = settled
    }

    /// Writes what it holds, and merges what is due; called once, before the transaction commits.
    ///
    /// False if the index is damaged and must be built anew.
    package mutating func finish(in view: inout StoreView) throws(EventStoreError) -> Bool {
        guard manifest != nil else { return true }
        if isDamaged { return false }
        try writeSegment(in: &view)
        try documents.write(in: &view)
        guard var settled = manifest else { return true }
        do throws(EventStoreError) {
            try MergeScheduler.advance(&settled, written: written, tables, in: &view)
        } catch .damaged {
            return false
        } catch {
            throw error
        }
        try view.put(settled, in: tables)
        return true
    }

    private mutating func begin(_ view: borrowing StoreView) throws(EventStoreError) {
        do throws(EventStoreError) {
            manifest = try view.manifest(in: tables)
        } catch .damaged {
            manifest = IndexManifest()
            isManifestDamaged = true
        } catch {
            throw error
        }
    }

    /// Writes the postings in hand as a segment of their own.
    private mutating func writeSegment(in view: inout StoreView) throws(EventStoreError) {
        guard builder.size > 0, var settled = manifest else { return }
        let leaves = builder.leaves()
        let segment = IndexManifest.Segment(
            id: settled.nextSegment, least: builder.least, greatest: builder.greatest, events: events,
            leaves: UInt32(leaves.count))
        try view.put(leaves, of: segment.id, in: tables)
        settled.nextSegment += 1
        settled.segments.append(segment)
        written += leaves.count
        manifest = settled
        builder = SegmentBuilder()
        events = UInt64.max...UInt64.max
    }
}
