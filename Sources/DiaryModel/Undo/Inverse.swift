/// What undoing an operation asks of one entry.
package enum Inverse: Equatable, Sendable {
    /// The entry already is as it was before.
    case nothing
    /// The entry goes to this state.
    case become(EntryState)
    /// These fields were changed again since, and the changes cannot be separated.
    case conflict(fields: [ConflictField])
}

/// A field of an entry, as a conflict names it.
public enum ConflictField: String, Equatable, Sendable, CaseIterable {
    case text, date, place, weather, attachments, extra, unknown
    /// The operation created the entry, and others changed it since.
    case creation
}

/// The inverse of an operation on one entry, from three states: before the operation, after it, and now.
///
/// Each field is decided by itself. A field that is as it was before stays; a field that is as the operation left it
/// goes back; a text that changed since is merged if the changes lie apart. `before` is nil if the operation created
/// the entry: then its inverse is the deletion, or a conflict if operations that still stand changed the entry since.
/// While `isUndecided`, undoing the text is a conflict. With `force` a conflict goes back all the same.
package func inverse(
    before: EntryState?, after: EntryState, now: EntryState, changedSince: Bool, isUndecided: Bool = false,
    force: Bool = false
) -> Inverse {
    guard let before else {
        if now.isDeleted { return .nothing }
        if changedSince, !force { return .conflict(fields: [.creation]) }
        return .become(EntryState(content: now.content, isDeleted: true))
    }
    var merge = FieldMerge(force: force, isUndecided: isUndecided)
    var target = now
    if before.isDeleted != after.isDeleted { target.isDeleted = before.isDeleted }
    let (old, new, present) = (before.content, after.content, now.content)
    target.content.text = merge.text(old.text, new.text, present.text)
    target.content.date = merge.value(old.date, new.date, present.date, .date)
    target.content.tags = merge.tags(old.tags, new.tags, present.tags)
    target.content.isStarred = old.isStarred == new.isStarred ? present.isStarred : old.isStarred
    target.content.place = merge.value(old.place, new.place, present.place, .place)
    // Where the operation left no weather, one that is there now was told since, and no person said it.
    let weather = new.weather == nil && old.weather != nil ? nil : present.weather
    target.content.weather = merge.value(old.weather, new.weather, weather, .weather)
    target.content.attachments = merge.value(old.attachments, new.attachments, present.attachments, .attachments)
    target.content.extra = merge.value(old.extra, new.extra, present.extra, .extra)
    target.content.unknown = merge.value(old.unknown, new.unknown, present.unknown, .unknown)
    if !merge.conflicts.isEmpty { return .conflict(fields: merge.conflicts) }
    return target == now ? .nothing : .become(target)
}

/// Undoes single fields, and notes those that cannot be undone.
private struct FieldMerge {
    let force: Bool
    /// Whether several texts stand and nobody has decided between them.
    let isUndecided: Bool
    var conflicts: [ConflictField] = []

    mutating func value<Value: Equatable>(
        _ before: Value, _ after: Value, _ now: Value, _ field: ConflictField
    ) -> Value {
        if before == after || now == before { return now }
        if now == after || force { return before }
        conflicts.append(field)
        return now
    }

    mutating func text(_ before: [UInt8], _ after: [UInt8], _ now: [UInt8]) -> [UInt8] {
        if before == after || now == before { return now }
        if isUndecided, !force {
            conflicts.append(.text)
            return now
        }
        if now == after { return before }
        if case .merged(let text) = reconcile(base: after, ours: now, theirs: before) { return text }
        if force { return before }
        conflicts.append(.text)
        return now
    }

    /// Tags are a set: each goes back on its own and never conflicts with another.
    func tags(_ before: [Tag], _ after: [Tag], _ now: [Tag]) -> [Tag] {
        let (old, new) = (Set(before), Set(after))
        return Set(now).subtracting(new.subtracting(old)).union(old.subtracting(new)).sorted()
    }
}
