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
    /// nobody sees the store before it is whole.
    package static func adopt(
        _ read: ForeignLog, at path: String, model: any StreamModel, now: Int64, allowingNetwork: Bool = false
    ) throws(EventStoreError) -> AdoptedLog {
        let place = try NewPlace(path, allowingNetwork: allowingNetwork)
        let log = AdoptableLog(try LogOutline(read), now: now)
        guard log.summary.events > 0 else { throw .unacceptable(record: 1, reason: "there is no event") }
        try place.fill { folder in
            let file = StorePaths.generation(1, folder)
            try build(file: file, scratch: folder, path: place.target, model: model, store: .zero) { _ in }
            let store = try open(file: file, scratch: folder, path: place.target, model: model)
            var progress = AdoptionProgress()
            while progress.next < log.records.count {
                var writer = try store.beginWrite()
                progress = try writer.adopt(log, after: progress, read)
                try writer.commit()
            }
            // The log has been taken, whatever comes of this.
            try? store.tendProjections()
        }
        return log.summary
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

    init(_ outline: LogOutline, now: Int64) {
        let order = LogOrder(outline, .adopting(now: now))
        var summary = AdoptedLog()
        var records: [Int32] = []
        records.reserveCapacity(outline.lines.count)
        for operation in order.operations {
            for record in outline.records(of: operation) {
                records.append(Int32(record))
                if outline.lines[record].marks.contains(.hole) {
                    summary.holes.append(UInt64(record) + 1)
                } else {
                    summary.events += 1
                }
            }
        }
        summary.holes.sort()
        (self.outline, self.order, self.records, self.now, self.summary) = (outline, order, records, now, summary)
    }
}

/// How far the records of a log were taken, and what the next batch must know.
private struct AdoptionProgress {
    /// The place of the next record.
    var next = 0
    /// The first record of the operation that the one before it belongs to.
    var operation: Int32 = 0
    /// No event came before the first batch: `holes` and `orphans` have all there are.
    var state = ImportState(hasSurveyed: true)
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
