internal import DiarylogHost
internal import DiarylogLMDB

// A store is made of an exported log, batch by batch, in a folder beside its place.

/// What was made of an exported log.
public struct AdoptedLog: Equatable, Sendable {
    /// How many events it has, each counted once.
    public var events = 0
    /// The numbers of the records that are holes, from 1; a hole whose event is there as well is none.
    public var holes: [UInt64] = []

    /// Nothing yet.
    public init() {}
}

extension Store {
    /// Makes a store at a path of a whole log from elsewhere, as `create` makes one: whole, or not at all.
    ///
    /// Each event gets the arrival that its line states. If one line states none, all get the time that `LogOrder`
    /// shows. Throws `refused` with the number of the record that is not accepted.
    ///
    /// Held are some 200 bytes a record, and one batch of 4,096 records or 8 MiB, which may end within an operation:
    /// nobody sees the store before it is whole. Each batch is on the disk before the next one begins: what a killed
    /// process leaves, the next adoption of the same log in the same order goes on with.
    package static func adopt(
        _ read: ForeignLog, at path: String, model: any StreamModel, now: Int64, allowingNetwork: Bool = false
    ) throws(EventStoreError) -> AdoptedLog {
        let place = try NewPlace(path, allowingNetwork: allowingNetwork)
        let log = AdoptableLog(try LogOutline(read), now: now)
        guard log.summary.events > 0 else { throw .unacceptable(record: 1, reason: "there is no event") }
        let scratch = try place.claim(for: log.fingerprint)
        place.sweep()
        try place.fill(scratch) { folder in
            let file = StorePaths.generation(1, folder)
            if try !takeIn(log, read, file: file, folder: folder, for: place, model) {
                try bridging(folder) {
                    for name in [file, file + "-lock"] { try FileSystem.removeTree(name) }
                }
                try build(file: file, scratch: folder, path: place.target, model: model, store: .zero) { _ in }
                guard try takeIn(log, read, file: file, folder: folder, for: place, model) else {
                    throw EventStoreError.storage("a new file could not be read again")
                }
            }
        }
        return log.summary
    }

    /// Takes a log into the file of a folder, after what that has of it; false if it has nothing that can be gone on
    /// with.
    private static func takeIn(
        _ log: AdoptableLog, _ read: ForeignLog, file: String, folder: String, for place: NewPlace,
        _ model: any StreamModel
    ) throws(EventStoreError) -> Bool {
        guard let store = try beginning(file: file, folder: folder, for: place, model),
            let done = try log.done(in: store)
        else { return false }
        var progress = try AdoptionProgress(of: log, after: done, read)
        while progress.next < log.records.count { progress = try store.takeBatch(of: log, after: progress, read) }
        // The log has been taken, whatever comes of this.
        try? store.tendProjections()
        return true
    }

    /// Takes one batch. A commit that fails is not asked after: nobody else has the file, and it is removed then.
    private func takeBatch(
        of log: AdoptableLog, after progress: AdoptionProgress, _ read: ForeignLog
    ) throws(EventStoreError) -> AdoptionProgress {
        var writer = try beginWrite()
        let next = try writer.adopt(log, after: progress, read)
        try writer.commit()
        return next
    }

    /// Opens the file of a folder that nobody else uses; nil if there is none, or it has no sound meta record.
    private static func beginning(
        file: String, folder: String, for place: NewPlace, _ model: any StreamModel
    ) throws(EventStoreError) -> Store? {
        let kind = try bridging(file) { try FileSystem.kind(of: file) }
        guard kind == .file else { return nil }
        do throws(EventStoreError) {
            let store = try open(file: file, scratch: folder, path: place.target, model: model, isDurable: true)
            return try store.current().soundMeta() == nil ? nil : store
        } catch .damaged {
            return nil
        } catch {
            throw error
        }
    }
}

/// A log from elsewhere, in the order in which a new store takes it.
private struct AdoptableLog {
    let outline: LogOutline
    let order: LogOrder
    /// The records of all operations, one behind the other.
    let records: [Int32]
    let now: Int64
    let summary: AdoptedLog
    /// Is the same for those logs alone that say the same, in the same order and of the same times.
    let fingerprint: Digest

