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
            had.text.forEachTerm { term in
                switch term {
                case .scalars(let first, let second): terms.exclude(terms.id(of: first, second), addition)
                case .word(let word): terms.exclude(terms.id(of: word), addition)
                }
            }
            for tag in had.tags { terms.exclude(terms.id(of: tag.span), addition) }
        }
        let first = postings
        text.forEachTerm { term in
            switch term {
            case .scalars(let first, let second): note(terms.id(of: first, second), document)
            case .word(let word): note(terms.id(of: word), document)
            }
        }
        for tag in tags { note(terms.id(of: tag.span), document) }
        if postings > first {
            least = min(least, document)
            greatest = max(greatest, document)
        }
    }

    @inline(__always)
    private mutating func note(_ id: Int, _ document: UInt32) {
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
        for id in terms.inOrder() {
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

/// Terms by number: open addressing, no allocation for a term.
private struct TermTable {
    private struct Row {
        /// The two scalars of a term of characters; of any other the hash of its bytes, and the highest bit.
        var key: UInt64
        var start: UInt32
        var length: UInt32
        var count: UInt32
        var lastAddition: UInt32
        var lastPosting: UInt32
    }

    private static let bytesMark: UInt64 = 1 << 63

    private var arena: [UInt8] = []
    private var rows: [Row] = []
    /// A term's number and one, or 0.
    private var slots = [UInt32](repeating: 0, count: 1024)

    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }

    @inline(__always)
    mutating func id(of first: UInt32, _ second: UInt32) -> Int {
        let key = UInt64(first) << 32 | UInt64(second)
        var slot = slot(key)
        while slots[slot] != 0 {
            let id = Int(slots[slot]) - 1
            if rows[id].key == key { return id }
            slot = (slot + 1) & (slots.count - 1)
        }
        return insert(key, 0, 0, slot)
    }

    @inline(__always)
    mutating func id(of term: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x100_0000_01B3 }
        let key = hash | Self.bytesMark
        var slot = slot(key)
        while slots[slot] != 0 {
            let id = Int(slots[slot]) - 1
            if rows[id].key == key, isTerm(id, term) { return id }
            slot = (slot + 1) & (slots.count - 1)
        }
        let start = arena.count
        for index in term.indices { arena.append(term[index]) }
        return insert(key, start, term.count, slot)
    }

    @inline(__always)
    private func isTerm(_ id: Int, _ term: Span<UInt8>) -> Bool {
        let row = rows[id]
        guard row.length == term.count else { return false }
        let start = Int(row.start)
        for index in term.indices where arena[start + index] != term[index] { return false }
        return true
    }

    private mutating func insert(_ key: UInt64, _ start: Int, _ length: Int, _ slot: Int) -> Int {
        rows.append(
            Row(
                key: key, start: UInt32(start), length: UInt32(length), count: 0, lastAddition: 0, lastPosting: 0))
        slots[slot] = UInt32(rows.count)
        if rows.count * 2 > slots.count { grow() }
        return rows.count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for id in rows.indices {
            var slot = slot(rows[id].key)
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
        let row = rows[id]
        if row.key & Self.bytesMark == 0 {
            let (first, second) = (UInt32(row.key >> 32), UInt32(truncatingIfNeeded: row.key))
            return second == 0 ? Term.character(first) : Term.pair(first, second)
        }
        return Array(arena[Int(row.start)..<Int(row.start + row.length)])
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
        for id in rows.indices where rows[id].count > 0 { keys.append((head(id), UInt32(id))) }
        keys.sort { left, right in
            if left.head != right.head { return left.head < right.head }
            return Term.precedes(bytes(Int(left.id)), bytes(Int(right.id)))
        }
        return keys.map { Int($0.id) }
    }

    /// The first eight bytes, as a number.
    private func head(_ id: Int) -> UInt64 { Term.head(bytes(id)) }
}
