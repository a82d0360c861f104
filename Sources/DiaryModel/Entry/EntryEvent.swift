/// What happened to an entry: an event says what the entry is after it.
package enum EntryEvent: Equatable, Sendable {
    case created(EntryContent)
    /// The whole content, with the hunks of the text where a person saved one. It brings a deleted entry back.
    case edited(EntryContent, hunks: [TextHunk]?)
    case deleted
}

extension EntryEvent {
    /// What the entry is after it; nil of a deletion, which leaves that as it is.
    package var content: EntryContent? {
        switch self {
        case .created(let content), .edited(let content, _): content
        case .deleted: nil
        }
    }

    /// The hunks of the text that a person saved with it.
    package var hunks: [TextHunk]? {
        if case .edited(_, let hunks) = self { return hunks }
        return nil
    }
}

/// The state after one more event.
package func evolve(_ state: EntryState?, _ event: EntryEvent) throws(EvolveProblem) -> EntryState {
    switch (event, state) {
    case (.created(let content), nil), (.edited(let content, _), .some): return EntryState(content: content)
    case (.deleted, .some(let state)): return EntryState(content: state.content, isDeleted: true)
    case (.created, .some): throw .alreadyCreated
    case (.edited, nil), (.deleted, nil): throw .noEntry
    }
}

/// Why an event cannot follow a state: the log contradicts itself.
package enum EvolveProblem: Error, Equatable, Sendable {
    /// A change of an entry that was never created.
    case noEntry
    /// A second creation.
    case alreadyCreated
}

/// The events that lead from one state of an entry to another: an edit, a delete, or both; none if they are equal.
///
/// An edit brings a deleted entry back: so one that changes and stays deleted takes both.
package func events(from now: EntryState, to target: EntryState) -> [EntryEvent] {
    if now == target { return [] }
    var events: [EntryEvent] = []
    if now.content != target.content || !target.isDeleted {
        events.append(.edited(target.content, hunks: hunksIfChanged(from: now.content, to: target.content)))
    }
    if target.isDeleted { events.append(.deleted) }
    return events
}

/// The hunks of a text that became another one; nil if it did not.
func hunksIfChanged(from old: EntryContent, to new: EntryContent) -> [TextHunk]? {
    old.text == new.text ? nil : textHunks(from: old.text, to: new.text)
}
