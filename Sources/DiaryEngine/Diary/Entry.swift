public import DiaryModel
public import EventStore

/// An entry as it stands, or stood, after some event: a value, read from one snapshot.
public struct Entry: Equatable, Sendable {
    /// Its identifier, for ever.
    public var id: Identifier
    /// Text, date and all other fields.
    public var content: EntryContent
    /// Whether it stands deleted.
    public var isDeleted: Bool
    /// Counts every event of the entry: 1 when it was made.
    public var version: UInt64
    /// The entry's newest event, as of the moment asked for.
    public var sequence: UInt64
    /// When its first event was written.
    public var createdAt: Stamp
    /// When the event that made this version was written.
    public var modifiedAt: Stamp
    /// Put together around a damaged event, from what stands before and after it.
    public var isRecovered = false

    /// Words of its text: runs of characters that are no white space. Counts anew each time.
    public var words: Int { wordCount(content.text.span) }

    /// Its text as a string; the bytes are in `content`.
    public var text: String { String(decoding: content.text, as: UTF8.self) }
}

/// A clock's reading: microseconds since 1970 UTC, and seconds east of it.
public struct Stamp: Equatable, Sendable {
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
            id: row.object, content: entry.state.content, isDeleted: entry.state.isDeleted, version: row.version,
            sequence: row.head, createdAt: Stamp(wall: entry.createdAt, offset: entry.createdOffset),
            modifiedAt: Stamp(wall: entry.modifiedAt, offset: entry.modifiedOffset))
    }
}
