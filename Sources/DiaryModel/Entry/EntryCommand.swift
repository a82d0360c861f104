/// What a person asks of one entry.
public enum EntryCommand: Equatable, Sendable {
    case create(EntryContent)
    case edit(EntryEdit)
    /// Gives the entry those fields that a person changed in the content they saw, whatever the others are by now.
    case revise(from: EntryContent, to: EntryContent)
    /// Gives the entry the content of an earlier version, and restores it if it was deleted.
    case become(EntryContent)
    case delete
    case restore
}

/// The fields to change; a field that is nil stays.
public struct EntryEdit: Equatable, Sendable {
    /// The new text, in UTF-8; nil leaves it.
    public var text: [UInt8]?
    /// The new date; nil leaves it.
    public var date: EntryDate?
    /// Tags to add.
    public var addedTags: [Tag] = []
    /// Tags to remove.
    public var removedTags: [Tag] = []
    /// Files to add; they must have been put.
    public var addedAttachments: [Attachment] = []
    /// Files to take off.
    public var removedAttachments: [Attachment] = []
    /// Whether it becomes starred; nil leaves it.
    public var isStarred: Bool?
    /// The new place; nil leaves it.
    public var place: Place?
    /// Whether the place is taken off, unless there is a new one.
    public var removesPlace = false

    /// An edit that changes nothing.
    public init() {}

    /// Whether it asks for anything.
    public var isEmpty: Bool { self == EntryEdit() }

    package func applied(to content: EntryContent) -> EntryContent {
        var result = content
        if let text { result.text = text }
        if let date { result.date = date }
        if !addedTags.isEmpty || !removedTags.isEmpty {
            result.tags = Set(tags(of: content)).sorted()
        }
        if !addedAttachments.isEmpty || !removedAttachments.isEmpty {
            result.attachments = Set(content.attachments).subtracting(removedAttachments).union(addedAttachments)
                .sorted()
        }
        if let isStarred { result.isStarred = isStarred }
        if removesPlace || place != nil { result.move(to: place) }
        return result
    }
}

extension EntryEdit {
    /// The tags afterwards. One that is the same as another is not added, and takes that off where it is not there
    /// itself.
    private func tags(of content: EntryContent) -> [Tag] {
        let own = Set(content.tags)
        let others = Set(removedTags.filter { !own.contains($0) }.map(\.folded))
        let kept = own.subtracting(removedTags).filter { others.isEmpty || !others.contains($0.folded) }
        var known = Set(kept.map(\.folded))
        return kept + addedTags.filter { known.insert($0.folded).inserted }
    }
}

/// What a command leads to.
package enum Decision: Equatable, Sendable {
    /// These events, in this order; empty if the command changes nothing.
    case events([EntryEvent])
    case refused(Refusal)
}

/// Why a command is refused; nothing is written.
public enum Refusal: Equatable, Sendable, Error {
    case noSuchEntry
    case alreadyExists
    /// The entry is deleted; restore it first.
    case isDeleted
    /// The entry was forgotten, for ever.
    case isForgotten
    /// A text without a visible character is not an entry.
    case nothingVisible
    /// The text or a tag is not UTF-8; nothing repairs it silently.
    case notUTF8
    case textTooLong(bytes: Int)
    case tagTooLong(bytes: Int)
    /// More tags than `EntryLimits.tags`.
    case tooManyTags(count: Int)
    case emptyTag
    case zoneTooLong
    /// Not in the years 1 to 9999, a whole day that is not its midnight, a minute that is not its beginning, or an
    /// offset over 18 hours.
    case improperDate
    /// Beyond ±90 or ±180 degrees.
    case improperPlace
    /// Weather with neither a word nor an icon, or with one of more than 1,024 bytes.
    case improperWeather
    /// A key of `extra` that is empty, occurs twice, or has more than 1,024 bytes.
    case improperExtra
    /// An attached file whose name cannot name a file, or whose name or media type has more than 255 bytes.
    case improperAttachment
    /// Text, tags, attachments and all other fields together exceed `EntryLimits.content`.
    case contentTooLarge
}

