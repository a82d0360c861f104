internal import DiarylogHost

/// How a damaged log is taken over.
package struct MendOptions: Sendable {
    /// The kinds of events that forget their stream.
    package var forgettingKinds: Set<UInt16>
    /// When what has no time of arrival is said to have arrived.
    package var arrivedAt: Int64
    /// Streams known to be forgotten, whether or not the log tells it: their content is left out.
    var forgotten: Set<StreamID> = []

    package init(forgettingKinds: Set<UInt16>, arrivedAt: Int64) {
        (self.forgettingKinds, self.arrivedAt) = (forgettingKinds, arrivedAt)
    }
}

/// Hears how far a mending, or a rebuild, has come: in events.
public typealias MendProgress = (_ done: UInt64, _ total: UInt64) -> Void

extension Store {
    /// Makes a store at a path from this one's log, as far as that can be read and proven; this one is only read.
    ///
    /// `donor` is asked for the events that cannot be had here, by their ids, and what it returns is believed only if
    /// it hashes to such an id. What nobody has becomes a hole, which keeps its position. What was forgotten stays
    /// forgotten: a blanked event, or an event that forgets, wins over content from elsewhere. Drafts that can be read
    /// come along, and of `drafts`, which another copy has, those that are lost here. `attached` says which files the
    /// log names; they are taken from `folders` before the store is at its path, if they are there. Everything that
    /// follows from the log is made anew. Costs about what importing the log costs. `report` is called every 1,024
    /// events.
    ///
    /// Where events stay lost, `keep` is shown each row that is sure all the same: it may write what the row says as
    /// events of the store's own, and returns the streams that say it then.
    package func mend(
        into path: String, _ options: MendOptions, allowingNetwork: Bool = false,
        donor: (Set<Digest>) throws -> [Digest: PortableEvent] = { _ in [:] }, drafts: [StoredDraft] = [],
        filesFrom folders: [String] = [],
        attached: (borrowing StoreView) throws -> [AttachedFile] = { _ in [] },
        keep: (StreamRow, inout StoreWriter) throws -> [StreamID] = { _, _ in [] },
        report: MendProgress = { _, _ in }
    ) throws(EventStoreError) -> MendReport {
        try checkLogPages()
        // No transaction is held while threads begin theirs.
        let head = try beginRead().view.log.head
        guard head > 0 else { throw .damaged("there is no event") }
        let found = try prove(through: head, threads: Threads.processors)
        let reader = try beginRead()
        var bad = Set(found.filter { $0.reason != .chain }.compactMap(\.event))
        let proven = try reader.view.idsProvenByOthers(of: bad)
        let restored = try reader.view.restored(bad, proven)
        bad.subtract(restored.keys)
        var wanted = try reader.view.wanted(bad)
        var gifts: [UInt64: PortableEvent] = [:]
        while !wanted.isEmpty {
            let brought = try bridging { try donor(Set(wanted.values.flatMap(\.self))) }
            var next: [UInt64: [Digest]] = [:]
            for (sequence, ids) in wanted {
                let gift = ids.lazy.compactMap { brought[$0] }.first { event in
                    ids.contains(event.id) && (try? event.proven()) != nil
                }
                gifts[sequence] = gift
                // What was brought names the event before it, whose own frame may have lost its id.
                guard let gift, sequence > 1, bad.contains(sequence - 1),
                    let header = try? EventHeader(canonical: gift.header.span)
                else { continue }
                next[sequence - 1] = [header.previous]
            }
            wanted = next.filter { gifts[$0.key] == nil }
        }
        let forgetting = try reader.view.forgettings(options, restored, gifts, unproven: bad)
        var options = options
        options.forgotten = forgetting.all
        var result = MendReport()
        var mended = MendedImport(options, announced: forgetting.announced)
        let place = try NewPlace(path, allowingNetwork: allowingNetwork)
        try Self.create(at: place, model: model, of: head) { sequence in
            if sequence & 1023 == 0 { report(sequence, head) }
            if let event = restored[sequence] ?? gifts[sequence] { return .event(event) }
            if reader.view.isWithinGap(sequence, bad) { return .hole(MendedImport.lost) }
            return try reader.view.record(sequence, proven[sequence])
        } put: { record, sequence, writer in
            if gifts[sequence] == nil, reader.view.isWithinGap(sequence, bad) {
                try mended.keep(afterLast: sequence, &writer)
            } else {
                try mended.add(record, at: sequence, isHealed: gifts[sequence] != nil, &writer)
            }
        } end: { writer in
            try mended.close(&writer)
            result = mended.report
            if !(result.holes.isEmpty && result.lost.isEmpty) {
                try reader.view.forEachSureRow { row, isNewest in
                    if forgetting.all.contains(row.object) { return }
                    // Where a copy had what was lost, the newer events are sound, and an older row is nothing to keep.
                    if !isNewest, let found = try writer.view.stream(row.object), !found.isDoubtful { return }
                    result.kept += try keep(row, &writer)
                }
                result.doubtful = try writer.view.doubtfulStreams()
                for stream in Set(try reader.view.streamsOfRows()).subtracting(forgetting.all).sorted()
                where try writer.view.stream(stream) == nil {
                    result.doubtful.append(stream)
                }
            }
            (result.drafts, result.lostDrafts) = try writer.takeOverDrafts(
                from: reader.view, and: drafts, forgotten: forgetting.all)
            let files = try attached(writer.view)
            result.attachments = try Self.collect(files, into: writer.store.path, from: folders)
        }
        return result
    }
}

