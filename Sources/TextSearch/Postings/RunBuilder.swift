/// The inverted index of what some events brought, in memory, until it is written as a run.
///
/// A document is added with its terms, or with those that it did not have before. Costs some 40 ns a unit of text, and
/// nine bytes for each term of each document.
package struct RunBuilder {
    private var terms = TermTable()
    /// Counts what was added, so that a term of one document is told from that of another.
    private var additions: UInt32 = 0
    // A posting in each: its term, its document, how often.
    private var postingTerms: [UInt32] = []
    private var postingDocuments: [UInt32] = []
    private var postingTimes: [UInt8] = []

    /// The least document, and the greatest.
    package private(set) var least = UInt32.max
    package private(set) var greatest: UInt32 = 0

    /// Nothing yet.
    package init() {}

    /// Postings held: as many times nine bytes.
    package var postings: Int { postingTerms.count }

    /// Adds a document: the terms of its text and its tags, but for those that it had.
    package mutating func add(
        _ document: UInt32, _ text: borrowing TextUnits, tags: [[UInt8]],
        had: (text: TextUnits, tags: [[UInt8]])? = nil
    ) {
        additions += 1
        let addition = additions
        if let had {
            had.text.forEachTerm { terms.exclude(terms.id(of: $0), addition) }
            for tag in had.tags { terms.exclude(terms.id(of: tag.span), addition) }
        }
        let first = postings
        text.forEachTerm { note($0, document) }
        for tag in tags { note(tag.span, document) }
        if postings > first {
            least = min(least, document)
            greatest = max(greatest, document)
        }
    }

    @inline(__always)
    private mutating func note(_ term: Span<UInt8>, _ document: UInt32) {
        let id = terms.id(of: term)
        if let posting = terms.posting(id, additions) {
            if posting != TermTable.excluded, postingTimes[posting] < .max { postingTimes[posting] += 1 }
            return
        }
        terms.notePosting(id, additions, postingTerms.count)
        postingTerms.append(UInt32(id))
        postingDocuments.append(document)
        postingTimes.append(1)
    }

    /// The run's leaves, in the order of their keys.
    package func leaves() -> [Leaf] {
        // Postings by term: those of a term keep their order.
        var starts = terms.starts()
        var documents = [UInt32](repeating: 0, count: postingTerms.count)
        var times = [UInt8](repeating: 0, count: postingTerms.count)
        for posting in postingTerms.indices {
            let term = Int(postingTerms[posting])
            let place = starts[term]
            starts[term] += 1
            documents[place] = postingDocuments[posting]
            times[place] = postingTimes[posting]
        }
        var writer = LeafWriter(firstDocument: least)
        var list = PostingList()
        for id in terms.inOrder() where terms.count(id) > 0 {
            let range = starts[id] - terms.count(id)..<starts[id]
            list.removeAll()
            for place in range { list.append(documents[place], times[place]) }
            list.settle()
            writer.add(terms.bytes(id), list.documents.span, list.times.span)
        }
        writer.finish()
        return writer.leaves
    }
}

/// Documents of one term, as they come; in order once settled.
struct PostingList {
    var documents: [UInt32] = []
    var times: [UInt8] = []
    private var isAscending = true

    mutating func removeAll() {
        documents.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        isAscending = true
    }

    @inline(__always)
    mutating func append(_ document: UInt32, _ count: UInt8) {
        if let last = documents.last, document <= last { isAscending = false }
        documents.append(document)
        times.append(count)
    }

    /// Puts them in order, each document once, as it came last.
    mutating func settle() {
        if isAscending { return }
        let order = documents.indices.sorted { (documents[$0], $0) < (documents[$1], $1) }
        var (settledDocuments, settledTimes): ([UInt32], [UInt8]) = ([], [])
        for place in order {
            if settledDocuments.last == documents[place] {
                settledTimes[settledTimes.count - 1] = times[place]
            } else {
                settledDocuments.append(documents[place])
                settledTimes.append(times[place])
            }
        }
        (documents, times, isAscending) = (settledDocuments, settledTimes, true)
    }
}

