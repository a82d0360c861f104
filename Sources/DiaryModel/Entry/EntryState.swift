/// What an entry is after some of its events.
package struct EntryState: Equatable, Sendable {
    package var content: EntryContent
    package var isDeleted: Bool
    /// Whether any of its events that this program understands says what it is; else it has a date and no text.
    package var isUnderstood: Bool

    package init(content: EntryContent, isDeleted: Bool = false, isUnderstood: Bool = true) {
        self.content = content
        self.isDeleted = isDeleted
        self.isUnderstood = isUnderstood
    }

    /// An entry of which only events are here that this program does not understand.
    package static func notUnderstood(_ date: EntryDate, isDeleted: Bool = false) -> EntryState {
        EntryState(content: EntryContent(text: [], date: date), isDeleted: isDeleted, isUnderstood: false)
    }

    /// What remains of an entry that was forgotten.
    package static let forgotten = EntryState(content: EntryContent(text: [], date: .none), isDeleted: true)
}

extension EntryDate {
    /// The date of an entry that has none: it was forgotten, or its creation is lost.
    static let none = EntryDate(seconds: 0, offset: 0, zone: "", precision: .day)
}