extension StoreWriter {
    /// Keeps the drafts of another store that can be read, and of `others` those that are lost there, but none of a
    /// forgotten stream; returns how many, and how many nobody has.
    fileprivate mutating func takeOverDrafts(
        from view: borrowing StoreView, and others: [StoredDraft], forgotten: Set<StreamID>
    ) throws(EventStoreError) -> (taken: Int, lost: Int) {
        var (drafts, last): ([StoredDraft], UInt64) = ([], 0)
        do throws(EventStoreError) { (drafts, last) = (try view.drafts(), try view.lastDraft()) } catch .damaged {
            // Their table is broken.
        } catch {
            throw error
        }
        var lost = view.lostDrafts(of: drafts.count)
        if lost > 0 {
            let known = Set(drafts.map(\.number))
            let brought = others.filter { !known.contains($0.number) }
            drafts += brought
            lost -= min(lost, brought.count)
        }
        drafts.removeAll { forgotten.contains($0.object) }
        try takeOver(drafts, last: last)
        return (drafts.count, lost)
    }
}

extension StoreView {
    /// What stands under a number: an event, or the hole that it leaves. Where neither the hole nor another event
    /// (`proven`) names its id, that of a frame that is sound, though nothing proves it, names it to those that follow.
    fileprivate func record(_ sequence: UInt64, _ proven: Digest?) throws(EventStoreError) -> LogRecord {
        let portable = try record(sequence)
        guard case .hole(var hole)? = portable.record else { return portable.record ?? .hole(MendedImport.lost) }
        hole.id = hole.id ?? proven ?? portable.frame?.id
        return .hole(hole)
    }

    /// Whether an event lies in a long gap: neither it nor any of the next 64, which could name it, can be read. Then
    /// only the events before the gap tell whose it was. To look for that anew for each event of the gap would take the
    /// square of its length.
    fileprivate func isWithinGap(_ sequence: UInt64, _ bad: Set<UInt64>) -> Bool {
        guard sequence < log.head else { return false }
        return (sequence...min(log.head, sequence + 64)).allSatisfy { bad.contains($0) }
    }

