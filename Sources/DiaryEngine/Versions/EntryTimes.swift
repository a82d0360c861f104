internal import DiaryModel
internal import EventStore

// When an entry was created and modified, by the events of it that had come up to a point.

extension StoreView {
    /// When the entry of a row was created, by its events up to one: the time of the creation of least stamp.
    ///
    /// The row knows it, unless that creation came later; then the entry's events before are read.
    func created(_ row: StreamRow, asOf sequence: UInt64) throws(EventStoreError) -> ClockReading? {
        let head = EntryRow.head(of: row.state)
        if let head, head.createdBy <= sequence { return head.created }
        var first: (stamp: EventStamp, time: ClockReading)?
        try forEachStep(of: row, from: sequence) { (step, time, _) in
            if step.isCreation, first.map({ step.stamp < $0.stamp }) ?? true { first = (step.stamp, time) }
            return true
        }
        return first?.time ?? head?.created
    }

    /// When the entry of a row was modified, by its events up to one: the time of the event of greatest stamp that
    /// modified it; nil if there is none, or an event hides it.
    ///
    /// Goes back to the newest such event that all before it lead to.
    func modified(_ row: StreamRow, asOf sequence: UInt64) throws(EventStoreError) -> ClockReading? {
        var last: (stamp: EventStamp, time: ClockReading)?
        let isWhole = try forEachStep(of: row, from: sequence) { (step, time, isBranched) in
            if !step.isModification { return true }
            if last.map({ $0.stamp < step.stamp }) ?? true { last = (step.stamp, time) }
            return isBranched
        }
        return isWhole ? last?.time : nil
    }

    /// Visits the events of a row's entry up to one, newest first, until the visitor returns false: each with its time,
    /// and whether its entry had other heads after it. False if one could not be read.
    @discardableResult
    private func forEachStep(
        of row: StreamRow, from limit: UInt64, _ visit: (EntryStep, ClockReading, Bool) -> Bool
    ) throws(EventStoreError) -> Bool {
        guard var sequence = try lastEvent(of: row, notAfter: limit) else { return false }
        var goesOn = true
        while goesOn, sequence > 0 {
            var previous: UInt64 = 0
            let slot = try withEvent(sequence) { event in
                previous = event.frame.previousInStream
                goesOn = visit(
                    try step(event), event.frame.writtenAt, event.frame.marks.contains(.branched))
            }
            guard case .event = slot else { return false }
            sequence = previous
        }
        return true
    }
}

extension Frame {
    /// When its event was written, by the clock of its device.
    var writtenAt: ClockReading { ClockReading(wall: wall, offset: offset) }
}

extension WriteContext {
    /// When what is written by it is written.
    var now: ClockReading { ClockReading(wall: wall, offset: offset) }
}
