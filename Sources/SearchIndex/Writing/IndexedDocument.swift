/// What the index takes from a document.
package struct IndexedDocument: Sendable {
    /// Its text, in UTF-8.
    package var text: [UInt8]
    /// Its tags, in UTF-8.
    package var tags: [[UInt8]]
    /// Other texts by which it can be found, too.
    package var otherTexts: [[UInt8]]
    /// Civil seconds of its date.
    package var date: Int64
    /// The event that created it.
    package var born: UInt64
    /// Whether it is deleted.
    package var isDeleted: Bool

    /// A document with these values.
    package init(
        text: [UInt8], tags: [[UInt8]] = [], otherTexts: [[UInt8]] = [], date: Int64, born: UInt64,
        isDeleted: Bool = false
    ) {
        self.text = text
        self.tags = tags
        self.otherTexts = otherTexts
        self.date = date
        self.born = born
        self.isDeleted = isDeleted
    }
}
