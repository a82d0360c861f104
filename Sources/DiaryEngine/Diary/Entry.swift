public import DiaryModel
public import EventStore

/// An entry as it stood after some event: a value, read in one transaction.
public struct Entry: Equatable, Sendable {
    /// Its identifier, for ever.
    public var id: EntryID
    /// Text, date and all other fields.
    public var content: EntryContent
    /// Whether it stands deleted.
    public var isDeleted: Bool
    /// How many events the entry has had: 1 after its creation.
    public var version: EntryVersion
    /// The entry's newest event, as of the point asked for.
    public var sequence: SequenceNumber
    /// That event's id, the same in every log that holds it.
    public var event: Digest
    /// When its creation was written; of several creations, the one of least stamp.
    public var createdAt: ClockReading
    /// When the event that made this version was written; an observation is no edit, and does not count.
    public var modifiedAt: ClockReading
    /// Whether it was recovered around a damaged event, from the events before and after that one.
    public var isRecovered = false
    /// Whether any of its events says what it is that this program understands. Else a newer program wrote it, its date
    /// is when that was, and its text is empty.
    public var isUnderstood = true
    /// Nil if the entry stands on its newest event alone.
    package var branches: EntryBranches?

    /// How many words its text has: runs of characters that are not white space. Counts anew each time.
    public var words: Int { wordCount(content.text.span) }

    /// Title, body and a preview of one line, by the rule of `Headline`. Costs a pass over the text.
    public var headline: Headline { Headline(of: text) }

    /// Its text as a string; the bytes are in `content`.
    public var text: String { String(decoding: content.text, as: UTF8.self) }
}

extension Entry {
    /// An entry of one version that stands in no diary: what a format is tried with.
    package init(id: EntryID, content: EntryContent, writtenAt stamp: ClockReading) {
        self.init(
            id: id, content: content, isDeleted: false, version: EntryVersion(1), sequence: SequenceNumber(1),
            event: .zero, createdAt: stamp, modifiedAt: stamp)
    }

    /// Whether it stands on other events than its newest alone, or on one that carries an undecided text.
    public var isBranched: Bool { branches != nil }

    /// How its text came about, or that the entry was forgotten.
    public var status: EntryStatus { branches?.status ?? (isUnderstood ? .one : .notUnderstood) }

    /// Whether what its events said is gone for ever: it was forgotten, by now or later. Any other text has a visible
    /// character.
    public var isForgotten: Bool { status == .forgotten || (content.text.isEmpty && !isRecovered && isUnderstood) }

    /// Whether it is alive although one of its heads stands deleted.
    public var isContested: Bool { branches?.isContested ?? false }

    /// The heads of its stream; empty if its newest event is the only one.
    public var heads: [Digest] { (branches?.heads ?? []).map { Digest($0.id) } }

    /// The events that it stands on: its heads, or its newest event alone.
    public var standsOn: [Digest] { heads.isEmpty ? [event] : heads }

    /// In a conflict, the texts that are not shown, in ascending order of their stamps.
    public var alternatives: [EntryAlternative] {
        (branches?.alternatives ?? []).map { alternative in
            EntryAlternative(
                event: Digest(alternative.event.id), sequence: SequenceNumber(alternative.event.number),
                text: alternative.text)
        }
    }
}

/// A text of an entry in conflict that is not the one shown.
public struct EntryAlternative: Equatable, Sendable {
    /// The event that wrote it.
    public var event: Digest
    /// That event's number in this log.
    public var sequence: SequenceNumber
    /// UTF-8.
    public var text: [UInt8]
}

/// A clock's reading: microseconds since 1970 UTC, and the zone's offset in seconds east of UTC.
public struct ClockReading: Equatable, Sendable {
    /// Microseconds since 1970 UTC.
    public var wall: Int64
    /// Seconds east of UTC.
    public var offset: Int32

    /// A reading of a clock.
    public init(wall: Int64, offset: Int32) {
        self.wall = wall
        self.offset = offset
    }
}

extension Entry {
    init(_ row: StreamRow) throws(EventStoreError) {
        let entry = try DiaryStreams.entry(row)
        self.init(
            id: row.object, content: entry.state.content, isDeleted: entry.state.isDeleted,
            version: EntryVersion(row.version),
            sequence: SequenceNumber(row.head), event: row.headID,
            createdAt: entry.head.created, modifiedAt: entry.head.modified, isUnderstood: entry.state.isUnderstood,
            branches: entry.branches)
    }

    /// What it is, without how its text came about.
    var state: EntryState { EntryState(content: content, isDeleted: isDeleted, isUnderstood: isUnderstood) }

    init(
        id: EntryID, view: EntryView, version: UInt64, sequence: UInt64, event: Digest, createdAt: ClockReading,
        modifiedAt: ClockReading, isRecovered: Bool
    ) {
        self.init(
            id: id, content: view.state.content, isDeleted: view.state.isDeleted, version: EntryVersion(version),
            sequence: SequenceNumber(sequence),
            event: event, createdAt: createdAt, modifiedAt: modifiedAt, isRecovered: isRecovered,
            isUnderstood: view.state.isUnderstood, branches: view.branches)
    }
}
