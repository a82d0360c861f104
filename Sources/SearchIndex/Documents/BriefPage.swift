internal import DiarylogHost
internal import EventStore

/// What ranking and phrases need of each document, in two bytes: these lie apart from the records, so that a walk over
/// all documents of a frequent word reads few pages.
///
///     key    page u32be                              to a value of the table `searchbriefs`
///     value  briefs of 2,000 documents | checksum u32 over key and briefs
///     brief  length u8, as `Relevance` encodes it | flags u8, those of the record
struct BriefPage {
    static let capacity: UInt32 = 2000

    private(set) var bytes: [UInt8]

    init() { bytes = [] }

    /// Nil if the bytes are not what was written.
    init?(_ value: Span<UInt8>, key: [UInt8]) {
        guard let bytes = SealedValue.open(value, under: key.span), bytes.count % 2 == 0 else { return nil }
        self.bytes = [UInt8](copying: bytes)
    }

    subscript(document: DocumentID) -> DocumentBrief {
        get {
            let index = Int(document % Self.capacity) * 2
            guard index < bytes.count else { return DocumentBrief(length: 0, flags: []) }
            return DocumentBrief(length: bytes[index], flags: DocumentFlags(rawValue: bytes[index + 1]))
        }
        set {
            let index = Int(document % Self.capacity) * 2
            while bytes.count <= index { bytes.append(0) }
            if bytes.count == index + 1 { bytes.append(0) }
            bytes[index] = newValue.length
            bytes[index + 1] = newValue.flags.rawValue
        }
    }

    func value(key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: bytes.count + SealedValue.sealLength)
        writer.append(bytes)
        writer.seal(under: key.span)
        return writer.bytes
    }
}

/// What ranking and phrases need of a document.
package struct DocumentBrief: Equatable, Sendable {
    /// The length of its text, as `Relevance` encodes it.
    package var length: UInt8
    /// What else there is to say.
    package var flags: DocumentFlags
}

/// The briefs of all documents, by their numbers.
struct DocumentBriefs: Sendable {
    private var bytes: [UInt8] = []

    /// Costs a page for each 2,000 documents. Throws `damaged`.
    init(_ index: IndexReader, _ view: borrowing StoreView) throws(EventStoreError) {
        let last = index.documents
        bytes.reserveCapacity((Int(last) + 1) * 2)
        // An index without documents has no page.
        for number in 0..<(last == 0 ? 0 : last / BriefPage.capacity + 1) {
            let key = DocumentPage.key(number)
            let first = Int(number * BriefPage.capacity) * 2
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
    subscript(document: DocumentID) -> DocumentBrief {
        let index = Int(document) * 2
        return DocumentBrief(length: bytes[index], flags: DocumentFlags(rawValue: bytes[index + 1]))
    }
}
