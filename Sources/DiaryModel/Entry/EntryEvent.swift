/// What happened to an entry.
package enum EntryEvent: Equatable, Sendable {
    case created(EntryContent)
    /// Fields that changed, each with its value before and after; never empty.
    case changed([FieldChange])
    case deleted
    case restored
    /// What the weather was, said by no person: it counts where the entry has none. Nil where that was forgotten.
    case observed(Weather?)
}

/// The change of one field, with enough to do it and to undo it.
package enum FieldChange: Equatable, Sendable {
    /// Ascending by offset in the text before the change.
    case text([TextSplice])
    case date(before: EntryDate, after: EntryDate)
    case tags(added: [Tag], removed: [Tag])
    case star(before: Bool, after: Bool)
    case place(before: Place?, after: Place?)
    case weather(before: Weather?, after: Weather?)
    case attachments(added: [Attachment], removed: [Attachment])
    case extra(before: [ExtraField], after: [ExtraField])
    case unknown(number: UInt64, before: [UInt8]?, after: [UInt8]?)

    /// The change that takes this one back.
    package var inverse: FieldChange {
        switch self {
        case .text(let splices): .text(DiaryModel.inverse(of: splices))
        case .date(let before, let after): .date(before: after, after: before)
        case .tags(let added, let removed): .tags(added: removed, removed: added)
        case .star(let before, let after): .star(before: after, after: before)
        case .place(let before, let after): .place(before: after, after: before)
        case .weather(let before, let after): .weather(before: after, after: before)
        case .attachments(let added, let removed): .attachments(added: removed, removed: added)
        case .extra(let before, let after): .extra(before: after, after: before)
        case .unknown(let number, let before, let after): .unknown(number: number, before: after, after: before)
        }
    }
}

/// Why an event cannot follow a state: the log contradicts itself.
package enum EvolveProblem: Error, Equatable, Sendable {
    /// The splices were made on a text other than the one before.
    case splices
    /// A change of an entry that was never created.
    case noEntry
    /// A second creation.
    case alreadyCreated
}
