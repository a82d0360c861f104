internal import DiarylogHost

/// A document's number, from 1, in the order in which documents came.
package typealias DocumentID = UInt32

/// What the index knows of a document besides its terms.
package struct DocumentRecord: Equatable, Sendable {
    /// Civil seconds of its date.
    package var date: Int64
    /// The event that created it.
    package var born: UInt64
    /// The change that tells the layout of its tokens; 0 for the plain layout.
    var layout: UInt64 = 0
    /// What else there is to say.
    package var flags: DocumentFlags

    /// Whether it has never changed.
    package var isUnchanged: Bool { !flags.contains(.changed) }
    /// Whether it is deleted.
    package var isDeleted: Bool { flags.contains(.deleted) }
    /// Whether it has several texts: then terms do not tell which of them are in one text.
    package var isConflicted: Bool { flags.contains(.conflicted) }

    /// A record with these values.
    package init(date: Int64, born: UInt64, flags: DocumentFlags) {
        self.date = date
        self.born = born
        self.flags = flags
    }

    /// Dates beyond about ±17,000 years are stored as those limits: a search cannot order them among each other.
    static func clamped(_ date: Int64) -> Int64 { min(max(date, -(1 << 39)), (1 << 39) - 1) }
}

/// Records as rows, 55 to a value of the table `searchdocuments`, so that four values fill a page.
///
///     date i40 | born u48 | layout u48 | flags u8: 1 there is a document, 2 changed, 4 deleted, 8 conflicted,
///              16 with a layout, 32 branched
extension DocumentRecord: PageRow {
    static var width: Int { 18 }
    static var perPage: UInt32 { 55 }
    static var nothing: DocumentRecord { DocumentRecord(date: 0, born: 0, flags: []) }

    init(_ bytes: Span<UInt8>, at index: Int) {
        func number(_ offset: Int) -> UInt64 {
            let (low, high): (UInt32, UInt16) = (bytes.littleEndian(at: offset), bytes.littleEndian(at: offset + 4))
            return UInt64(low) | UInt64(high) << 32
        }
        let date: UInt32 = bytes.littleEndian(at: index)
        self.init(
            date: Int64(Int8(bitPattern: bytes[index + 4])) << 32 | Int64(date), born: number(index + 5),
            flags: DocumentFlags(rawValue: bytes[index + 17]))
        layout = number(index + 11)
    }

    func put(into bytes: inout [UInt8], at index: Int) {
        let date = Self.clamped(date)
        for place in 0..<5 { bytes[index + place] = UInt8(truncatingIfNeeded: date >> (8 * Int64(place))) }
        for place in 0..<6 {
            bytes[index + 5 + place] = UInt8(truncatingIfNeeded: born >> (8 * UInt64(place)))
            bytes[index + 11 + place] = UInt8(truncatingIfNeeded: layout >> (8 * UInt64(place)))
        }
        bytes[index + 17] = flags.rawValue
    }

    func joined(with other: DocumentRecord) -> DocumentRecord { other.flags.contains(.exists) ? other : self }
}

/// Yes or no about a document.
package struct DocumentFlags: OptionSet, Equatable, Sendable {
    /// One bit for each, as they are stored.
    package let rawValue: UInt8

    /// Flags by their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There is a document.
    static let exists = DocumentFlags(rawValue: 1)
    /// It has changed since it was made.
    package static let changed = DocumentFlags(rawValue: 2)
    /// It is deleted.
    package static let deleted = DocumentFlags(rawValue: 4)
    /// It has several texts.
    package static let conflicted = DocumentFlags(rawValue: 8)
    /// Its tokens are not in the plain layout.
    static let laidOut = DocumentFlags(rawValue: 16)
    /// It stands on several events, or on one that leaves something undecided.
    package static let branched = DocumentFlags(rawValue: 32)
    /// What a change tells of the record before it.
    static let told: DocumentFlags = [.exists, .changed, .deleted, .conflicted]
}
