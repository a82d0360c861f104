package import DiaryModel
package import EventStore

/// An entry as it stands, or stood, after some event: a value, read from one snapshot.
package struct Entry: Equatable, Sendable {
    package var id: Identifier
    package var content: EntryContent
    package var isDeleted: Bool
    /// Counts every event of the entry: 1 when it was made.
    package var version: UInt64
    /// The entry's newest event, as of the moment asked for.
    package var sequence: UInt64
    package var createdAt: Stamp
    package var modifiedAt: Stamp
    /// Put together around a damaged event, from what stands before and after it.
    package var isRecovered = false

    package var text: String { String(decoding: content.text, as: UTF8.self) }
}

/// A clock's reading: microseconds since 1970 UTC, and seconds east of it.
package struct Stamp: Equatable, Sendable {
    package var wall: Int64
    package var offset: Int32

    package init(wall: Int64, offset: Int32) {
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