    init(_ outline: LogOutline, now: Int64) {
        let order = LogOrder(outline, .adopting(now: now))
        var summary = AdoptedLog()
        var digest = RunningDigest()
        var bytes = ByteWriter(capacity: 64)
        var records: [Int32] = []
        records.reserveCapacity(outline.lines.count)
        for operation in order.operations {
            for record in outline.records(of: operation) {
                records.append(Int32(record))
                let line = outline.lines[record]
                bytes.removeAll()
                bytes.append(line.id)
                bytes.uint8(line.marks.intersection([.hole, .bare]).rawValue)
                if line.marks.contains(.hole) {
                    summary.holes.append(UInt64(record) + 1)
                    bytes.append(outline.devices[Int(line.device)])
                    bytes.littleEndian(line.number)
                } else {
                    summary.events += 1
                    bytes.littleEndian(order.arrival(of: operation) ?? line.arrived)
                }
                digest.update(bytes.bytes)
            }
        }
        summary.holes.sort()
        (self.outline, self.order, self.records, self.now, self.summary) = (outline, order, records, now, summary)
        fingerprint = digest.finish()
    }

    /// How many records a store has, which was begun with this log; nil if it has something else.
    func done(in store: Store) throws(EventStoreError) -> Int? {
        let reader = try store.beginRead()
        let head = reader.view.log.head
        if reader.view.log.metaIsDerived || head > UInt64(records.count) { return nil }
        guard head > 0 else { return 0 }
        return try reader.view.holds(line(Int(head) - 1), at: head) ? Int(head) : nil
    }

    /// The record at a place in the order.
    func line(_ place: Int) -> LogOutline.Line { outline.lines[Int(records[place])] }
}

/// How far the records of a log were taken, and what the next batch must know.
private struct AdoptionProgress {
    /// The place of the next record.
    var next: Int
    /// The first record of the operation that the one before it belongs to.
    var operation: Int32 = 0
    var state = ImportState()

    /// What was carried from batch to batch when the first so many records had been taken, told from the log again.
    init(of log: AdoptableLog, after done: Int, _ read: ForeignLog) throws(EventStoreError) {
        next = done
        state.hasSurveyed = done == 0
        for place in 0..<done {
            let (line, record) = (log.line(place), Int(log.records[place]))
            if !line.marks.contains(.continues) { operation = log.records[place] }
            if line.marks.contains(.hole) {
                state.unfinished?.note(holeOf: record + 1)
            } else {
                state.unfinished = ImportState.Unfinished(
                    last: line.id, device: log.outline.devices[Int(line.device)], index: line.index + 1,
                    count: line.count, record: record + 1)
            }
            if let rest = state.unfinished, rest.index >= rest.count { state.unfinished = nil }
            guard line.marks.contains(.bare), case .event(let event) = try log.outline.record(record, read),
                let header = try? EventHeader(canonical: event.header.span)
            else { continue }
            state.bare[header.object] = min(record + 1, state.bare[header.object] ?? record + 1)
        }
    }
}

extension StoreWriter {
    /// Takes records of a log into a store that is being made, until the batch is full.
    ///
    /// Only the last batch can tell whether the last operation is whole, and whether all streams of which an event came
    /// without its payload were forgotten.
    fileprivate mutating func adopt(
        _ log: AdoptableLog, after progress: AdoptionProgress, _ read: ForeignLog
    ) throws(EventStoreError) -> AdoptionProgress {
        precondition(store.isBeingMade, "an operation that others can see is written at once")
        var progress = progress
        imported = progress.state
        imported.isOpen = false
        var batch = ImportBatch()
        while progress.next < log.records.count, !batch.isFull {
            let record = Int(log.records[progress.next])
            if !log.outline.lines[record].marks.contains(.continues) { progress.operation = log.records[progress.next] }
            let found = try log.outline.record(record, read)
            batch.note(found)
            switch found {
            case .event(let event):
                let arrivedAt = log.order.arrival(of: progress.operation) ?? event.arrivedAt ?? log.now
                try importEvent(event, arrivedAt: arrivedAt, record: record + 1)
            case .hole(let hole):
                let answer = try importHole(hole, record: record + 1)
                guard answer == .accepted else { throw .refused(record: record + 1, answer) }
            }
            progress.next += 1
        }
        progress.state = imported
        if progress.next < log.records.count { (imported.bare, imported.unfinished) = ([:], nil) }
        return progress
    }
}

extension StoreView {
    /// Whether a record of a log from elsewhere stands at a position.
    fileprivate func holds(_ line: LogOutline.Line, at sequence: UInt64) throws(EventStoreError) -> Bool {
        guard line.marks.contains(.hole) else { return try soundFrame(sequence)?.id == line.id }
        guard let bytes = try frameBytes(sequence), let hole = EventHole(bytes, at: sequence) else { return false }
        return hole.deviceSequence == line.number
    }
}
