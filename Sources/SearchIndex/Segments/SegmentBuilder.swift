internal import DiarylogTextSearch

/// What some events say of terms, in memory, until it is written as a segment.
///
/// A document is added with all its terms when it is made; a change adds signs only for those terms that came, went or
/// stand elsewhere. Costs some 40 ns a unit of text, and twelve bytes for each occurrence.
struct SegmentBuilder: Sendable {
    private typealias Change = SegmentPart.Change

    private var terms = TermTable()
    private var changes: [Change] = []
    // One element for each occurrence that a change brought: its term, its change, the occurrence; `none` for a term
    // that went.
    private var occurrenceTerms: [UInt32] = []
    private var occurrenceChanges: [UInt32] = []
    private var occurrences: [UInt32] = []
    // The tokens of the document that is being added: the number of each term × 4 + its surroundings.
    private var tokens: [UInt64] = []
    private var tokensBefore: [UInt64] = []

    private static let none = SegmentPart.none

    /// The least and the greatest document.
    private(set) var least = UInt32.max
    private(set) var greatest: UInt32 = 0

    /// A builder without documents.
    init() {}

    /// How many occurrences it holds, of twelve bytes each.
    var size: Int { occurrenceTerms.count }

    /// Adds a document that was made.
    mutating func add(_ document: UInt32, _ text: DocumentTerms) {
        begin(document, version: 0)
        Self.read(text, into: &tokens, &terms)
        for position in tokens.indices {
            let term = Int(tokens[position] >> 2)
            if terms.mark(term, TermTable.isThere) == 0 { terms.addNet(term, 1) }
            note(term, UInt32(position) << 2 | UInt32(tokens[position] & 3))
        }
        for tag in text.tags {
            let term = terms.id(of: tag.span)
            if terms.mark(term, TermTable.isThere) == 0 {
                terms.addNet(term, 1)
                note(term, 0)
            }
        }
    }

    /// Adds what a change of a document brought and took; returns the layout after it.
    ///
    /// `layout` is that of the text before.
    mutating func add(
        _ document: UInt32, version: UInt32, _ text: DocumentTerms, replacing before: DocumentTerms,
        layout: TokenLayout
    ) -> TokenLayout {
        begin(document, version: version)
        Self.read(before, into: &tokensBefore, &terms)
        Self.read(text, into: &tokens, &terms)
        var first = 0
        let shorter = min(tokens.count, tokensBefore.count)
        while first < shorter, tokens[first] == tokensBefore[first] { first += 1 }
        var last = 0
        while last < shorter - first,
            tokens[tokens.count - 1 - last] == tokensBefore[tokensBefore.count - 1 - last]
        {
            last += 1
        }
        let idsBefore = layout.ids(count: tokensBefore.count)
        // Where the layout is not that of the text before, or has too many runs, all tokens are numbered anew.
        if idsBefore.count == tokensBefore.count {
            let ids = TokenLayout.ids(after: idsBefore, keepingFirst: first, last: last, count: tokens.count)
            if let after = TokenLayout(ids: ids) {
                addSigns(ids, keepingFirst: first, last: last)
                addTags(text.tags, replacing: before.tags)
                return after
            }
        }
        addSigns((0..<UInt32(tokens.count)).map { $0 }, keepingFirst: 0, last: 0)
        addTags(text.tags, replacing: before.tags)
        return .plain
    }

    private mutating func begin(_ document: UInt32, version: UInt32) {
        changes.append(Change(document: document, version: version))
        terms.beginDocument()
        least = min(least, document)
        greatest = max(greatest, document)
    }

