internal import DiaryModel
internal import DiarylogHost
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
    public var recordedAt: Stamp
}

extension Diary {
    /// Which event wrote each line of an entry, as of a point; nil for an entry that did not exist then.
    ///
    /// Lines are traced along all parents of a version. If a text is merged from several, a line that none of them has
    /// counts as written by the entry's first head. Where each version was made on the one before, versions are read
    /// once, newest first, until all lines are found; elsewhere all of them, oldest first, each about three times.
    public func blame(_ id: EntryID, at point: DiaryPoint = .head) throws(EventStoreError) -> [BlamedLine]? {
        try read(point) { view, sequence in
            if let lines = try view.straightBlame(of: id, asOf: sequence) { return lines }
            return try view.blame(of: id, asOf: sequence)
        }
    }
}

extension StoreView {
    /// The same for an entry whose events follow one another in a straight line; nil for any other, and where an event
    /// cannot be read, is not understood, or does not fit.
    ///
    /// Reads each event once, newest first, until all lines have their authors.
    fileprivate func straightBlame(of id: EntryID, asOf limit: UInt64) throws(EventStoreError) -> [BlamedLine]? {
        guard let row = try stream(id, searching: true), row.create <= limit,
            let entry = try entry(row, asOf: limit), entry.branches == nil, !entry.isRecovered
        else { return nil }
        var trace = BlameTrace(entry.content.text)
        var authors: [UInt64: (version: UInt64, stamp: Stamp)] = [:]
        var splices: [SpliceRanges] = []
        var sequence = entry.sequence.rawValue
        while trace.unknown > 0 {
            guard sequence >= row.create, let bytes = try frameBytes(sequence),
                let frame = try? Frame(bytes, expecting: sequence), frame.state == .whole, frame.marks.isEmpty
            else { return nil }
            let unknown = trace.unknown
            if sequence == row.create {
                guard try begins(trace, frame, bytes) else { return nil }
                trace.finish(by: sequence)
            } else {
                guard frame.isDecided(on: frame.previousInStream, in: bytes),
                    try goBack(over: frame, bytes, &splices, &trace)
                else { return nil }
            }
            if trace.unknown < unknown {
                authors[sequence] = (
                    frame.version, Stamp(wall: frame.wall, offset: frame.offset)
                )
            }
            sequence = frame.previousInStream
        }
        return lines(trace.attributed, authors)
    }

    /// Whether the event created an entry of the text that a trace has come to.
    private func begins(
        _ trace: BlameTrace, _ frame: Frame, _ bytes: Span<UInt8>
    ) throws(EventStoreError) -> Bool {
        guard frame.kind == EntryEventCodec.Kind.create, log.model.understands(kind: frame.kind, schema: frame.schema),
            let lifted = try? log.model.upcast(
                kind: frame.kind, schema: frame.schema, body: bytes.extracting(frame.body))
                ?? [UInt8](copying: bytes.extracting(frame.body)),
            let content = try? ContentCodec.decode(lifted.span)
        else { return false }
        return trace.text == content.text
    }

    /// Takes an event that is no creation back; false if it is of a kind that only the entry's graph can tell, or does
    /// not fit.
    private func goBack(
        over frame: Frame, _ bytes: Span<UInt8>, _ splices: inout [SpliceRanges], _ trace: inout BlameTrace
    ) throws(EventStoreError) -> Bool {
        guard log.model.understands(kind: frame.kind, schema: frame.schema) else { return false }
        let body = bytes.extracting(frame.body)
        switch frame.kind {
        case EntryEventCodec.Kind.observe: return true
        case EntryEventCodec.Kind.change, EntryEventCodec.Kind.delete, EntryEventCodec.Kind.restore: break
        default: return false
        }
        let lifted: [UInt8]?
        do throws(FormatError) {
            lifted = try log.model.upcast(kind: frame.kind, schema: frame.schema, body: body)
        } catch {
            return false
        }
        if let lifted { return goBack(over: lifted.span, frame.sequence, &splices, &trace) }
        return goBack(over: body, frame.sequence, &splices, &trace)
    }

    private func goBack(
        over body: Span<UInt8>, _ author: UInt64, _ splices: inout [SpliceRanges], _ trace: inout BlameTrace
    ) -> Bool {
        guard let fields = try? ChangedFields(body) else { return false }
        if let keyframe = fields.keyframe {
            guard let text = try? ContentBytes.text(ofKeyframe: body.extracting(keyframe)),
                trace.text.span.isEqual(to: body.extracting(keyframe).extracting(text))
            else { return false }
        }
        guard let text = fields.text else { return true }
        guard (try? SpliceRanges.read(body, in: text, &splices)) != nil else { return false }
        return trace.goBack(over: splices, in: body, by: author)
    }

    /// The same for any entry, along all parents of a version.
    fileprivate func blame(of id: EntryID, asOf sequence: UInt64) throws(EventStoreError) -> [BlamedLine]? {
        var blames: [UInt64: Blame] = [:]
        var authors: [UInt64: (version: UInt64, stamp: Stamp)] = [:]
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
        guard isKnown, let row = try stream(id, searching: true),
            let entry = try entry(row, asOf: sequence)
        else { return nil }
        let heads = (entry.branches?.heads.map(\.number) ?? [newest])
        var blame = heads.first.flatMap { blames[$0] } ?? Blame()
        blame.apply(
            entry.content.text, by: heads.first ?? newest, beside: heads.dropFirst().compactMap { blames[$0] })
        return lines(blame.attributed, authors)
    }

    private func lines(
        _ attributed: [(text: String, author: UInt64)], _ authors: [UInt64: (version: UInt64, stamp: Stamp)]
    ) -> [BlamedLine] {
        attributed.map { line in
            let author = authors[line.author]
            return BlamedLine(
                text: line.text, sequence: SequenceNumber(line.author), version: EntryVersion(author?.version ?? 0),
                recordedAt: author?.stamp ?? Stamp(wall: 0, offset: 0))
        }
    }

    /// For each of an entry's events, how many others were decided on it.
    private func uses(of id: EntryID, asOf limit: UInt64) throws(EventStoreError) -> [UInt64: Int] {
        guard let row = try stream(id, searching: true) else { return [:] }
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
