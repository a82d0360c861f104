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
    /// Held are some 200 bytes a record, and one batch: it ends with the first whole operation that brings it to 4,096
    /// events or 8 MiB. Each batch is on the disk before the next one begins: what a killed process leaves, the next
    /// adoption of the same log in the same order goes on with.
    package static func adopt(
        _ read: ForeignLog, at path: String, model: any StreamModel, now: Int64, allowingNetwork: Bool = false
    ) throws(EventStoreError) -> AdoptedLog {
        let place = try NewPlace(path, allowingNetwork: allowingNetwork)
        let log = AdoptableLog(try LogOutline(read), now: now)
        guard log.summary.events > 0 else { throw .unacceptable(record: 1, reason: "there is no event") }
        let scratch = try place.claim(for: log.fingerprint)
        place.sweep()
        try place.fill(scratch) { folder in
            let file = Layout.generation(1, folder)
            if try !takeIn(log, read, file: file, folder: folder, for: place, model) {
                try bridging(folder) {
                    for name in [file, file + "-lock", Layout.current(folder)] { try FileSystem.removeTree(name) }
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
        var next = done
        var carried = ImportState()
        carried.hasSurveyed = done == 0
        carried.bare = try log.bare(before: done, read)
        while next < log.order.operations.count {
            (next, carried) = try store.takeBatch(of: log, from: next, read, carried)
        }
        return true
    }

    /// Takes one batch. A commit that fails is not asked after: nobody else has the file, and it is removed then.
    private func takeBatch(
        of log: AdoptableLog, from next: Int, _ read: ForeignLog, _ carried: ImportState
    ) throws(EventStoreError) -> (next: Int, carried: ImportState) {
        while true {
            do throws(EventStoreError) {
                var writer = try beginWrite()
                let taken = try writer.adopt(log, from: next, read, carried)
                try writer.commit()
                return taken
            } catch .mapFull {
                let current = try current()
                try bridging { try current.environment.grow() }
            } catch {
                throw error
            }
        }
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
    let now: Int64
    let summary: AdoptedLog
    /// Is the same for those logs alone that say the same, in the same order and of the same times.
    let fingerprint: Digest

    init(_ outline: LogOutline, now: Int64) {
        let order = LogOrder(outline, .adopting(now: now))
        var summary = AdoptedLog()
        var digest = RunningDigest()
        var bytes = ByteWriter(capacity: 64)
        for operation in order.operations {
            for record in outline.records(of: operation) {
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
        (self.outline, self.order, self.now, self.summary) = (outline, order, now, summary)
        fingerprint = digest.finish()
    }

    /// How many operations a store has, which was begun with this log; nil if it has something else.
    func done(in store: Store) throws(EventStoreError) -> Int? {
        let reader = try store.beginRead()
        let head = reader.view.log.head
        if reader.view.log.metaIsDerived { return nil }
        var (events, newest): (UInt64, Int?) = (0, nil)
        for (place, operation) in order.operations.enumerated() {
            if events == head {
                guard let newest else { return place }
                return try reader.view.holds(outline.lines[newest], at: head) ? place : nil
            }
            for record in outline.records(of: operation) { (events, newest) = (events + 1, record) }
        }
        guard events == head, let newest else { return nil }
        return try reader.view.holds(outline.lines[newest], at: head) ? order.operations.count : nil
    }

    /// The streams of which the first operations bring an event without its payload, each with the first such record.
    func bare(before end: Int, _ read: ForeignLog) throws(EventStoreError) -> [StreamID: Int] {
        var bare: [StreamID: Int] = [:]
        for operation in order.operations[..<end] {
            for line in outline.records(of: operation) where outline.lines[line].marks.contains(.bare) {
                guard case .event(let event) = try outline.record(line, read),
                    let header = try? EventHeader(canonical: event.header.span)
                else { continue }
                bare[header.object] = min(line + 1, bare[header.object] ?? line + 1)
            }
        }
        return bare
    }
}

extension StoreWriter {
    /// Takes operations of a log into a store that is being made, until the batch is full.
    ///
    /// Returns the number of the next one, and what the next batch must know. Only the last batch can tell whether all
    /// streams of which an event came without its payload were forgotten.
    fileprivate mutating func adopt(
        _ log: AdoptableLog, from start: Int, _ read: ForeignLog, _ carried: ImportState
    ) throws(EventStoreError) -> (next: Int, carried: ImportState) {
        imported = carried
        imported.isOpen = false
        var batch = ImportBatch()
        var next = start
        while next < log.order.operations.count, !batch.isFull {
            let operation = log.order.operations[next]
            for line in log.outline.records(of: operation) {
                let record = try log.outline.record(line, read)
                batch.note(record)
                switch record {
                case .event(let event):
                    let arrivedAt = log.order.arrival(of: operation) ?? event.arrivedAt ?? log.now
                    try importEvent(event, arrivedAt: arrivedAt, record: line + 1)
                case .hole(let hole):
                    let answer = try importHole(hole, record: line + 1)
                    guard answer == .accepted else { throw .refused(record: line + 1, answer) }
                }
            }
            next += 1
        }
        let after = imported
        if next < log.order.operations.count { imported.bare = [:] }
        return (next, after)
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
