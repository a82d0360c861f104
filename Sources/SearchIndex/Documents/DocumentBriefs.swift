internal import DiarylogHost
internal import EventStore

/// What ranking and phrases need of a document. It lies apart from the record, 2,000 to a value of the table
/// `searchbriefs`, so that a walk over all documents of a frequent word reads few pages.
///
///     length u8, as `Relevance` encodes it | flags u8, those of the record
struct DocumentBrief: PageRow {
    /// The length of its text, as `Relevance` encodes it.
    var length: UInt8
    /// What else there is to say.
    var flags: DocumentFlags

    static var width: Int { 2 }
    static var perPage: UInt32 { 2000 }
    static var nothing: DocumentBrief { DocumentBrief(length: 0, flags: []) }

    init(length: UInt8, flags: DocumentFlags) { (self.length, self.flags) = (length, flags) }

    init(_ bytes: Span<UInt8>, at index: Int) {
        self.init(length: bytes[index], flags: DocumentFlags(rawValue: bytes[index + 1]))
    }

    func put(into bytes: inout [UInt8], at index: Int) { (bytes[index], bytes[index + 1]) = (length, flags.rawValue) }

    func joined(with other: DocumentBrief) -> DocumentBrief { other.flags.contains(.exists) ? other : self }
}

/// The newest date that any of 1,024 neighbouring documents ever had, 480 to a value of the table `searchdates`: it
/// tells a search for the newest where to stop.
struct NewestDate: PageRow {
    /// Civil seconds.
    var date: Int64

    static var width: Int { 8 }
    static var perPage: UInt32 { 480 }
    static var nothing: NewestDate { NewestDate(date: .min) }
    /// So many documents have one date.
    static var stretch: UInt32 { 1024 }

    init(date: Int64) { self.date = date }

    init(_ bytes: Span<UInt8>, at index: Int) { date = bytes.littleEndian(at: index) }

    func put(into bytes: inout [UInt8], at index: Int) {
        for place in 0..<8 { bytes[index + place] = UInt8(truncatingIfNeeded: date >> (8 * Int64(place))) }
    }

    func joined(with other: NewestDate) -> NewestDate { NewestDate(date: max(date, other.date)) }
}

/// The briefs of all documents, by their numbers.
struct DocumentBriefs: Sendable {
    private var bytes: [UInt8] = []

    /// Costs a page for each 2,000 documents. Throws `damaged`.
    init(_ index: IndexReader, _ view: borrowing StoreView) throws(EventStoreError) {
        let last = index.documents
        bytes.reserveCapacity((Int(last) + 1) * 2)
        // An index without documents has no page.
        for number in 0..<(last == 0 ? 0 : RowPage<DocumentBrief>.page(of: last) + 1) {
            let key = RowPage<DocumentBrief>.key(number)
            let first = Int(number * DocumentBrief.perPage) * 2
            while bytes.count < first { bytes.append(0) }
            if let changed = index.tables.tail?.briefs[number] {
                bytes += changed.bytes
                continue
            }
            guard let value = try view.bytes(for: key, in: index.tables.briefs),
                let page = SealedValue.open(value, under: key.span)
            else { throw IndexTables.damage }
            bytes.append(copying: page)
        }
        while bytes.count < (Int(last) + 1) * 2 { bytes.append(0) }
    }

    /// The length of a document's text.
    @inline(__always)
    func length(of document: DocumentID) -> UInt8 { bytes[Int(document) * 2] }

    @inline(__always)
    subscript(document: DocumentID) -> DocumentBrief { DocumentBrief(bytes.span, at: Int(document) * 2) }
}
