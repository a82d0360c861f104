/// A document's number, from 1, in the order in which documents came.
package typealias DocumentID = UInt32

/// What the index knows of a document besides its terms.
///
/// A document that never changed is *unchanged*: its terms and this record answer every question about it, at any
/// point. For any other document, the terms only tell what it ever said; its text as of the point decides.
package struct DocumentRecord: Equatable, Sendable {
    /// Civil seconds of its date now.
    package var date: Int64
    /// The event that created it.
    package var born: UInt64
    /// The length of its text now, as `Relevance` encodes it.
    package var length: UInt8
    /// Whether it has never changed.
    package var isUnchanged: Bool
    /// Whether it is deleted now.
    package var isDeleted: Bool

    /// A record with these values.
    package init(date: Int64, born: UInt64, length: UInt8, isUnchanged: Bool, isDeleted: Bool) {
        self.date = date
        self.born = born
        self.length = length
        self.isUnchanged = isUnchanged
        self.isDeleted = isDeleted
    }
}
