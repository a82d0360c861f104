/// What an entry is after some of its events.
package struct EntryState: Equatable, Sendable {
    package var content: EntryContent
    package var isDeleted: Bool

    package init(content: EntryContent, isDeleted: Bool = false) {
        self.content = content
        self.isDeleted = isDeleted
    }

    /// What remains of an entry that was forgotten.
    package static let forgotten = EntryState(content: EntryContent(text: [], date: .none), isDeleted: true)
}

extension EntryDate {
    /// The date of an entry that has none: it was forgotten, or its creation is lost.
    static let none = EntryDate(seconds: 0, offset: 0, zone: "", precision: .day)
}
