internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB
internal import TextSearch

/// One search in one look at the log: the index, the tail, and the texts of entries where those must decide.
struct SearchWalk {
    let sequence: UInt64
    let allVersions: Bool
    private let tables: SearchTables
    private let manifest: SearchManifest
    private let relevance: Relevance
    /// Texts that the tail began, and are not in the index.
    private var fresh: [Fresh] = []
    /// Entries that the tail has changed.
    private var superseded: Set<UInt32> = []
    private var units = TextUnits()
    private var origins = Origins()
    // The page of cards in hand.
    private var cards = CardPage()
    private var cardPage: UInt32?
    /// Of each stretch of entries, the newest date of all up to it.
    private var newestDates: [Int64] = []
    private(set) var visited = SearchPage.Visited()
    private(set) var leftOut = 0

    struct Fresh {
        var ordinal: UInt32
        var born: UInt64
        var content: EntryContent
    }

    /// Nil where the index does not stand at the last folded event.
    init?(
        asOf sequence: UInt64, allVersions: Bool, in reader: borrowing StoreReader
    ) throws(EventStoreError) {
        guard let tables = reader.log.tables(of: SearchProjection.name) else { return nil }
        self.sequence = sequence
        self.allVersions = allVersions
        self.tables = SearchTables(tables)
        manifest = try reader.transaction.searchManifest(self.tables)
        relevance = Relevance(documents: UInt64(manifest.entries), units: manifest.units)
        try readDates(reader)
        if sequence > reader.log.meta.folded { try readTail(reader) }
    }

    private mutating func readTail(_ reader: borrowing StoreReader) throws(EventStoreError) {
        if allVersions {
            fresh = try Self.texts(after: reader.log.meta.folded, through: sequence, reader)
            return
        }
        let tail = try reader.transaction.tail(reader.log, through: sequence)
        for change in tail.changes {
            superseded.insert(change.after.ordinal)
            let row = try DiaryStreams.entry(change.after)
            if row.state.isDeleted { continue }
            fresh.append(Fresh(ordinal: change.after.ordinal, born: change.after.create, content: row.state.content))
        }
    }