/// Terms by number, found by their bytes: open addressing, no allocation for a term.
private struct TermTable {
    private struct Row {
        var start: UInt32
        var length: UInt32
        var hash: UInt32
        var count: UInt32
        var lastAddition: UInt32
        var lastPosting: UInt32
    }

    private var arena: [UInt8] = []
    private var rows: [Row] = []
    /// A term's number and one, or 0.
    private var slots = [UInt32](repeating: 0, count: 1024)

    @inline(__always)
    mutating func id(of term: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x100_0000_01B3 }
        let short = UInt32(truncatingIfNeeded: hash ^ hash >> 29)
        var slot = Int(short) & (slots.count - 1)
        while slots[slot] != 0 {
            let id = Int(slots[slot]) - 1
            if rows[id].hash == short, isTerm(id, term) { return id }
            slot = (slot + 1) & (slots.count - 1)
        }
        return insert(term, short, slot)
    }

    @inline(__always)
    private func isTerm(_ id: Int, _ term: Span<UInt8>) -> Bool {
        let row = rows[id]
        guard row.length == term.count else { return false }
        let start = Int(row.start)
        for index in term.indices where arena[start + index] != term[index] { return false }
        return true
    }

    private mutating func insert(_ term: Span<UInt8>, _ hash: UInt32, _ slot: Int) -> Int {
        rows.append(
            Row(
                start: UInt32(arena.count), length: UInt32(term.count), hash: hash, count: 0, lastAddition: 0,
                lastPosting: 0))
        for index in term.indices { arena.append(term[index]) }
        slots[slot] = UInt32(rows.count)
        if rows.count * 2 > slots.count { grow() }
        return rows.count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for id in rows.indices {
            var slot = Int(rows[id].hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(id + 1)
        }
    }

    /// Stands for a posting where the document had the term before.
    static let excluded = Int(UInt32.max)

    /// The posting of a term in the document that is being added.
    @inline(__always)
    func posting(_ id: Int, _ addition: UInt32) -> Int? {
        rows[id].lastAddition == addition ? Int(rows[id].lastPosting) : nil
    }

    mutating func exclude(_ id: Int, _ addition: UInt32) {
        rows[id].lastAddition = addition
        rows[id].lastPosting = .max
    }

    @inline(__always)
    mutating func notePosting(_ id: Int, _ addition: UInt32, _ posting: Int) {
        rows[id].lastAddition = addition
        rows[id].lastPosting = UInt32(posting)
        rows[id].count += 1
    }

    func count(_ id: Int) -> Int { Int(rows[id].count) }

    func bytes(_ id: Int) -> [UInt8] {
        Array(arena[Int(rows[id].start)..<Int(rows[id].start + rows[id].length)])
    }

    /// Where each term's postings begin, were they sorted by term.
    func starts() -> [Int] {
        var starts: [Int] = []
        starts.reserveCapacity(rows.count)
        var total = 0
        for row in rows {
            starts.append(total)
            total += Int(row.count)
        }
        return starts
    }

    /// The terms' numbers in the order of their bytes.
    func inOrder() -> [Int] {
        var keys: [(head: UInt64, id: UInt32)] = []
        keys.reserveCapacity(rows.count)
        for id in rows.indices { keys.append((head(id), UInt32(id))) }
        keys.sort { left, right in
            if left.head != right.head { return left.head < right.head }
            return bytes(Int(left.id)).lexicographicallyPrecedes(bytes(Int(right.id)))
        }
        return keys.map { Int($0.id) }
    }

    /// The first eight bytes, as a number.
    private func head(_ id: Int) -> UInt64 {
        let start = Int(rows[id].start)
        let length = min(Int(rows[id].length), 8)
        var head: UInt64 = 0
        for index in 0..<length { head = head << 8 | UInt64(arena[start + index]) }
        return head << UInt64((8 - length) * 8)
    }
}
