/// The inverted index of the terms that some events added, in memory, until it is written as a segment.
///
/// A document is added with its terms, or only with those that it did not have before. Costs some 40 ns a unit of text,
/// and nine bytes for each term of each document.
package struct SegmentBuilder {
    private var terms = TermTable()
    /// Counts additions, so that a term noted for one document is not taken for another's.
    private var additions: UInt32 = 0
    // One element per posting: its term, its document, how often the document holds the term.
    private var postingTerms: [UInt32] = []
    private var postingDocuments: [UInt32] = []
    private var postingTimes: [UInt8] = []

    /// The least and the greatest document.
    package private(set) var least = UInt32.max
    package private(set) var greatest: UInt32 = 0

    /// A builder without documents.
    package init() {}

    /// How many postings it holds, of nine bytes each.
    package var postings: Int { postingTerms.count }

    /// Adds a document with the terms of its text and its tags, except for those that it had.
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

    /// The segment's leaves, in the order of their keys.
    package func leaves() -> [Leaf] {
        // Group the postings by term; those of one term keep their order.
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
