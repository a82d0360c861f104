import DiarylogTestSupport
import Testing

@testable import DiarylogSearchIndex
@testable import DiarylogTextSearch

/// Texts that are made and changed, with all their versions: what postings of them must tell.
struct LivedTexts {
    private struct Version {
        var number: UInt32
        var text: String
        var tags: [String]
        var layout: TokenLayout
    }

    private var versions: [UInt32: [Version]] = [:]

    /// All terms of all versions.
    var terms: Set<[UInt8]> {
        Set(
            versions.values.joined().flatMap {
                Array(Self.occurrences($0.text, $0.layout).keys) + $0.tags.map(Self.tag)
            })
    }

    func text(_ document: UInt32) -> String { versions[document]?.last?.text ?? "" }

    func runs(_ document: UInt32) -> Int { versions[document]?.last?.layout.runs.count ?? 0 }

    /// Makes a document or changes one, by chance.
    mutating func step(_ chance: inout Chance, _ builder: inout SegmentBuilder) {
        let words = { (chance: inout Chance) in
            chance.text(of: SampleWords.indexed, words: chance.below(40), joinedOneIn: 3)
        }
        guard let document = versions.keys.max(), chance.below(3) > 0 else {
            return put(UInt32(versions.count) + 50, words(&chance), tags: chance.below(3) == 0 ? ["a"] : [], &builder)
        }
        let known = chance.below(2) == 0 ? document : 50 + UInt32(chance.below(versions.count))
        var text = self.text(known)
        switch chance.below(6) {
        case 0: text = words(&chance)
        case 1: text = ""
        case 2: text += " " + words(&chance)
        case 3: text = words(&chance) + text
        default:
            var characters = Array(text)
            let start = chance.below(characters.count + 1)
            let end = min(characters.count, start + chance.below(6))
            characters.replaceSubrange(start..<end, with: Array(chance.pick(SampleWords.indexed)))
            text = String(characters)
        }
        put(known, text, tags: chance.pick([[], ["a"], ["a", "가족"]]), &builder)
    }

    /// Makes or changes a document.
    mutating func put(_ document: UInt32, _ text: String, tags: [String] = [], _ builder: inout SegmentBuilder) {
        let terms = Self.documentTerms(text, tags)
        guard let before = versions[document]?.last else {
            builder.add(document, terms)
            versions[document] = [Version(number: 1, text: text, tags: tags, layout: .plain)]
            return
        }
        // Versions that are not indexed lie between.
        let number = before.number + 1 + before.number % 2
        let layout = builder.add(
            document, version: number, terms, replacing: Self.documentTerms(before.text, before.tags),
            layout: before.layout)
        versions[document, default: []].append(Version(number: number, text: text, tags: tags, layout: layout))
    }

    /// Expects that leaves tell of every term where it stood in every version.
    func expect(_ leaves: [Leaf], firstDocument: UInt32) throws {
        let postings = try Postings(leaves, firstDocument: firstDocument)
        let terms = terms
        var wrong: [String] = []
        for (document, versions) in versions {
            for version in versions {
                let wanted = Self.occurrences(version.text, version.layout)
                for term in terms where term.first != 1 {
                    guard let reported = postings.occurrences(term, document, asOf: version.number) else { continue }
                    guard let reported, reported.map(\.rawValue) != wanted[term] ?? [] else { continue }
                    wrong.append("\(term) in \(document) as of \(version.number)")
                }
                for tag in ["a", "가족"] {
                    let reported = postings.occurrences(Self.tag(tag), document, asOf: version.number)
                    if reported??.count == (version.tags.contains(tag) ? 1 : 0) { continue }
                    wrong.append("tag \(tag) of \(document) as of \(version.number)")
                }
            }
        }
        #expect(wrong.isEmpty)
        // The nets of a segment that has everything are the numbers of documents.
        var holders: [[UInt8]: Int] = [:]
        for last in versions.values.compactMap(\.last) {
            let held = Set(Self.occurrences(last.text, last.layout).keys).union(last.tags.map(Self.tag))
            for term in held { holders[term, default: 0] += 1 }
        }
        #expect(postings.nets.filter { $0.value != 0 } == holders)
    }

