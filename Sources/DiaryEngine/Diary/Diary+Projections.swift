public import EventStore

// Projections: the diary's own, and those that a program gives to `Diary.init`.

extension Diary {
    /// Lets a projection that was given to `Diary.init` catch up with the newest event, in slices.
    ///
    /// All processes can read and write meanwhile: a slice holds up a writer for some 10 to 40 ms. Each slice is
    /// durable, so a program that is killed goes on from its last slice. `report` is called after each slice and says
    /// whether to go on. An event at which the projection throws is noted and skipped.
    public func catchUp(
        _ projection: some Projection, _ report: (ProjectionProgress) -> Bool = { _ in true }
    ) throws(EventStoreError) {
        try catchUp(RowProjection(projection).name, anew: false, report)
    }

    /// Builds the rows of a projection anew beside the old ones, which serve until the new ones are complete.
    public func rebuild(
        _ projection: some Projection, _ report: (ProjectionProgress) -> Bool = { _ in true }
    ) throws(EventStoreError) {
        try catchUp(RowProjection(projection).name, anew: true, report)
    }

    /// Asks the rows of a projection as of a point.
    ///
    /// Rows whose keys contain the event's number can answer for any point, see `Projection`; the question receives
    /// that number. Events that the rows have not applied yet, among them those of the tail, are applied over them in
    /// memory, some 10 µs each: nothing is written, and the answer covers all events up to the point. What the question
    /// throws comes back as it was thrown.
    public func ask<Answer>(
        _ projection: some Projection, at point: DiaryPoint = .head,
        _ question: (inout ProjectionRows, _ sequence: SequenceNumber) throws -> Answer
    ) throws -> Answer {
        let (name, own) = (RowProjection(projection).name, CallersError())
        return try own.unwrapped { () throws(EventStoreError) in
            try read(point) { view, sequence in
                try view.askRows(of: projection, known: name, asOf: sequence) { rows, sequence in
                    try own.keeping { try question(&rows, SequenceNumber(sequence)) }
                }
            }
        }
    }

    /// The status of the diary's own tables, `streams`, and of each projection that this program keeps.
    public func projections() throws(EventStoreError) -> [ProjectionStatus] {
        try [store.ownStatus()] + store.projectionStatus()
    }

    /// Lets a projection catch up, or builds it anew, by the name under which `projections` lists it.
    ///
    /// The diary's own tables are always current; building them anew holds up writers until it is done.
    package func catchUp(
        _ name: String, anew: Bool, _ report: (ProjectionProgress) -> Bool
    ) throws(EventStoreError) {
        if name == Store.ownTables {
            if anew { try store.rebuildTables { _ = report($0) } }
            return
        }
        _ = try store.catchUp(name, anew: anew, report)
    }
}

extension ProjectedEvent {
    /// The entry before the event; nil before its first, or where its row cannot be read.
    public var entryBefore: Entry? { rowBefore.flatMap { try? Entry($0) } }

    /// The entry after the event; nil where its row cannot be read.
    public var entry: Entry? { try? Entry(rowAfter) }
}