    /// The ids that events may have which cannot be read or proven: as their frames say, as they lie there, and as
    /// their neighbours name them.
    fileprivate func wanted(_ bad: Set<UInt64>) throws(EventStoreError) -> [UInt64: [Digest]] {
        var wanted: [UInt64: [Digest]] = [:]
        for sequence in bad {
            var ids: [Digest] = []
            if let bytes = try frameBytes(sequence) { ids = FrameRemains(bytes, at: sequence)?.ids ?? [] }
            if !isWithinGap(sequence, bad), let id = try hole(at: sequence)?.id, !ids.contains(id) { ids.append(id) }
            if !ids.isEmpty { wanted[sequence] = ids }
        }
        return wanted
    }

    /// Those of some events that hashes prove, though their frames are damaged or lie under a wrong key.
    fileprivate func restored(
        _ bad: Set<UInt64>, _ named: [UInt64: Digest]
    ) throws(EventStoreError) -> [UInt64: PortableEvent] {
        var restored: [UInt64: PortableEvent] = [:]
        var isMisplaced = false
        for sequence in bad {
            guard let bytes = try frameBytes(sequence) else {
                isMisplaced = true
                continue
            }
            restored[sequence] = PortableEvent(provenBy: bytes, at: sequence) { $0 == named[sequence] }
        }
        // A wrong key hides others as well: a search for them goes astray there.
        if !isMisplaced { return restored }
        for table in [log.tables.log, log.tables.main] {
            var cursor = try cursor(in: table)
            while try cursor.next() {
                guard let sequence = FrameLayout.number(in: cursor.value), sequence > 0, sequence <= log.head,
                    restored[sequence] == nil, try soundFrame(sequence) == nil
                else { continue }
                restored[sequence] = PortableEvent(provenBy: cursor.value, at: sequence) { $0 == named[sequence] }
            }
        }
        return restored
    }

    /// The ids in damaged frames that another event proves, because it names the id as its parent or as its device's
    /// event before, or that the meta record names. A hole without its id would cost the events that were decided on it
    /// as well.
    fileprivate func idsProvenByOthers(of bad: Set<UInt64>) throws(EventStoreError) -> [UInt64: Digest] {
        var claimed: [Digest: UInt64] = [:]
        for sequence in bad {
            guard let bytes = try frameBytes(sequence) else { continue }
            for id in FrameRemains(bytes, at: sequence)?.ids ?? [] { claimed[id] = sequence }
        }
        var proven: [UInt64: Digest] = [:]
        if claimed.isEmpty { return proven }
        for id in [log.meta.newest, log.meta.own.id] { if let number = claimed[id] { proven[number] = id } }
        try forEachEvent { frame, bytes in
            guard !bad.contains(frame.sequence), frame.isProven(in: bytes) else { return }
            let header = EventHeader(frame.header, in: bytes)
            for id in header.parents + [header.previous] {
                if let number = claimed[id] { proven[number] = id }
            }
        }
        return proven
    }

    /// The streams that were forgotten: an event or a row says so, or content is missing
    /// and only forgetting explains it.
    fileprivate func forgettings(
        _ options: MendOptions, _ restored: [UInt64: PortableEvent], _ gifts: [UInt64: PortableEvent],
        unproven: Set<UInt64>
    ) throws(EventStoreError) -> (all: Set<StreamID>, announced: Set<StreamID>) {
        var (all, announced) = (options.forgotten, Set<StreamID>())
        try forEachEvent { frame, _ in
            let forgets = options.forgettingKinds.contains(frame.kind)
            guard forgets || frame.state == .blanked else { return }
            all.insert(frame.object)
            if forgets, !unproven.contains(frame.sequence) { announced.insert(frame.object) }
        }
        for (number, event) in Array(restored) + Array(gifts) {
            guard let header = try? EventHeader(canonical: event.header.span) else { continue }
            let forgets = options.forgettingKinds.contains(header.kind)
            if forgets || event.payload == nil && gifts[number] == nil { all.insert(header.object) }
            if forgets { announced.insert(header.object) }
        }
        // Where the event that forgets is lost as well, the row says it.
        try forEachSureRow { row, _ in if log.model.isForgotten(row) { all.insert(row.object) } }
        return (all, announced)
    }
}
