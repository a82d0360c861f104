internal import DiaryModel
internal import EventStore

/// The events of a row that becomes an entry, one after the other, and what the entry is after each.
struct ImportSteps {
    private(set) var events: [(event: EntryEvent, after: EntryState, writtenAt: ClockReading?)] = []
    private(set) var equalVersions = 0
    private(set) var improperTimes = 0

    /// Times later than `wall` stand for the present.
    init(_ row: ImportedRow, by wall: Int64) {
        for version in row.versions {
            let writtenAt = admissible(version.writtenAt, by: wall)
            let after = EntryState(content: version.content, isDeleted: version.isDeleted)
            let changes: [EntryEvent]
            if let state = events.last?.after {
                changes = DiaryModel.events(from: state, to: after)
                if changes.isEmpty { equalVersions += 1 }
            } else {
                changes = [.created(version.content)] + (version.isDeleted ? [.deleted] : [])
            }
            for change in changes {
                guard let state = try? evolve(events.last?.after, change) else {
                    preconditionFailure("events follow from the states that they lead to")
                }
                events.append((change, state, writtenAt))
            }
        }
    }

    /// What the entry is before one of the events; nil before the first.
    func state(before event: Int) -> EntryState? { event == 0 ? nil : events[event - 1].after }

    /// A time that an event may have, or nil.
    private mutating func admissible(_ stamp: ClockReading?, by wall: Int64) -> ClockReading? {
        guard let stamp else { return nil }
        if stamp.isAdmissible(by: wall) { return stamp }
        improperTimes += 1
        return nil
    }
}

extension ClockReading {
    /// Whether an event that is imported at a time may have been written at this one.
    func isAdmissible(by wall: Int64) -> Bool {
        self.wall >= EventLimits.wall.lowerBound && self.wall <= wall && EventLimits.offset.contains(offset)
    }
}
