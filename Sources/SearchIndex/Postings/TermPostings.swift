/// What a segment says of one term: signs, each of a document from one of its versions on.
///
/// A sign tells how often, and where, the document holds the term from that version until the next sign; `gone` if no
/// longer. Version 0 stands for "since the document was made".
struct TermPostings {
    struct Sign {
        var document: UInt32
        var version: UInt32
        /// How often the term stands there; `gone` and `unknown` as below.
        var times: UInt16
        /// Where its occurrences begin in `occurrences`: as many as `times`.
        var start: UInt32
    }

    /// The document does not hold the term from this version on.
    static let gone: UInt16 = 0
    /// The most occurrences that are kept: `times` 255 stands for 255 or more.
    static let most: UInt16 = 255
    /// What the document held up to the sign that follows is not kept: the text decides.
    static let unknown: UInt16 = 256

    /// By document, and of one document by version, once `settle` was called.
    private(set) var signs: [Sign] = []
    /// The occurrences of all signs, those of one sign ascending.
    private(set) var occurrences: [UInt32] = []
    /// By how many documents more than before the segment hold the term after it.
    var net = 0
    private var isAscending = true

    mutating func removeAll() {
        removeSigns()
        net = 0
    }

    /// Removes the signs that were written, and keeps the net of the term.
    mutating func removeSigns() {
        signs.removeAll(keepingCapacity: true)
        occurrences.removeAll(keepingCapacity: true)
        isAscending = true
    }

    /// Begins a sign; the occurrences that are appended next are its own.
    @inline(__always)
    mutating func append(_ document: UInt32, _ version: UInt32, times: UInt16 = gone) {
        if let last = signs.last, (document, version) <= (last.document, last.version) { isAscending = false }
        signs.append(Sign(document: document, version: version, times: times, start: UInt32(occurrences.count)))
    }

    /// Adds an occurrence to the last sign and counts it; those beyond the most that are kept are left out.
    @inline(__always)
    mutating func count(_ occurrence: UInt32) {
        let last = signs.count - 1
        guard signs[last].times < Self.most else { return }
        signs[last].times += 1
        occurrences.append(occurrence)
    }

    /// Adds occurrences to the last sign, whose number of times already counts them.
    mutating func append(_ more: ArraySlice<Occurrence>) {
        for occurrence in more { occurrences.append(occurrence.rawValue) }
    }

    /// Sorts by document and version.
    mutating func settle() {
        if isAscending { return }
        signs.sort { ($0.document, $0.version) < ($1.document, $1.version) }
        isAscending = true
    }

    /// Where the occurrences of a sign stand in `occurrences`, ascending.
    @inline(__always)
    static func positions(of sign: Sign) -> Range<Int> {
        let count = sign.times > Self.most ? 0 : Int(sign.times)
        return Int(sign.start)..<Int(sign.start) + count
    }

    /// The occurrences of a sign, ascending.
    func occurrences(of sign: Sign) -> ArraySlice<UInt32> { occurrences[Self.positions(of: sign)] }
}