/// Decides which events a command leads to. Pure: it takes no time, id or randomness.
package func decide(_ command: EntryCommand, _ state: EntryState?) -> Decision {
    if case .create(let content) = command {
        if state != nil { return .refused(.alreadyExists) }
        if let refusal = refusal(of: content) { return .refused(refusal) }
        let count = Set(content.tags).count
        if count > EntryLimits.tags { return .refused(.tooManyTags(count: count)) }
        if !content.attachments.allSatisfy(\.isProper) { return .refused(.improperAttachment) }
        return .events([.created(content.inOrder)])
    }
    guard let state else { return .refused(.noSuchEntry) }
    switch command {
    case .create: return .refused(.alreadyExists)
    case .edit(let edit):
        if state.isDeleted { return .refused(.isDeleted) }
        return change(from: state, to: edit.applied(to: state.content))
    case .revise(let seen, let wanted):
        if state.isDeleted { return .refused(.isDeleted) }
        return change(from: state, to: state.content.revised(from: seen, to: wanted.inOrder))
    case .become(let content):
        let decision = change(from: state, to: content)
        guard state.isDeleted, decision == .events([]) else { return decision }
        return .events([.edited(state.content, hunks: nil)])
    case .delete: return .events(state.isDeleted ? [] : [.deleted])
    case .restore: return .events(state.isDeleted ? [.edited(state.content, hunks: nil)] : [])
    }
}

private func change(from state: EntryState, to content: EntryContent) -> Decision {
    let content = content.inOrder
    if state.content.inOrder == content { return .events([]) }
    if let refusal = refusal(of: content) { return .refused(refusal) }
    // An entry that came with more may be changed, and lose some.
    if content.tags.count > max(EntryLimits.tags, state.content.tags.count) {
        return .refused(.tooManyTags(count: content.tags.count))
    }
    // What came from elsewhere, under whatever name, does not keep the entry from being changed.
    let known = Set(state.content.attachments)
    if content.attachments.contains(where: { !$0.isProper && !known.contains($0) }) {
        return .refused(.improperAttachment)
    }
    return .events([.edited(content, hunks: hunksIfChanged(from: state.content, to: content))])
}

extension EntryContent {
    /// This content with every field that differs between two others as the second has it.
    fileprivate func revised(from seen: EntryContent, to wanted: EntryContent) -> EntryContent {
        func value<Value: Equatable>(_ field: KeyPath<EntryContent, Value>) -> Value {
            (seen[keyPath: field] == wanted[keyPath: field] ? self : wanted)[keyPath: field]
        }
        func elements<Element: Hashable & Comparable>(_ field: KeyPath<EntryContent, [Element]>) -> [Element] {
            let (old, new) = (Set(seen[keyPath: field]), Set(wanted[keyPath: field]))
            return Set(self[keyPath: field]).subtracting(old.subtracting(new)).union(new.subtracting(old)).sorted()
        }
        var result = self
        result.text = value(\.text)
        result.date = value(\.date)
        result.tags = elements(\.tags)
        result.isStarred = value(\.isStarred)
        result.place = value(\.place)
        result.weather = value(\.weather)
        result.attachments = elements(\.attachments)
        result.extra = value(\.extra)
        for number in Set((seen.unknown + wanted.unknown).map(\.number)) {
            let after = wanted.unknown.first { $0.number == number }
            if seen.unknown.first(where: { $0.number == number }) == after { continue }
            result.unknown.removeAll { $0.number == number }
            if let after { result.unknown.append(after) }
        }
        result.unknown.sort { $0.number < $1.number }
        return result
    }
}

/// Why content cannot even be kept as a draft: as for an entry, but for the text, which need not show anything yet.
package func draftRefusal(of content: EntryContent) -> Refusal? { refusal(of: content, needingText: false) }

/// The limits of format 1, and the one rule about what an entry is: its text has a visible character.
private func refusal(of content: EntryContent, needingText: Bool = true) -> Refusal? {
    if content.text.count > EntryLimits.text { return .textTooLong(bytes: content.text.count) }
    guard let text = String(validating: content.text, as: UTF8.self) else { return .notUTF8 }
    if needingText, !hasVisibleCharacter(text) { return .nothingVisible }
    if !content.date.isProper { return .improperDate }
    if content.date.zone.utf8.count > EntryLimits.zone { return .zoneTooLong }
    if content.place?.isProper == false { return .improperPlace }
    if content.weather?.isProper == false { return .improperWeather }
    if !EntryContent.isProper(content.extra) { return .improperExtra }
    for tag in content.tags {
        if tag.bytes.isEmpty { return .emptyTag }
        if String(validating: tag.bytes, as: UTF8.self) == nil { return .notUTF8 }
        if tag.bytes.count > EntryLimits.tag { return .tagTooLong(bytes: tag.bytes.count) }
    }
    return content.sizeAtMost > EntryLimits.content ? .contentTooLarge : nil
}
