internal import DiaryModel
public import EventStore

/// A line of an entry, and the event that wrote it.
public struct BlamedLine: Sendable {
    /// The line, without its end.
    public var text: String
    /// The event that wrote it.
    public var sequence: SequenceNumber
    /// The version that event made.
    public var version: EntryVersion
    /// When that event was written.
    public var recordedAt: ClockReading
}

extension Diary {
    /// Which event wrote each line of an entry, as of a point; nil for an entry that did not exist then.
    ///
    /// Lines are traced along all parents of a version. If a text is merged from several, a line that none of them has
    /// counts as written by the entry's first head. Reads all versions, oldest first, each once.
    public func blame(_ id: EntryID, at point: DiaryPoint = .head) throws(EventStoreError) -> [BlamedLine]? {
        try read(point) { view, sequence in try view.blame(of: id, asOf: sequence) }
    }
}

extension StoreView {
    fileprivate func blame(of id: EntryID, asOf sequence: UInt64) throws(EventStoreError) -> [BlamedLine]? {
        var blames: [UInt64: Blame] = [:]
        var authors: [UInt64: (version: UInt64, stamp: ClockReading)] = [:]
        var newest: UInt64 = 0
        var uses = try uses(of: id, asOf: sequence)
        let isKnown = try forEachVersion(of: id, asOf: sequence) { version in
            guard let state = version.state else { return }
            let number = version.frame.sequence
            authors[number] = (version.frame.version, version.stamp)
            // A version whose parents are lost continues the version before it.
            let parents = version.parents.isEmpty && number != version.create ? [newest] : version.parents
            var blame = parents.first.flatMap { blames[$0] } ?? Blame()
            blame.apply(state.content.text, by: number, beside: parents.dropFirst().compactMap { blames[$0] })
            blames[number] = blame
            for parent in parents {
                uses[parent, default: 1] -= 1
                if uses[parent] == 0 { blames[parent] = nil }
            }
            newest = number
        }
        guard isKnown, let row = try stream(id, isNamed: true),
            let entry = try entry(row, asOf: sequence)
        else { return nil }
        let heads = (entry.branches?.heads.map(\.number) ?? [newest])
        var blame = heads.first.flatMap { blames[$0] } ?? Blame()
        blame.apply(
            entry.content.text, by: heads.first ?? newest, beside: heads.dropFirst().compactMap { blames[$0] })
        return lines(blame.attributed, authors)
    }

    private func lines(
        _ attributed: [(text: String, author: UInt64)], _ authors: [UInt64: (version: UInt64, stamp: ClockReading)]
    ) -> [BlamedLine] {
        attributed.map { line in
            let author = authors[line.author]
            return BlamedLine(
                text: line.text, sequence: SequenceNumber(line.author), version: EntryVersion(author?.version ?? 0),
                recordedAt: author?.stamp ?? ClockReading(wall: 0, offset: 0))
        }
    }

    /// For each of an entry's events, how many others were decided on it.
    private func uses(of id: EntryID, asOf limit: UInt64) throws(EventStoreError) -> [UInt64: Int] {
        guard let row = try stream(id, isNamed: true) else { return [:] }
        var uses: [UInt64: Int] = [:]
        for sequence in try events(of: row) where sequence <= limit {
            guard let bytes = try frameBytes(sequence),
                let frame = try? Frame(bytes, expecting: sequence)
            else { continue }
            for parent in frame.parents(in: bytes) where parent > 0 { uses[parent, default: 0] += 1 }
        }
        return uses
    }
}
