internal import DiaryModel
internal import EventStore

/// The events of a row that becomes an entry, one after the other, and what the entry is before and after each.
struct ImportSteps {
    private(set) var events: [(event: EntryEvent, writtenAt: ClockReading?)] = []
    private(set) var equalVersions = 0
    private(set) var improperTimes = 0
    /// What the entry is after some of the events, which were evolved last.
    private var evolved: (count: Int, state: EntryState?) = (0, nil)

    /// Times later than `wall` stand for the present.
    init(_ row: ImportedRow, by wall: Int64) {
        var state: EntryState?
        for version in row.versions {
            let writtenAt = admissible(version.writtenAt, by: wall)
            let after = EntryState(content: version.content, isDeleted: version.isDeleted)
            let changes: [EntryEvent]
            if let state {
                changes = DiaryModel.events(from: state, to: after)
                if changes.isEmpty { equalVersions += 1 }
            } else {
                changes = [.created(version.content)] + (version.isDeleted ? [.deleted] : [])
            }
            events += changes.map { ($0, writtenAt) }
            state = after
        }
    }

    /// What the entry is after so many events; nil after none. Costs a step for each since the last call, from the
    /// first where that asked for more.
    mutating func state(after count: Int) -> EntryState? {
        if evolved.count > count { evolved = (0, nil) }
        while evolved.count < count {
            do { evolved.state = try evolve(evolved.state, events[evolved.count].event) } catch {
                preconditionFailure("events follow from the states that they lead to")
            }
            evolved.count += 1
        }
        return evolved.state
    }

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