    /// Every text, date and tags that events of the log brought, in their order.
    static func texts(
        after start: UInt64, through end: UInt64, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> [Fresh] {
        var texts: [Fresh] = []
        var states = StreamStates(after: start)
        while states.position < end {
            guard case .event(let event) = try states.next(in: reader.transaction, reader.log) else { continue }
            let before = event.rowBefore.flatMap { try? EntryRow($0.state) }
            guard let after = try? EntryRow(event.rowAfter.state), !after.state.isDeleted else { continue }
            if let before, before.isFoundLike(after) { continue }
            texts.append(Fresh(ordinal: event.ordinal, born: event.sequence, content: after.state.content))
        }
        return texts
    }

    /// The latest dates, stretch by stretch.
    private mutating func readDates(_ reader: borrowing StoreReader) throws(EventStoreError) {
        guard manifest.entries > 0 else { return }
        var newest = Int64.min
        for page in 0...DatePage.page(of: manifest.entries) {
            let key = CardPage.key(page)
            guard let bytes = try reader.transaction.bytes(for: key, in: tables.dates),
                let dates = DatePage(bytes, key: key)
            else { throw .damaged("a page of the search index") }
            for date in dates.dates {
                newest = max(newest, date)
                newestDates.append(newest)
            }
        }
    }

    // MARK: Entries

    private mutating func card(
        _ ordinal: UInt32, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> SearchCard? {
        let wanted = CardPage.page(of: ordinal)
        if cardPage != wanted {
            let key = CardPage.key(wanted)
            guard let bytes = try reader.transaction.bytes(for: key, in: tables.cards) else { return nil }
            guard cards.take(bytes, key: key) else { throw .damaged("a page of the search index") }
            cardPage = wanted
        }
        return cards[ordinal]
    }

    /// What an entry said after an event; nil where it was not there, and left out where its bytes are damaged.
    ///
    /// With `isSteady` its text is that of now, whatever else has changed since.
    private mutating func content(
        _ ordinal: UInt32, asOf moment: UInt64, isSteady: Bool = false, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> EntryContent? {
        guard let row = try reader.readableRow(ordinal) else {
            leftOut += 1
            return nil
        }
        visited.texts += 1
        if row.head <= moment || isSteady {
            let entry = try DiaryStreams.entry(row)
            return entry.state.isDeleted ? nil : entry.state.content
        }
        do throws(EventStoreError) {
            guard let entry = try reader.transaction.entry(row, asOf: moment, &origins, reader.log), !entry.isDeleted
            else { return nil }
            return entry.content
        } catch .damaged {
            leftOut += 1
            return nil
        } catch {
            throw error
        }
    }

    private mutating func matches(_ tree: SearchTree, _ content: EntryContent) -> Bool {
        if tree.needsUnits { units.read(content.text.span) }
        return tree.matches(content, units)
    }

    // MARK: Searching

    /// Offers all that answers to a tree, newest entries first, until the taker has enough.
    ///
    /// `newestAhead` is the latest date that anything not offered yet can have. Says whether it ended because `bound`
    /// texts were read.
    @discardableResult
    mutating func forEachHit(
        _ tree: SearchTree, isScored: Bool, bound: Int = .max, _ reader: borrowing StoreReader,
        _ take: (_ hit: SearchHit) -> Void, isEnough: (_ newestAhead: Int64) -> Bool
    ) throws(EventStoreError) -> Bool {
        var walk = try CandidateWalk(tree, manifest, reader, tables)
        if isScored { try walk.weigh(relevance, manifest, reader, tables) }
        for text in fresh where matches(tree, text.content) {
            var hit = SearchHit(ordinal: text.ordinal, date: text.content.date.seconds, born: text.born)
            if isScored {
                units.read(text.content.text.span)
                hit.score = walk.score(units, tree.patterns, relevance)
            }
            take(hit)
        }
        let isDecided = tree.isDecidedByIndex
        let mayDiffer = tree.asksForMore
        var limit = manifest.entries
        var stretch: UInt32?
        while limit > 0, let ordinal = try walk.last(atOrBefore: limit, reader, tables) {
            limit = ordinal - 1
            visited.candidates += 1
            if stretch != ordinal / DatePage.stretch {
                stretch = ordinal / DatePage.stretch
                if isEnough(newestDate(upTo: ordinal)) { return false }
            }
            guard let card = try card(ordinal, reader), card.born <= sequence, !superseded.contains(ordinal) else {
                continue
            }
            let score = isScored ? walk.score(ordinal, length: card.length, relevance) : 0
            if card.isSteady {
                if tree.judge(date: card.date) == .misses { continue }
                if !isDecided {
                    if visited.texts >= bound { return true }
                    let moment = allVersions ? card.born : sequence
                    let content = try content(ordinal, asOf: moment, isSteady: !mayDiffer, reader)
                    guard let content, matches(tree, content) else { continue }
                }
                take(SearchHit(ordinal: ordinal, date: card.date, born: card.born, score: score))
                continue
            }
            if visited.texts >= bound { return true }
            if allVersions {
                for version in try versions(of: ordinal, reader) where matches(tree, version.content) {
                    let date = version.content.date.seconds
                    take(SearchHit(ordinal: ordinal, date: date, born: version.born, score: score))
                }
                continue
            }
            let isNow = sequence >= reader.log.meta.folded
            if isNow, card.isDeleted || tree.judge(date: card.date) == .misses { continue }
            guard let content = try content(ordinal, asOf: sequence, reader), matches(tree, content) else { continue }
            take(SearchHit(ordinal: ordinal, date: content.date.seconds, born: card.born, score: score))
        }
        return false
    }

    /// The latest date that an entry up to this one ever had.
    private func newestDate(upTo ordinal: UInt32) -> Int64 {
        let index = Int(ordinal / DatePage.stretch)
        return index < newestDates.count ? newestDates[index] : .max
    }

    /// Each text, date and tags that an entry had, up to the moment.
    private mutating func versions(
        of ordinal: UInt32, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> [Fresh] {
        guard let row = try reader.readableRow(ordinal) else {
            leftOut += 1
            return []
        }
        var events: [UInt64] = []
        var event = row.head
        while event > 0, let frame = try reader.transaction.soundFrame(event, reader.log) {
            if event <= sequence { events.append(event) }
            event = frame.previousInStream
        }
        var found: [Fresh] = []
        var before: EntryContent?
        for event in events.reversed() {
            guard let content = try content(ordinal, asOf: event, reader) else {
                before = nil
                continue
            }
            let isSame =
                before.map { before in
                    before.text == content.text && before.tags == content.tags
                        && before.date.seconds == content.date.seconds
                } ?? false
            if !isSame { found.append(Fresh(ordinal: ordinal, born: event, content: content)) }
            before = content
        }
        return found
    }

    /// Counts all that answers to a tree; `seen` are the entries looked at where the bound of texts was reached.
    mutating func count(
        _ tree: SearchTree, bound: Int, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> (count: Int, seen: UInt32?) {
        var count = 0
        var oldest = manifest.entries
        let isBounded = try forEachHit(tree, isScored: false, bound: bound, reader) { hit in
            count += 1
            oldest = min(oldest, hit.ordinal)
        } isEnough: { _ in
            false
        }
        return (count, isBounded ? manifest.entries - oldest : nil)
    }

    /// Where the patterns of a tree stand in a hit's text: the sum of their places, 2 for a whole word each.
    mutating func placement(
        of hit: SearchHit, _ patterns: [Pattern], _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> Int {
        let isHit = { (text: Fresh) in text.ordinal == hit.ordinal && (!allVersions || text.born == hit.born) }
        var text = fresh.first(where: isHit)?.content
        if text == nil { text = try content(hit.ordinal, asOf: allVersions ? hit.born : sequence, reader) }
        guard let text else { return 0 }
        units.read(text.text.span)
        return patterns.reduce(0) { $0 + ($1.placement(in: units)?.rawValue ?? 0) }
    }

    /// How many entries there are to look at.
    var entries: UInt32 { manifest.entries }
}
