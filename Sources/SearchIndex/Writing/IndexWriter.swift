package import EventStore
internal import TextSearch

/// Collects what a transaction adds to the index, and writes it.
package struct IndexWriter {
    private let tables: IndexTables
    /// The manifest as of this transaction; nil before the first document.
    private var manifest: IndexManifest?
    private var builder = SegmentBuilder()
    private var units = TextUnits()
    private var unitsBefore = TextUnits()
    private var documents: DocumentWriter
    /// Whether the manifest is damaged: then nothing more may be written.
    private var isManifestDamaged = false
    /// The leaves that this transaction has written; the work on merges is proportional to them.
    private var written = 0

    /// The postings held in memory before they are written as a segment: some 36 MB.
    private static let room = 4 << 20

    /// A writer for one transaction.
    package init(_ tables: IndexTables) {
        self.tables = tables
        documents = DocumentWriter(tables)
    }

    private var isDamaged: Bool { isManifestDamaged || documents.isDamaged }

    /// Indexes what a document says now; `before` is what it said before, nil for a new document.
    ///
    /// Terms that it had stay in the index, so that what it said before is found as of then.
    package mutating func put(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?,
        in view: inout StoreView
    ) throws(EventStoreError) {
        if manifest == nil { try begin(view) }
        let known = try documents.record(of: document, view)
        if isDamaged { return }
        // What it said before may never have been indexed: then it is indexed first.
        if let before, known == nil { addTerms(document, before, replacing: nil) }
        let length = addTerms(document, after, replacing: before)
        addOtherTexts(document, after, replacing: known == nil ? nil : before)
        let newest = max(manifest?.documents ?? 0, document)
        manifest?.documents = newest
        let record = DocumentRecord(
            date: after.date, born: after.born, length: length ?? known?.length ?? 0, isUnchanged: before == nil,
            isDeleted: after.isDeleted)
        try documents.put(record, of: document, view)
        if builder.postings > Self.room { try writeSegment(in: &view) }
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
        guard builder.postings > 0, var settled = manifest else { return }
        let leaves = builder.leaves()
        let segment = IndexManifest.Segment(
            id: settled.nextSegment, least: builder.least, greatest: builder.greatest, leaves: UInt32(leaves.count))
        try view.put(leaves, of: segment.id, in: tables)
        settled.nextSegment += 1
        settled.segments.append(segment)
        written += leaves.count
        manifest = settled
        builder = SegmentBuilder()
    }
}

extension IndexWriter {
    /// Adds the terms that a document did not have before; returns the code of its length, or nil if that cannot have
    /// changed.
    @discardableResult
    private mutating func addTerms(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?
    ) -> UInt8? {
        if let before, before.text == after.text, before.tags == after.tags { return nil }
        units.read(after.text.span)
        let tags = after.tags.map { Term.tag($0) }
        let length = Relevance.lengthCode(units.count)
        var all = (manifest?.units ?? 0) + UInt64(units.count)
        if let before {
            unitsBefore.read(before.text.span)
            all -= min(all, UInt64(unitsBefore.count))
            builder.add(document, units, tags: tags, had: (unitsBefore, before.tags.map { Term.tag($0) }))
        } else {
            builder.add(document, units, tags: tags)
        }
        manifest?.units = all
        return length
    }

    /// Adds the terms of other texts that are new: they may never have been in the document's own text.
    private mutating func addOtherTexts(
        _ document: DocumentID, _ after: IndexedDocument, replacing before: IndexedDocument?
    ) {
        for text in after.otherTexts {
            if let before, text == before.text || before.otherTexts.contains(text) { continue }
            units.read(text.span)
            unitsBefore.read(after.text.span)
            builder.add(document, units, tags: [], had: (unitsBefore, []))
        }
    }
}
