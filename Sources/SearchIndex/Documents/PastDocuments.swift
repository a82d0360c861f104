internal import EventStore
internal import Synchronization

/// What documents were as of an event, for those that have changed since: made once for each point that is searched.
final class PastDocuments: Sendable {
    /// What a document was.
    struct Document: Sendable {
        var version: UInt32
        var length: UInt8
        var flags: DocumentFlags
    }

    /// The event that they were as of.
    let event: UInt64
    /// For each document what `ChangeRows` notes; 0 if it is as it was.
    private let states: [UInt64]
    /// The dates that documents had then, if they have another one now.
    private let dates: [DocumentID: Int64]
    /// For each document, the change that told its layout then plus one; 0 if that has not changed since. Made when the
    /// first one is asked for.
    private let layouts = Mutex<[UInt64]?>(nil)
    /// What scores go by then, once it was asked for.
    private let relevance = Mutex<Relevance?>(nil)
    /// How many documents held a term then, for each term that was asked about.
    private let holders = Mutex<[[UInt8]: Int]>([:])

    /// Reads the changes behind an event. Costs some nanoseconds for each of them, and eight bytes for each document.
    /// Throws `damaged`.
    init(
        asOf event: UInt64, documents: DocumentID, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) {
        self.event = event
        var states = [UInt64](repeating: 0, count: Int(documents) + 1)
        var dates: [DocumentID: Int64] = [:]
        try view.forEachPage(behind: event, tables) { page in
            let first = page.firstPosition(behind: event)
            guard page.note(from: first, in: &states) else { return true }
            var dated = 0
            for position in 0..<page.count {
                let row = page.row(position)
                if row.bits & DocumentChange.hasDate == 0 { continue }
                dated += 1
                // A date may change later than a text.
                if position < first || dates[row.document] != nil { continue }
                guard let date = page.date(dated - 1) else { return false }
                dates[row.document] = date
            }
            return true
        }
        (self.states, self.dates) = (states, dates)
    }

    /// What a document was; nil if it is as it was.
    @inline(__always)
    subscript(document: DocumentID) -> Document? {
        let index = Int(document)
        guard index < states.count, states[index] != 0 else { return nil }
        let state = states[index]
        return Document(
            version: UInt32(state >> 32), length: UInt8(truncatingIfNeeded: state >> 8),
            flags: DocumentFlags(rawValue: UInt8(truncatingIfNeeded: state) & 14))
    }

    /// What scores go by: how many documents there were, and how long they were. The first call costs a look at each
    /// document. Throws `damaged`.
    func relevance(
        _ index: IndexReader, _ briefs: DocumentBriefs, in view: borrowing StoreView
    ) throws(EventStoreError) -> Relevance {
        if let known = relevance.withLock({ $0 }) { return known }
        var documents = DocumentReader(index)
        let newest = try documents.newest(upTo: index.documents, bornBy: event, view)
        let leastUnits = Relevance.leastUnits
        var (living, units) = (UInt64(0), UInt64(0))
        for document in 0..<newest {
            let (now, then) = (briefs[document + 1], self[document + 1])
            if !now.flags.contains(.exists) || (then?.flags ?? now.flags).contains(.deleted) { continue }
            living += 1
            units += UInt64(leastUnits[Int(then?.length ?? now.length)])
        }
        let found = Relevance(documents: living, units: units)
        relevance.withLock { $0 = found }
        return found
    }

    /// How many documents held a term then. The first call costs a walk over all of them. Throws `damaged`.
    func holders(
        of term: [UInt8], _ index: IndexReader, in view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        if let known = holders.withLock({ $0[term] }) { return known }
        var documents = DocumentReader(index)
        var limit = try documents.newest(upTo: index.documents, bornBy: event, view)
        var walk = try PostingWalk(term, index.of(IndexPoint(past: self)), view)
        var count = 0
        while limit > 0, let found = try walk.last(atOrBefore: limit, view), found > 0 {
            count += 1
            limit = found - 1
        }
        holders.withLock { $0[term] = count }
        return count
    }

    /// The date of a document then; nil if that has not changed since.
    func date(of document: DocumentID) -> Int64? { dates.isEmpty ? nil : dates[document] }

    /// The change that told the layout of a document then, 0 for the plain one; nil if that has not changed since. The
    /// first call reads the changes once more. Throws `damaged`.
    func layout(
        of document: DocumentID, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) -> UInt64? {
        if let known = layouts.withLock({ $0?[Int(document)] }) { return known == 0 ? nil : known - 1 }
        var found = [UInt64](repeating: 0, count: states.count)
        try view.forEachPage(behind: event, tables) { page in
            let start = page.layoutsStart().before
            var (number, last) = (0, page.first)
            for position in 0..<page.count {
                let row = page.row(position)
                last &+= row.distance
                if row.bits & DocumentChange.hasLayoutBefore == 0 { continue }
                number += 1
                guard last > event, Int(row.document) < found.count, found[Int(row.document)] == 0 else { continue }
                guard let layout = page.layoutBefore(last, number - 1, from: start) else { return false }
                found[Int(row.document)] = layout + 1
            }
            return true
        }
        layouts.withLock { $0 = found }
        let layout = found[Int(document)]
        return layout == 0 ? nil : layout - 1
    }
}

extension StoreView {
    /// Visits the pages of changes that may hold some behind an event, until the visitor returns false for a damaged
    /// one.
    fileprivate func forEachPage(
        behind event: UInt64, _ tables: IndexTables, _ visit: (borrowing ChangeRows) -> Bool
    ) throws(EventStoreError) {
        var cursor = try cursor(in: tables.changes)
        var isHere = try cursor.seekAtOrBefore(ChangePage.key(event).span)
        if !isHere { isHere = try cursor.first() }
        while isHere {
            guard Self.visit(cursor.key, cursor.value, visit) else { throw IndexTables.damage }
            isHere = try cursor.next()
        }
    }

    private static func visit(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ visit: (borrowing ChangeRows) -> Bool
    ) -> Bool {
        guard let page = ChangeRows(key, value) else { return false }
        return visit(page)
    }
}
