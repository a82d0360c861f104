internal import DiaryModel
internal import EventStore
internal import Host
internal import TextSearch

/// One search in one look at the log: the index, the tail, and the texts of entries where those must decide.
struct SearchWalk {
    let sequence: UInt64
    let allVersions: Bool
    private let tables: SearchTables
    private let moment: SearchMoment
    private let relevance: Relevance
    private var units = TextUnits()
    private var origins = Origins()
    // The page of cards in hand.
    private var cards = CardPage()
    private var cardPage: UInt32?
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

    private var manifest: SearchManifest { moment.manifest }

    /// Nil where the index does not stand at the last folded event.
    init?(
        asOf sequence: UInt64, allVersions: Bool, memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let tables = view.log.tables(of: SearchProjection.name) else { return nil }
        self.sequence = sequence
        self.allVersions = allVersions
        self.tables = SearchTables(tables)
        moment = try memory.moment(asOf: sequence, allVersions: allVersions, self.tables, in: view)
        relevance = moment.relevance
    }

    // MARK: Entries

    private mutating func card(
        _ ordinal: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchCard? {
        let wanted = CardPage.page(of: ordinal)
        if cardPage != wanted {
            let key = CardPage.key(wanted)
            guard let bytes = try view.bytes(for: key, in: tables.cards) else { return nil }
            guard cards.take(bytes, key: key) else { throw .damaged("a page of the search index") }
            cardPage = wanted
        }
        return cards[ordinal]
    }

    /// What an entry said after an event, each of its texts in a conflict; nil where it was not there, and left out
    /// where its bytes are damaged.
    ///
    /// With `isSteady` its text is that of now, whatever else has changed since.
    private mutating func entry(
        _ ordinal: UInt32, asOf moment: UInt64, isSteady: Bool = false, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchedEntry? {
        guard let row = try view.readableRow(ordinal) else {
            leftOut += 1
            return nil
        }
        visited.texts += 1
        if row.head <= moment || isSteady {
            let entry = try DiaryStreams.entry(row)
            return entry.state.isDeleted ? nil : SearchedEntry(entry.state.content, entry.branches)
        }
        do throws(EventStoreError) {
            let entry =
                if allVersions {
                    try view.version(of: row, at: moment, &origins)
                } else {
                    try view.entry(row, asOf: moment, &origins)
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
        _ tree: SearchTree, _ ordinal: UInt32, _ date: Int64?, asOf moment: UInt64, isSteady: Bool,
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int64? {
        if let date, isDecidedByText, let row = try view.foldedRowView(ordinal: ordinal),
            row.head <= moment || isSteady, !EntryRow.isBranched(row.state), let text = EntryRow.text(in: row.state)
        {
            visited.texts += 1
            if EntryRow.isDeleted(row.state) { return nil }
            if needsUnits { units.read(text) }
            return tree.matches(text, units, date: date) ? date : nil
        }
        guard let entry = try entry(ordinal, asOf: moment, isSteady: isSteady, view), matches(tree, entry)
        else { return nil }
        return entry.content.date.seconds
    }

    private mutating func matches(_ tree: SearchTree, _ entry: SearchedEntry) -> Bool {
        guard entry.answering(tree, &units, needsUnits: needsUnits) != nil else { return false }
        // What one text says may be excluded by another.
        guard let excluded, !entry.others.isEmpty else { return true }
        return entry.answering(excluded, &units) == nil
    }

    /// The newest entry that there was at the moment: ordinals are given in the order of creation.
    private mutating func newestEntry(_ view: borrowing StoreView) throws(EventStoreError) -> UInt32 {
        var (low, high) = (UInt32(0), manifest.entries)
        if sequence >= view.log.meta.folded { return high }
        while low < high {
            let middle = low + (high - low + 1) / 2
            // What has no card is passed over by the walk.
            let born = try card(middle, view)?.born ?? 0
            if born <= sequence { low = middle } else { high = middle - 1 }
        }
        return low
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
        var walk = try CandidateWalk(tree, manifest, view, tables)
        if isScored { try walk.weigh(relevance, manifest, view, tables) }
        for text in moment.fresh {
            guard let units = text.answering(tree) else { continue }
            if let excluded, text.answering(excluded) != nil { continue }
            var hit = SearchHit(ordinal: text.ordinal, date: text.entry.content.date.seconds, born: text.born)
            if isScored { hit.score = walk.score(units, tree.patterns, relevance) }
            try take(hit)
        }
        taken = 0
        let isDecided = tree.isDecidedByIndex
        begin(tree)
        var limit = try newestEntry(view)
        var stretch: UInt32?
        while limit > 0, let ordinal = try walk.last(atOrBefore: limit, view, tables) {
            limit = ordinal - 1
            visited.candidates += 1
            if stretch != ordinal / DatePage.stretch {
                stretch = ordinal / DatePage.stretch
                if isEnough(moment.newestDate(upTo: ordinal), ordinal) { return false }
            }
            guard let card = try card(ordinal, view), card.born <= sequence, !moment.superseded.contains(ordinal)
            else {
                continue
            }
            var hit = SearchHit(ordinal: ordinal, date: card.date, born: card.born)
            if isScored { hit.score = walk.score(ordinal, length: card.length, relevance) }
            if allVersions, !card.isSteady {
                if visited.texts >= bound, taken >= Self.sample { return true }
                try offerVersions(of: hit, tree, view, take)
                continue
            }
            // Of a moment before the last folded event the card of a changed entry does not tell the date.
            let isKnown = card.isSteady || sequence >= view.log.meta.folded
            if isKnown, card.isDeleted || tree.judge(date: card.date) == .misses { continue }
            if isDecided, card.isSteady {
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
        let end = min(sequence, view.log.meta.folded)
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

    /// Asks the text of an unread hit: the hit with its date at the moment, or nil where it does not answer.
    mutating func read(
        _ hit: SearchHit, _ tree: SearchTree, _ view: borrowing StoreView
    ) throws(EventStoreError) -> SearchHit? {
        guard hit.isUnread, let card = try card(hit.ordinal, view) else { return hit }
        let isKnown = card.isSteady || sequence >= view.log.meta.folded
        let date = try answers(
            tree, hit.ordinal, isKnown ? card.date : nil, asOf: allVersions ? card.born : sequence,
            isSteady: card.isSteady && !mayDiffer, view)
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
        var oldest = manifest.entries
        let isBounded = try forEachHit(tree, isScored: false, bound: bound, view) { (hit) throws(EventStoreError) in
            count += 1
            oldest = min(oldest, hit.ordinal)
        } isEnough: { _, _ in
            false
        }
        return (count, isBounded ? manifest.entries - oldest : nil)
    }

    /// Where the patterns of a tree stand in a hit's text: the sum of their places, 2 for a whole word each.
    mutating func placement(
        of hit: SearchHit, _ patterns: [Pattern], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int {
        for text in moment.fresh
        where text.ordinal == hit.ordinal && (!allVersions || text.born == hit.born) {
            return Self.placement(patterns, text.units)
        }
        let moment = allVersions ? hit.born : sequence
        if let row = try view.foldedRowView(ordinal: hit.ordinal), row.head <= moment,
            !EntryRow.isBranched(row.state), let text = EntryRow.text(in: row.state)
        {
            units.read(text)
            return Self.placement(patterns, [units])
        }
        guard let entry = try entry(hit.ordinal, asOf: moment, view) else { return 0 }
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
    var entries: UInt32 { manifest.entries }
}
