internal import DiaryModel
public import EventStore
internal import Host
internal import LMDB

/// A version of an entry, as `history` shows it.
public struct EntryVersion: Sendable {
    /// Its number, from 1.
    public var version: UInt64
    /// The event that made it.
    public var sequence: UInt64
    /// When that was written.
    public var recordedAt: Stamp
    /// The kind of that event, as in `log`.
    public var kind: String
    /// The title it left; nil where the text cannot be put together, or has none.
    public var title: String?
    /// Bytes of the text it left.
    public var size: Int
}

/// A line of an entry, and the event that wrote it.
public struct BlamedLine: Sendable {
    /// The line, without its end.
    public var text: String
    /// The event that wrote it.
    public var sequence: UInt64
    /// The version that event made.
    public var version: UInt64
    /// When it was written.
    public var recordedAt: Stamp
}

extension Diary {
    /// The versions of an entry up to a moment, newest first; nil for an entry that did not exist then.
    ///
    /// Folds the entry's events forwards, each once.
    @available(*, noasync)
    public func history(of id: Identifier, at point: DiaryPoint = .head) throws(DiaryError) -> [EntryVersion]? {
        try read(point) { (reader, sequence) throws(EventStoreError) in
            var versions: [EntryVersion] = []
            let isKnown = try reader.forEachVersion(of: id, asOf: sequence) { (frame, stamp, state) in
                let text = state.map { String(decoding: $0.content.text, as: UTF8.self) }
                versions.append(
                    EntryVersion(
                        version: frame.version, sequence: frame.sequence, recordedAt: stamp,
                        kind: EventKindName.text(frame.kind),
                        title: text.flatMap { Headline(of: $0).title.map(String.init) },
                        size: state?.content.text.count ?? 0))
            }
            return isKnown ? versions.reversed() : nil
        }
    }

    /// Which event wrote each line of an entry, as of a moment; nil for an entry that did not exist then.
    @available(*, noasync)
    public func blame(_ id: Identifier, at point: DiaryPoint = .head) throws(DiaryError) -> [BlamedLine]? {
        try read(point) { (reader, sequence) throws(EventStoreError) in
            var blame = Blame()
            var authors: [UInt64: (version: UInt64, stamp: Stamp)] = [:]
            let isKnown = try reader.forEachVersion(of: id, asOf: sequence) { (frame, stamp, state) in
                guard let state else { return }
                authors[frame.sequence] = (frame.version, stamp)
                blame.follow(state.content.text, by: frame.sequence)
            }
            guard isKnown else { return nil }
            return blame.attributed.map { line in
                let author = authors[line.author]
                return BlamedLine(
                    text: line.text, sequence: line.author, version: author?.version ?? 0,
                    recordedAt: author?.stamp ?? Stamp(wall: 0, offset: 0))
            }
        }
    }

    /// One version of an entry, by its number; nil where there is none. A deleted version is what it was before.
    @available(*, noasync)
    public func version(
        _ version: UInt64, of id: Identifier, at point: DiaryPoint = .head
    ) throws(DiaryError) -> Entry? {
        try read(point) { (reader, limit) throws(EventStoreError) in
            guard let row = try reader.transaction.stream(id, reader.log),
                let sequence = try reader.transaction.event(version, of: row, reader.log), sequence <= limit
            else { return nil }
            return try reader.transaction.entry(row, asOf: sequence, reader.log)
        }
    }

    /// The version an event made, by a prefix of the event's id; nil where no event of the entry has it.
    @available(*, noasync)
    public func version(
        byEvent prefix: String, of id: Identifier, at point: DiaryPoint = .head
    ) throws(DiaryError) -> Entry? {
        try read(point) { (reader, limit) throws(EventStoreError) in
            guard let row = try reader.transaction.stream(id, reader.log) else { return nil }
            for sequence in try reader.transaction.events(of: row, reader.log) where sequence <= limit {
                guard let frame = try reader.transaction.soundFrame(sequence, reader.log),
                    frame.id.hexadecimal.hasPrefix(prefix)
                else { continue }
                return try reader.transaction.entry(row, asOf: sequence, reader.log)
            }
            return nil
        }
    }
}

extension StoreReader {
    /// Visits an entry's versions up to an event, oldest first, each with the state it left.
    ///
    /// False where the entry did not exist then. The state is nil where it cannot be put together.
    func forEachVersion(
        of id: Identifier, asOf limit: UInt64, _ visit: (Frame, Stamp, EntryState?) -> Void
    ) throws(EventStoreError) -> Bool {
        guard let row = try transaction.stream(id, log), row.create <= limit else { return false }
        var state: EntryState?
        var version: UInt64 = 0
        var origins = Origins()
        for sequence in try transaction.events(of: row, log) where sequence <= limit {
            var stamp = Stamp(wall: 0, offset: 0)
            var next: EntryState?
            let reading = try transaction.withEvent(sequence, log, &origins) { (event) throws(EventStoreError) in
                stamp = Stamp(wall: event.frame.wall, offset: event.offset)
                // After a lost event the state is not the one this event was made on.
                if event.frame.version != version + 1 { state = nil }
                next = log.model.state(state, followedBy: event)
            }
            guard case .sound(let frame) = reading else { continue }
            version = frame.version
            if next == nil, let entry = try transaction.entry(row, asOf: sequence, log) {
                next = EntryState(content: entry.content, isDeleted: entry.isDeleted)
            }
            state = next
            visit(frame, stamp, state)
        }
        return true
    }
}

extension ReadableTransaction where Self: ~Copyable {
    /// The event that made a version of an entry, in O(log versions) steps; nil where there is none.
    func event(_ version: UInt64, of row: StreamRow, _ log: LogState) throws(EventStoreError) -> UInt64? {
        guard version >= 1, version <= row.version else { return nil }
        var sequence = row.head
        while sequence > 0 {
            guard let frame = try soundFrame(sequence, log) else { return nil }
            if frame.version == version { return sequence }
            if frame.version < version { return nil }
            let far = try frame.jump == 0 ? nil : soundFrame(frame.jump, log)
            sequence = far.map { $0.version >= version } == true ? frame.jump : frame.previousInStream
        }
        return nil
    }
}
