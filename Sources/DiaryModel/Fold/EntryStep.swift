/// One event of an entry as the fold takes it: who made it, on what, and what it says.
///
/// `number` and `parents` are labels of the log that is read (sequence numbers); they name events and decide nothing.
package struct EntryStep: Sendable {
    package var number: UInt64
    package var stamp: EventStamp
    /// The events it was decided on, the base of its splices first; none for a create.
    package var parents: [UInt64]
    package var act: EntryAct
    /// Whether a text may be the one the event left; nil where it holds nothing to tell by.
    package var vouches: (@Sendable ([UInt8]) -> Bool)?

    package init(
        number: UInt64, stamp: EventStamp, parents: [UInt64], act: EntryAct,
        vouches: (@Sendable ([UInt8]) -> Bool)? = nil
    ) {
        self.number = number
        self.stamp = stamp
        self.parents = parents
        self.act = act
        self.vouches = vouches
    }
}

/// What an event says of its entry.
package enum EntryAct: Equatable, Sendable {
    case create(EntryContent)
    case change(EntryChange)
    /// Takes the content away for good, whatever else is in the set.
    case forget
    /// A kind or schema that this program does not know: the merge of its parents, and no writer.
    case notUnderstood
    /// Bytes that cannot be read: taken for a text writer whose text may be found again from what stands around it.
    case lost
}

/// What an event that is no creation changes.
package struct EntryChange: Equatable, Sendable {
    /// Each field at most once. A text field of no splices decides for the text that stands.
    package var fields: [FieldChange]
    /// Whether the entry is deleted afterwards, where the event says so.
    package var isDeleted: Bool?
    /// The whole state after the event.
    package var keyframe: EntryState?

    package init(fields: [FieldChange] = [], isDeleted: Bool? = nil, keyframe: EntryState? = nil) {
        self.fields = fields
        self.isDeleted = isDeleted
        self.keyframe = keyframe
    }

    /// The splices of the text field; nil where the event decides for no text.
    package var splices: [TextSplice]? {
        for case .text(let splices) in fields { return splices }
        return nil
    }
}
