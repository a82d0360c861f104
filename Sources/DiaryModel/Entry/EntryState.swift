/// What an entry is after some of its events.
package struct EntryState: Equatable, Sendable {
    package var content: EntryContent
    package var isDeleted: Bool

    package init(content: EntryContent, isDeleted: Bool = false) {
        self.content = content
        self.isDeleted = isDeleted
    }

    /// What a creation leaves: an entry that lives; or, where it was blanked, what remains of a forgotten one.
    package init(createdWith content: EntryContent) { self.init(content: content, isDeleted: content.isBlanked) }
}

extension EntryContent {
    /// Whether it is what a blanked creation says. Any other has a text, so no event brings such an entry back.
    package var isBlanked: Bool { text.isEmpty }
}

/// The state after one more event. Pure: folding the log with it gives the diary.
package func evolve(_ state: EntryState?, _ event: EntryEvent) throws(EvolveProblem) -> EntryState {
    if case .created(let content) = event {
        guard state == nil else { throw .alreadyCreated }
        return EntryState(createdWith: content)
    }
    guard var state else { throw .noEntry }
    switch event {
    case .created: throw .alreadyCreated
    case .deleted: state.isDeleted = true
    case .restored: state.isDeleted = state.content.isBlanked
    case .observed(let weather): state.content.weather = state.content.weather ?? weather
    case .changed(let changes):
        for change in changes { try state.content.apply(change) }
    }
    return state
}

extension EntryContent {
    /// Applies one change. The value before is checked only for a text, whose splices depend on it.
    package mutating func apply(_ change: FieldChange) throws(EvolveProblem) {
        switch change {
        case .text(let splices):
            do { text = try DiaryModel.apply(splices, toText: text) } catch { throw .splices }
        case .date(_, let after): date = after
        case .tags(let added, let removed):
            tags = Array(Set(tags).subtracting(removed).union(added)).sorted()
        case .star(_, let after): isStarred = after
        case .place(_, let after): place = after
        case .weather(_, let after): weather = after
        case .attachments(let added, let removed):
            attachments = Array(Set(attachments).subtracting(removed).union(added)).sorted()
        case .extra(_, let after): extra = after
        case .unknown(let number, _, let after):
            unknown.removeAll { $0.number == number }
            if let after {
                unknown.append(UnknownField(number: number, bytes: after))
                unknown.sort { $0.number < $1.number }
            }
        }
    }

    /// The changes that lead from this content to another; empty if the two are equal.
    package func changes(to other: EntryContent) -> [FieldChange] {
        var changes: [FieldChange] = []
        if text != other.text { changes.append(.text(splices(from: text, to: other.text))) }
        if date != other.date { changes.append(.date(before: date, after: other.date)) }
        let (old, new) = (Set(tags), Set(other.tags))
        if old != new {
            changes.append(.tags(added: new.subtracting(old).sorted(), removed: old.subtracting(new).sorted()))
        }
        if isStarred != other.isStarred { changes.append(.star(before: isStarred, after: other.isStarred)) }
        if place != other.place { changes.append(.place(before: place, after: other.place)) }
        if weather != other.weather { changes.append(.weather(before: weather, after: other.weather)) }
        let (files, otherFiles) = (Set(attachments), Set(other.attachments))
        if files != otherFiles {
            changes.append(
                .attachments(
                    added: otherFiles.subtracting(files).sorted(), removed: files.subtracting(otherFiles).sorted()))
        }
        if extra != other.extra { changes.append(.extra(before: extra, after: other.extra)) }
        for number in Set(unknown.map(\.number)).union(other.unknown.map(\.number)).sorted() {
            let before = unknown.first { $0.number == number }?.bytes
            let after = other.unknown.first { $0.number == number }?.bytes
            // A change cannot tell an absent field from an empty one: a field at its default is not written.
            if before ?? [] != after ?? [] { changes.append(.unknown(number: number, before: before, after: after)) }
        }
        return changes
    }
}
