internal import DiarylogTextSearch

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
    /// Its version: it rises with each change.
    package var version: UInt32
    /// Whether it is deleted: then no term finds it.
    package var isDeleted: Bool
    /// Whether it stands on several events, or on one that leaves something undecided.
    package var isBranched: Bool

    /// A document with these values.
    package init(
        text: [UInt8], tags: [[UInt8]] = [], otherTexts: [[UInt8]] = [], date: Int64, born: UInt64,
        version: UInt32 = 1, isDeleted: Bool = false, isBranched: Bool = false
    ) {
        self.text = text
        self.tags = tags
        self.otherTexts = otherTexts
        self.date = date
        self.born = born
        self.version = version
        self.isDeleted = isDeleted
        self.isBranched = isBranched
    }

    /// What finds it.
    var terms: DocumentTerms {
        if isDeleted { return DocumentTerms() }
        return DocumentTerms(texts: ([text] + otherTexts).map { TextUnits($0) }, tags: tags)
    }

    /// Whether the same terms, at the same positions, find another.
    func searchesAlike(_ other: IndexedDocument) -> Bool {
        if isDeleted || other.isDeleted { return isDeleted == other.isDeleted }
        return text == other.text && tags == other.tags && otherTexts == other.otherTexts
    }

    /// Its flags, for a document that has changed or not.
    func flags(isChanged: Bool) -> DocumentFlags {
        var flags: DocumentFlags = isChanged ? [.changed] : []
        if isDeleted { flags.insert(.deleted) }
        if !otherTexts.isEmpty { flags.insert(.conflicted) }
        if isBranched { flags.insert(.branched) }
        return flags
    }
}