    /// Signs for the terms of the tokens between those that stay.
    private mutating func addSigns(_ ids: [UInt32], keepingFirst first: Int, last: Int) {
        var touched: [Int] = []
        for token in tokensBefore[first..<tokensBefore.count - last] {
            if terms.mark(Int(token >> 2), TermTable.isTouched) == 0 { touched.append(Int(token >> 2)) }
        }
        for token in tokens[first..<tokens.count - last] {
            if terms.mark(Int(token >> 2), TermTable.isTouched) == 0 { touched.append(Int(token >> 2)) }
        }
        for token in tokensBefore { terms.markTouched(Int(token >> 2), TermTable.wasThere) }
        for position in tokens.indices {
            let term = Int(tokens[position] >> 2)
            guard terms.markTouched(term, TermTable.isThere) else { continue }
            note(term, ids[position] << 2 | UInt32(tokens[position] & 3))
        }
        for term in touched { settle(term) }
    }

    private mutating func addTags(_ tags: [[UInt8]], replacing before: [[UInt8]]) {
        var touched: [Int] = []
        for tag in before {
            let term = terms.id(of: tag.span)
            if terms.mark(term, TermTable.wasThere) & TermTable.wasThere == 0 { touched.append(term) }
        }
        for tag in tags {
            let term = terms.id(of: tag.span)
            let marks = terms.mark(term, TermTable.isThere)
            if marks == 0 { touched.append(term) }
            if marks & (TermTable.wasThere | TermTable.isThere) == 0 { note(term, 0) }
        }
        for term in touched { settle(term) }
    }

    /// Counts a term that came, or notes that it went.
    private mutating func settle(_ term: Int) {
        switch terms.marks(term) & (TermTable.wasThere | TermTable.isThere) {
        case TermTable.isThere: terms.addNet(term, 1)
        case TermTable.wasThere:
            terms.addNet(term, -1)
            note(term, Self.none)
        default: break
        }
    }

    @inline(__always)
    private mutating func note(_ term: Int, _ occurrence: UInt32) {
        terms.noteOccurrence(term)
        occurrenceTerms.append(UInt32(term))
        occurrenceChanges.append(UInt32(changes.count - 1))
        occurrences.append(occurrence)
    }

    private static func read(_ text: DocumentTerms, into tokens: inout [UInt64], _ terms: inout TermTable) {
        tokens.removeAll(keepingCapacity: true)
        for units in text.texts {
            var index = 0
            units.forEachTerm { term in
                let id =
                    switch term {
                    case .scalars(let first, let second): terms.id(of: first, second)
                    case .word(let word): terms.id(of: word)
                    }
                tokens.append(UInt64(id) << 2 | UInt64(units.surroundings(index)))
                index += 1
            }
        }
    }

    /// The segment's leaves, in the order of their keys.
    func leaves() -> [Leaf] { parts(1).flatMap(\.leaves) }

    /// The segment in so many parts, whose leaves one after the other are those of the segment.
    func parts(_ count: Int) -> [SegmentPart] { grouping.parts(count, firstDocument: least) }

    /// Visits the terms in the order of their bytes, each with its postings in order.
    func forEachTerm(_ visit: (_ term: [UInt8], _ postings: TermPostings) -> Void) {
        for part in parts(1) { part.forEachTerm(visit) }
    }

    /// The occurrences by term.
    private var grouping: SegmentPart.Grouping {
        var starts = terms.starts()
        var grouped = [UInt64](repeating: 0, count: occurrenceTerms.count)
        for index in occurrenceTerms.indices {
            let term = Int(occurrenceTerms[index])
            grouped[starts[term]] = UInt64(occurrenceChanges[index]) << 32 | UInt64(occurrences[index])
            starts[term] += 1
        }
        return SegmentPart.Grouping(
            terms: terms, changes: changes, grouped: grouped, ends: starts, order: terms.inOrder())
    }
}

/// The texts and tags by which a document is found.
struct DocumentTerms {
    /// Its text, and other texts by which it can be found too.
    var texts: [TextUnits]
    /// The terms of its tags.
    var tags: [[UInt8]]

    /// What finds a document with these texts and tags, in UTF-8.
    init(texts: [TextUnits] = [], tags: [[UInt8]] = []) {
        self.texts = texts
        self.tags = tags.map { Term.tag($0) }
    }

    /// How many units its texts have together.
    var length: Int { texts.reduce(0) { $0 + $1.count } }
}
