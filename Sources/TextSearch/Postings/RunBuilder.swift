/// The inverted index of documents that come one after the other, in memory, until it is written as a run.
///
/// Costs some 40 ns a unit of text, and nine bytes for each term of each document.
package struct RunBuilder {
    /// The first document.
    package let firstDocument: UInt32
    /// The length codes of the documents, as many as there are.
    package private(set) var lengths: [UInt8] = []

    private var terms = TermTable()
    // A posting in each: its term, its document counted from the first, how often.
    private var postingTerms: [UInt32] = []
    private var postingDocuments: [UInt32] = []
    private var postingTimes: [UInt8] = []

    /// No documents yet.
    package init(firstDocument: UInt32) { self.firstDocument = firstDocument }

    /// How many documents it has.
    package var count: Int { lengths.count }

    /// Postings held: as many times nine bytes.
    package var postings: Int { postingTerms.count }

    /// Adds the next document: what its text says, and the terms of its tags.
    package mutating func add(_ text: borrowing TextUnits, tags: [[UInt8]]) {
        let document = UInt32(lengths.count)
        lengths.append(Relevance.lengthCode(text.count))
        text.forEachTerm { note($0, document) }
        for tag in tags { note(tag.span, document) }
    }

    @inline(__always)
    private mutating func note(_ term: Span<UInt8>, _ document: UInt32) {
        let id = terms.id(of: term)
        if let posting = terms.posting(id, document) {
            postingTimes[posting] = postingTimes[posting] == .max ? .max : postingTimes[posting] + 1
            return
        }
        terms.notePosting(id, document, postingTerms.count)
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
            documents[place] = firstDocument + postingDocuments[posting]
            times[place] = postingTimes[posting]
        }
        var writer = LeafWriter(firstDocument: firstDocument)
        for id in terms.inOrder() {
            let range = starts[id] - terms.count(id)..<starts[id]
            writer.add(
                terms.bytes(id), documents.span.extracting(range), times.span.extracting(range),
                lengths: lengths.span, lengthsFrom: firstDocument)
        }
        writer.finish()
        return writer.leaves
    }
}

/// Terms by number, found by their bytes: open addressing, no allocation for a term.
private struct TermTable {
    private struct Row {
        var start: UInt32
        var length: UInt32
        var hash: UInt32
        var count: UInt32
        var lastDocument: UInt32
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
                start: UInt32(arena.count), length: UInt32(term.count), hash: hash, count: 0, lastDocument: .max,
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

    /// The posting of a term in a document that is being read.
    @inline(__always)
    func posting(_ id: Int, _ document: UInt32) -> Int? {
        rows[id].lastDocument == document ? Int(rows[id].lastPosting) : nil
    }

    @inline(__always)
    mutating func notePosting(_ id: Int, _ document: UInt32, _ posting: Int) {
        rows[id].lastDocument = document
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
