/// A document's number, from 1, in the order in which documents came.
package typealias DocumentID = UInt32

/// What the index knows of a document besides its terms.
///
/// A document that never changed is *unchanged*: its terms and this record decide every question about it, at any
/// point. For any other the terms only tell what it ever said; its text as of the point decides.
package struct DocumentRecord: Equatable, Sendable {
    /// Civil seconds of its date now.
    package var date: Int64
    /// The event that made it.
    package var born: UInt64
    /// How long its text is now, as `Relevance` codes it.
    package var length: UInt8
    /// Whether it says what it said when it was made.
    package var isUnchanged: Bool
    /// Whether it is deleted now.
    package var isDeleted: Bool

    /// A record of these.
    package init(date: Int64, born: UInt64, length: UInt8, isUnchanged: Bool, isDeleted: Bool) {
        self.date = date
        self.born = born
        self.length = length
        self.isUnchanged = isUnchanged
        self.isDeleted = isDeleted
    }
}
