/// One event of an entry as the fold reads it: its stamp, its parents, and what it says.
///
/// `number` and `parents` are sequence numbers in the log being read; they only name events and decide nothing.
package struct EntryStep: Sendable {
    package var number: UInt64
    package var stamp: EventStamp
    /// The events it was decided on, the base of its splices first; empty for a creation.
    package var parents: [UInt64]
    package var act: EntryAct
    /// Checks whether a text may be the one the event left; nil if the event holds nothing to check it by.
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
    /// Gives the entry a weather where it has none; nil where that was forgotten. It is no edit, writes no text, and
    /// says nothing of whether the entry is deleted.
    case observe(Weather?)
    /// Removes the content for good, whatever other events there are.
    case forget
    /// A kind or schema that this program does not know: leaves the merge of its parents, and writes no text.
    case notUnderstood
    /// Bytes that cannot be read: counts as a text writer, whose text may be recovered from the events around it.
    case lost
}

/// What an event other than a creation changes.
package struct EntryChange: Equatable, Sendable {
    /// Each field at most once. A text field without splices decides for the text that is shown.
    package var fields: [FieldChange]
    /// Whether the entry is deleted afterwards; nil if the event does not say.
    package var isDeleted: Bool?
    /// The whole state after the event, if it holds one.
    package var keyframe: EntryState?

    package init(fields: [FieldChange] = [], isDeleted: Bool? = nil, keyframe: EntryState? = nil) {
        self.fields = fields
        self.isDeleted = isDeleted
        self.keyframe = keyframe
    }

    /// The splices of the text field; nil if the event writes no text.
    package var splices: [TextSplice]? {
        for case .text(let splices) in fields { return splices }
        return nil
    }
}