    private static func documentTerms(_ text: String, _ tags: [String]) -> DocumentTerms {
        DocumentTerms(texts: [TextUnits(Array(text.utf8))], tags: tags.map { Array($0.utf8) })
    }

    private static func tag(_ tag: String) -> [UInt8] { Term.tag(Array(tag.utf8)) }

    /// The occurrences of the terms of a text, ascending.
    private static func occurrences(_ text: String, _ layout: TokenLayout) -> [[UInt8]: [UInt32]] {
        var occurrences: [[UInt8]: [UInt32]] = [:]
        let units = TextUnits(Array(text.utf8))
        let ids = layout.ids(count: units.count)
        var position = 0
        units.forEachTermBytes { term in
            occurrences[term, default: []].append(ids[position] << 2 | units.surroundings(position))
            position += 1
        }
        return occurrences.mapValues { $0.sorted() }
    }
}

extension TextUnits {
    /// The term of each unit, as bytes.
    fileprivate func forEachTermBytes(_ take: ([UInt8]) -> Void) {
        forEachTerm { term in
            switch term {
            case .scalars(let first, 0): take(Term.character(first))
            case .scalars(let first, let second) where second & Term.apartMark != 0:
                take(Term.apart(first, second & ~Term.apartMark))
            case .scalars(let first, let second): take(Term.pair(first, second))
            case .word(let word): take([UInt8](copied: word))
            }
        }
    }
}

/// All postings of a segment, read from its leaves.
struct Postings {
    private var signs: [[UInt8]: [UInt32: (newest: [Occurrence], history: PostingHistory?)]] = [:]
    private(set) var nets: [[UInt8]: Int] = [:]

    struct Damaged: Error {}

    init(_ leaves: [Leaf], firstDocument: UInt32) throws {
        var last: [UInt8] = []
        for leaf in leaves {
            guard leaf.bytes.count <= Leaf.room, last.lexicographicallyPrecedes(leaf.key) else { throw Damaged() }
            last = leaf.key
            let bytes = leaf.bytes
            var reader = LeafReader(bytes.span)
            var isFirst = true
            while let entry = reader.next() {
                let term = reader.term
                if isFirst, Leaf.term(ofKey: leaf.key) != term { throw Damaged() }
                isFirst = false
                if entry.isContinued != (signs[term] != nil) { throw Damaged() }
                nets[term] = entry.net
                try take(entry, term, bytes, firstDocument)
            }
        }
    }

    private mutating func take(
        _ entry: LeafTerm, _ term: [UInt8], _ bytes: [UInt8], _ firstDocument: UInt32
    ) throws {
        var section = PostingSection()
        guard section.take(entry, of: bytes.span, firstDocument: firstDocument) else { throw Damaged() }
        var decoded = DecodedBlock()
        for block in section.blocks.indices {
            guard decoded.take(block, of: section) else { throw Damaged() }
            // Some from the first on, the others from the last on.
            let positions = 0..<decoded.count
            if let last = section.blocks[block].last, decoded.documents[positions].last != last { throw Damaged() }
            for position in positions.filter({ $0 % 2 == 0 }) + positions.reversed().filter({ $0 % 2 == 1 }) {
                var newest: [Occurrence] = []
                guard decoded.append(occurrencesOf: position, of: block, in: section, to: &newest) else {
                    throw Damaged()
                }
                if newest.count != Int(decoded.times(position)) { throw Damaged() }
                let history = decoded.history(position, of: block, in: section)
                if decoded.hasHistory(position) != (history != nil) { throw Damaged() }
                signs[term, default: [:]][decoded.documents[position]] = (newest, history)
            }
        }
    }

    /// Where a document held a term as of a version; nil inside if that is not known, nil if nothing is told.
    func occurrences(_ term: [UInt8], _ document: UInt32, asOf version: UInt32) -> [Occurrence]?? {
        guard let reported = signs[term]?[document] else { return .some([]) }
        guard let history = reported.history else { return .some(reported.newest) }
        guard let sign = history.sign(asOf: version) else { return .some([]) }
        guard let sign else { return .some(reported.newest) }
        return history.times(sign) == nil ? .some(nil) : .some(Array(history.occurrences(sign)))
    }
}
