/// A log that is written anew, record by record, into a file that nobody else sees: without what is forgotten, with
/// late events in the place of their holes, out of an exported log, or as far as a damaged one can be had.
///
/// Each record comes through the door through which every event from elsewhere comes. So whatever frames and tables say
/// follows from what the new log has. It takes as many transactions as it needs, and one may end within an operation.
///
///     read:  1 A   2 B   3 hole   4 A   5 B        B is forgotten, and 3 has come after all
///     put:   1 A   2 b   3 A      4 A   5 b        each under the number that it had
struct Relog {
    /// What becomes of a record, which has a number, in the new log.
    typealias Change = (LogRecord, UInt64, inout StoreWriter) throws -> Void

    /// The number of the next record, from 1.
    private(set) var next: UInt64
    private var state = ImportState()

    /// Goes on behind so many records.
    init(after count: UInt64 = 0) {
        next = count + 1
        state.hasSurveyed = count == 0
    }

    /// Takes records up to one of them, until the transaction is full: each is read, and put into the new log.
    ///
    /// `isWhole` if that one is the last: only then can it be told whether the last operation is whole, and whether all
    /// streams were forgotten of which an event came without its payload.
    mutating func run(
        through last: UInt64, isWhole: Bool = false, into writer: inout StoreWriter,
        read: (UInt64) throws -> LogRecord, put: Change
    ) throws(EventStoreError) {
        precondition(writer.store.isBeingMade, "an operation that others can see is written at once")
        writer.imported = state
        writer.imported.isOpen = false
        // Held once: what the log before has told grows in place.
        state = ImportState()
        var batch = ImportBatch()
        do {
            while next <= last, !batch.isFull {
                let record = try read(next)
                batch.note(record)
                try put(record, next, &writer)
                next += 1
            }
        } catch { throw EventStoreError(error) }
        state = writer.imported
        if next <= last || !isWhole { (writer.imported.withoutPayload, writer.imported.unfinished) = ([:], nil) }
    }
}

extension Store {
    /// Makes a store at a place out of so many records of another log, as `create` makes one: whole, or not at all. The
    /// last transaction is also handed to `end`.
    static func create(
        at place: NewPlace, model: any StreamModel, of count: UInt64, read: (UInt64) throws -> LogRecord,
        put: Relog.Change, end: (inout StoreWriter) throws -> Void = { _ in }
    ) throws(EventStoreError) {
        try place.fill { folder in
            let file = StorePaths.generation(1, folder)
            try build(file: file, scratch: folder, path: place.target, model: model, store: .zero) { _ in }
            let store = try open(file: file, scratch: folder, path: place.target, model: model)
            var relog = Relog()
            while relog.next <= count {
                var writer = try store.beginWrite()
                try relog.run(through: count, isWhole: true, into: &writer, read: read, put: put)
                if relog.next > count { try end(&writer) }
                try writer.commit()
            }
            // The log has been taken, whatever comes of this.
            try? store.maintainProjections()
        }
    }
}

extension StoreWriter {
    /// Offers a record of a log that is taken as a whole.
    package mutating func offer(_ record: LogRecord, number: Int = 0) throws(EventStoreError) -> OperationAnswer {
        switch record {
        case .event(let event): try offer(event, arrivedAt: event.arrivedAt ?? 0, record: number)
        case .hole(let hole): try importHole(hole, record: number)
        }
    }
}
