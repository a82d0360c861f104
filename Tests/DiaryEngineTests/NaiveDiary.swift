import DiaryEngine
import DiaryModel
import EventStore

/// The simplest diary there can be: every moment is kept whole.
struct NaiveDiary {
    struct Entry: Equatable {
        var content: EntryContent
        var isDeleted = false
        var version: UInt64 = 1
        var sequence: UInt64
        /// The how many-eth entry ever made.
        var ordinal: Int
        var createdAt: Int64
        var modifiedAt: Int64
        /// Its newest event that is no observation.
        var edited: UInt64
    }

    struct Moment {
        var entries: [EntryID: Entry] = [:]
        /// When the event came into the diary; the clock steps back by minutes at most.
        var arrivedAt: Int64 = .min
    }

    /// After each event, from 0.
    private(set) var moments = [Moment()]
    /// Rows that were imported: what they said, and the number among equal rows.
    private var imported: Set<[UInt8]> = []

    var now: Moment { moments[moments.count - 1] }
    var head: UInt64 { UInt64(moments.count - 1) }

    private mutating func event(at wall: Int64, _ change: (inout [EntryID: Entry]) -> Void) {
        var moment = now
        moment.arrivedAt = max(moment.arrivedAt, wall)
        change(&moment.entries)
        moments.append(moment)
    }

    /// An event that no entry knows of.
    mutating func note(at wall: Int64) { event(at: wall) { _ in } }

    mutating func create(_ content: EntryContent, as id: EntryID, at wall: Int64) {
        let sequence = head + 1
        event(at: wall) { entries in
            entries[id] = Entry(
                content: content, sequence: sequence, ordinal: entries.count + 1, createdAt: wall, modifiedAt: wall,
                edited: sequence)
        }
    }

    private mutating func change(
        _ id: EntryID, at wall: Int64, isEdit: Bool = true, _ body: (inout Entry) -> Void
    ) {
        let sequence = head + 1
        event(at: wall) { entries in
            guard var entry = entries[id] else { return }
            body(&entry)
            entry.version += 1
            entry.sequence = sequence
            if isEdit { (entry.modifiedAt, entry.edited) = (wall, sequence) }
            entries[id] = entry
        }
    }

    /// Weather that comes by itself: where there is none, and no edit.
    mutating func observe(_ weather: Weather, of id: EntryID, at wall: Int64) {
        guard let entry = now.entries[id], !entry.isDeleted, entry.content.weather == nil else { return }
        change(id, at: wall, isEdit: false) { $0.content.weather = weather }
    }

    mutating func set(_ content: EntryContent, of id: EntryID, at wall: Int64) {
        guard let entry = now.entries[id] else { return }
        if entry.isDeleted { restore(id, at: wall) }
        if entry.content != content { change(id, at: wall) { $0.content = content } }
    }

    mutating func edit(_ id: EntryID, _ edit: EntryEdit, at wall: Int64) {
        guard let entry = now.entries[id], !entry.isDeleted else { return }
        var content = entry.content
        if let text = edit.text { content.text = text }
        if let date = edit.date { content.date = date }
        if let isStarred = edit.isStarred { content.isStarred = isStarred }
        if let place = edit.place { content.place = place }
        var tags = content.tags.filter { !edit.removedTags.contains($0) }
        for tag in edit.addedTags where !tags.contains(tag) { tags.append(tag) }
        content.tags = tags.sorted()
        set(content, of: id, at: wall)
    }

    mutating func delete(_ id: EntryID, at wall: Int64) {
        if now.entries[id]?.isDeleted == false { change(id, at: wall) { $0.isDeleted = true } }
    }

    mutating func restore(_ id: EntryID, at wall: Int64) {
        if now.entries[id]?.isDeleted == true { change(id, at: wall) { $0.isDeleted = false } }
    }

    /// Which rows an import adds.
    mutating func fresh(_ rows: [ImportedRow], again: Bool) -> [Int] {
        var counts: [[UInt8]: UInt8] = [:]
        var fresh: [Int] = []
        for (index, row) in rows.enumerated() {
            let number = counts[row.identity, default: 0]
            counts[row.identity] = number + 1
            if imported.insert(row.identity + [number]).inserted || again { fresh.append(index) }
        }
        return fresh
    }

    // MARK: Answers

    func list(at sequence: UInt64) -> [EntryID] {
        moments[Int(sequence)].entries.filter { !$0.value.isDeleted }
            .sorted { left, right in
                let (leftDay, rightDay) = (left.value.content.date.seconds, right.value.content.date.seconds)
                return leftDay == rightDay ? left.value.ordinal > right.value.ordinal : leftDay > rightDay
            }
            .map(\.key)
    }

    func list(_ request: ListRequest, at sequence: UInt64) -> [EntryID] {
        func position(_ entry: Entry) -> (Int64, Int64) {
            switch request.sort {
            case .date: (entry.content.date.seconds, Int64(entry.ordinal))
            case .created: (Int64(entry.ordinal), 0)
            case .modified: (Int64(entry.edited), 0)
            }
        }
        let found = moments[Int(sequence)].entries
            .filter { $0.value.isDeleted == request.deleted && request.filter.matches($0.value.content) }
            .sorted { position($0.value) > position($1.value) }
            .map(\.key)
        return request.isReversed ? found.reversed() : found
    }

    func totals(at sequence: UInt64) -> Totals {
        let living = moments[Int(sequence)].entries.values.filter { !$0.isDeleted }
        let words = living.map { entry in
            String(decoding: entry.content.text, as: UTF8.self).unicodeScalars
                .split { $0.properties.isWhitespace }.count
        }
        return Totals(live: UInt64(living.count), words: UInt64(words.reduce(0, +)))
    }

    /// `head` is the id of an entry's newest event, which the naive diary does not know.
    func stateHash(at sequence: UInt64, head: (EntryID) throws -> Digest) rethrows -> Digest {
        var writer = ByteWriter()
        for (id, entry) in moments[Int(sequence)].entries.sorted(by: { $0.key < $1.key }) {
            let content = ContentCodec.encode(entry.content)
            writer.append(id)
            writer.littleEndian(entry.version)
            writer.uint8(entry.isDeleted ? 1 : 0)
            writer.littleEndian(UInt32(1))
            writer.append(try head(id))
            writer.littleEndian(UInt32(0))
            writer.littleEndian(UInt32(content.count))
            writer.append(content)
        }
        return Digest(hashing: writer.bytes)
    }

    func newest(notAfter instant: Int64, now: Int64) -> UInt64 {
        instant >= now ? head : UInt64(moments.dropFirst().prefix { $0.arrivedAt <= instant }.count)
    }
}
