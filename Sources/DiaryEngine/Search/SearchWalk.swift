internal import DiaryModel
internal import EventStore
internal import Host
internal import SearchIndex
internal import TextSearch

/// One search in one look at the log: the index, the tail, and the texts of entries where those must decide.
struct SearchWalk {
    let sequence: UInt64
    let allVersions: Bool
    private let point: SearchPoint
    private var units = TextUnits()
    private var origins = Origins()
    private var documents: DocumentReader
    private(set) var visited = SearchPage.Visited()
    private(set) var leftOut = 0
    // Of the tree in hand.
    private var isDecidedByText = false
    private var needsUnits = true
    private var mayDiffer = true
    /// An entry of which a text answers to this one is left out.
    var excluded: SearchTree?
    private var taken = 0

    /// Hits from which a share of all is told.
    private static let sample = 32

    /// Nil where the index does not stand at the last flushed event.
    init?(
        asOf sequence: UInt64, allVersions: Bool, memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let tables = view.log.tables(of: SearchProjection.name) else { return nil }
        self.sequence = sequence
        self.allVersions = allVersions
        point = try memory.point(asOf: sequence, allVersions: allVersions, IndexTables(tables), in: view)
        documents = DocumentReader(point.index)
    }

    // MARK: Entries

    private mutating func document(
        _ ordinal: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? { try documents.record(of: ordinal, view) }

    /// What an entry said after an event, each of its texts in a conflict; nil where it was not there, and left out
    /// where its bytes are damaged.
    ///
    /// With `isUnchanged` its text is that of now, whatever else has changed since.
    private mutating func entry(
        _ ordinal: UInt32, asOf point: UInt64, isUnchanged: Bool = false, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchedEntry? {
        guard let row = try view.readableRow(ordinal) else {
            leftOut += 1
            return nil
        }
        visited.texts += 1
        if row.head <= point || isUnchanged {
            let entry = try DiaryStreams.entry(row)
            return entry.state.isDeleted ? nil : SearchedEntry(entry.state.content, entry.branches)
        }
        do throws(EventStoreError) {
            let entry =
                if allVersions {
                    try view.version(of: row, at: point, &origins)
                } else {
                    try view.entry(row, asOf: point, &origins)
                }
            guard let entry, !entry.isDeleted else { return nil }
            return SearchedEntry(entry.content, entry.branches)
        } catch .damaged {
            leftOut += 1
            return nil
        } catch {
            throw error
        }
    }

    /// Whether an entry answered to a tree after an event, and its date then; nil where it did not.
    ///
    /// `date` is that date where it is known. Where text and date decide, the text is read in place.
    private mutating func answers(
        _ tree: SearchTree, _ ordinal: UInt32, _ date: Int64?, asOf point: UInt64, isUnchanged: Bool,
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int64? {
        if let date, isDecidedByText, let row = try view.storedRowView(ordinal: ordinal),
            row.head <= point || isUnchanged, !EntryRow.isBranched(row.state), let text = EntryRow.text(in: row.state)
        {
            visited.texts += 1
            if EntryRow.isDeleted(row.state) { return nil }
            if needsUnits { units.read(text) }
            return tree.matches(text, units, date: date) ? date : nil
        }
        guard let entry = try entry(ordinal, asOf: point, isUnchanged: isUnchanged, view), matches(tree, entry)
        else { return nil }
        return entry.content.date.seconds
    }

    private mutating func matches(_ tree: SearchTree, _ entry: SearchedEntry) -> Bool {
        guard entry.answering(tree, &units, needsUnits: needsUnits) != nil else { return false }
        // What one text says may be excluded by another.
        guard let excluded, !entry.others.isEmpty else { return true }
        return entry.answering(excluded, &units) == nil
    }

    /// The newest entry that there was at the point: ordinals are given in the order of creation.
    private mutating func newestEntry(_ view: borrowing StoreView) throws(EventStoreError) -> UInt32 {
        if sequence >= view.log.meta.flushed { return entries }
        return try documents.newest(upTo: entries, bornBy: sequence, view)
    }

    // MARK: Searching

    /// Offers all that answers to a tree, newest entries first, until the taker has enough.
    ///
    /// `newestAhead` is the latest date that anything not offered yet can have, `ordinal` the greatest ordinal. Says
    /// whether it ended because `bound` texts were read, and enough of them answered to tell the share of all.
    ///
    /// Scored hits may be `isUnread`: their texts have yet to be asked, by `read`.
    @discardableResult
    mutating func forEachHit(
        _ tree: SearchTree, isScored: Bool, bound: Int = .max, _ view: borrowing StoreView,
        _ take: (_ hit: SearchHit) throws(EventStoreError) -> Void,
        isEnough: (_ newestAhead: Int64, _ ordinal: UInt32) -> Bool
    ) throws(EventStoreError) -> Bool {
        var walk = try CandidateWalk(tree.indexQuery, in: point.index, from: newestEntry(view), view)
        if isScored { try walk.weigh(view) }
        for text in point.fresh {
            guard let units = text.answering(tree) else { continue }
            if let excluded, text.answering(excluded) != nil { continue }
            var hit = SearchHit(ordinal: text.ordinal, date: text.entry.content.date.seconds, born: text.born)
            if isScored { hit.score = walk.score(of: units, tree.patterns) }
            try take(hit)
        }
        taken = 0
        let isDecided = tree.isDecidedByIndex
        begin(tree)
        while let ordinal = try walk.next(view) {
            visited.candidates += 1
            if let newest = walk.newestDateAhead(), isEnough(newest, ordinal) { return false }
            guard let document = try document(ordinal, view), document.born <= sequence,
                !point.superseded.contains(ordinal)
            else {
                continue
            }
            var hit = SearchHit(ordinal: ordinal, date: document.date, born: document.born)
            if isScored { hit.score = walk.score(length: document.length) }
            if allVersions, !document.isUnchanged {
                if visited.texts >= bound, taken >= Self.sample { return true }
                try offerVersions(of: hit, tree, view, take)
                continue
            }
            // Of a point before the last flushed event the document of a changed entry does not tell the date.
            let isKnown = document.isUnchanged || sequence >= view.log.meta.flushed
            if isKnown, document.isDeleted || tree.judge(date: document.date) == .misses { continue }
            if isDecided, document.isUnchanged {
                try take(hit)
                taken += 1
            } else if isScored, !allVersions {
                hit.isUnread = true
                try take(hit)
            } else {
                if visited.texts >= bound, taken >= Self.sample { return true }
                hit.isUnread = true
                if let read = try read(hit, tree, view) {
                    try take(read)
                    taken += 1
                }
            }
        }
        return false
    }

    private mutating func offerVersions(
        of hit: SearchHit, _ tree: SearchTree, _ view: borrowing StoreView,
        _ take: (SearchHit) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        guard let row = try view.readableRow(hit.ordinal) else {
            leftOut += 1
            return
        }
        // Versions in the tail are offered with what else it brought.
        let end = min(sequence, view.log.meta.flushed)
        leftOut += try view.forEachText(of: row, through: end) { (event, content) throws(EventStoreError) in
            visited.texts += 1
            guard matches(tree, SearchedEntry(content)) else { return }
            var hit = hit
            (hit.date, hit.born) = (content.date.seconds, event)
            try take(hit)
            taken += 1
        }
    }

    /// Notes what a tree asks for.
    mutating func begin(_ tree: SearchTree) {
        isDecidedByText = tree.isDecidedByText
        needsUnits = tree.needsUnits
        mayDiffer = tree.asksForMore
    }

    /// Asks the text of an unread hit: the hit with its date at the point, or nil where it does not answer.
    mutating func read(
        _ hit: SearchHit, _ tree: SearchTree, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchHit? {
        guard hit.isUnread, let document = try document(hit.ordinal, view) else { return hit }
        let isKnown = document.isUnchanged || sequence >= view.log.meta.flushed
        let date = try answers(
            tree, hit.ordinal, isKnown ? document.date : nil, asOf: allVersions ? document.born : sequence,
            isUnchanged: document.isUnchanged && !mayDiffer, view)
        guard let date else { return nil }
        var hit = hit
        hit.date = date
        hit.isUnread = false
        return hit
    }

    /// Counts all that answers to a tree; `seen` are the entries looked at where the bound of texts was reached.
    mutating func count(
        _ tree: SearchTree, bound: Int, _ view: borrowing StoreView
    ) throws(EventStoreError) -> (count: Int, seen: UInt32?) {
        var count = 0
        var oldest = entries
        let isBounded = try forEachHit(tree, isScored: false, bound: bound, view) { (hit) throws(EventStoreError) in
            count += 1
            oldest = min(oldest, hit.ordinal)
        } isEnough: { _, _ in
            false
        }
        return (count, isBounded ? entries - oldest : nil)
    }

    /// Where the patterns of a tree stand in a hit's text: the sum of their places, 2 for a whole word each.
    mutating func placement(
        of hit: SearchHit, _ patterns: [Pattern], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        for text in point.fresh
        where text.ordinal == hit.ordinal && (!allVersions || text.born == hit.born) {
            return Self.placement(patterns, text.units)
        }
        let point = allVersions ? hit.born : sequence
        if let row = try view.storedRowView(ordinal: hit.ordinal), row.head <= point,
            !EntryRow.isBranched(row.state), let text = EntryRow.text(in: row.state)
        {
            units.read(text)
            return Self.placement(patterns, [units])
        }
        guard let entry = try entry(hit.ordinal, asOf: point, view) else { return 0 }
        return Self.placement(patterns, (0..<entry.count).map { TextUnits(entry.text($0)) })
    }

    /// The best of an entry's texts.
    private static func placement(_ patterns: [Pattern], _ texts: [TextUnits]) -> Int {
        var best = 0
        for units in texts {
            var sum = 0
            for pattern in patterns { sum += pattern.placement(in: units)?.rawValue ?? 0 }
            best = max(best, sum)
        }
        return best
    }

    /// How many entries there are to look at.
    var entries: UInt32 { point.index.documents }
}
