/// One event of an entry as the fold reads it: its stamp, its parents, and what it says.
///
/// `number` and `parents` are sequence numbers in the log being read; they only name events and decide nothing.
package struct EntryStep: Sendable {
    package var number: UInt64
    package var stamp: EventStamp
    /// The events it was decided on, the base of its hunks first; empty for a creation.
    package var parents: [UInt64]
    package var act: EntryAct
    /// Whether its kind is that of a creation, understood or not.
    package var isCreation: Bool
    /// Whether it is an edit, understood or not, that nobody asked for: a service told the weather, or a repair what a
    /// row still had.
    package var isUnattended: Bool
    /// When it was written, of an event that is not understood: the date of an entry of which nothing else is told.
    package var date: EntryDate?

    package init(
        number: UInt64, stamp: EventStamp, parents: [UInt64], act: EntryAct, isCreation: Bool = false,
        isUnattended: Bool = false, date: EntryDate? = nil
    ) {
        self.number = number
        self.stamp = stamp
        self.parents = parents
        self.act = act
        self.isCreation = isCreation
        self.isUnattended = isUnattended
        self.date = date
    }

    /// Whether it says when the entry was modified: it is understood, and somebody asked for it.
    package var isModification: Bool { (act.event != nil || act == .forget) && !isUnattended }
}

/// What an event says of its entry.
package enum EntryAct: Equatable, Sendable {
    case event(EntryEvent)
    /// Removes the content for good, whatever other events there are.
    case forget
    /// A kind or schema that this program does not know, or a body that breaks its layout: leaves what its parents
    /// left, and without parents an entry that lives.
    case notUnderstood
    /// Its body was removed: the event that forgot its entry says the rest.
    case blanked
    /// Bytes that cannot be read: folded as what is not understood.
    case lost

    /// The event that is understood and says what its entry is.
    package var event: EntryEvent? {
        if case .event(let event) = self { return event }
        return nil
    }

    /// What the entry is after the event, if the event says it.
    package var content: EntryContent? { event?.content }
}
