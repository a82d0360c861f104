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
