internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange
internal import Synchronization

// Counts: months and streaks, and the tags by how many entries have them.

extension DiaryServer {
    /// How many events are followed from the last counts; behind more, everything is counted anew.
    private static let near: UInt64 = 1_000

    func tags(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let at = try diary.resolve(point)
        let replacements = diary.replacements
        let counts = try counts(at: at, replacements)
        lastTags.withLock { $0 = (at, counts, replacements) }
        return ["at": .number(at.rawValue), "tags": StatisticsJSON.tags(counts)]
    }

    /// The last counts with what differs since, whichever way time goes; or a count of every entry.
    private func counts(at: SequenceNumber, _ replacements: Int) throws -> TagCounts {
        guard let last = lastTags.withLock({ $0 }), last.replacements == replacements,
            max(last.at, at).rawValue - min(last.at, at).rawValue <= Self.near
        else {
            var request = ListRequest()
            request.point = .event(at)
            return try diary.tags(request).counts
        }
        var counts = last.counts
        try diary.forEachDifference(from: last.at, to: at) { item in
            if let before = item.before { counts.remove(before.content) }
            if let after = item.after { counts.add(after.content) }
        }
        return counts
    }

    func statistics(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let today = try today(at: point)
        let (days, totals, at) = try diary.statistics(today: today, at: point)
        return StatisticsJSON.object(days, totals, at: at)
    }

    /// The number of the day that it was at a point.
    private func today(at point: DiaryPoint) throws -> Int {
        let event = point == .head ? nil : try diary.log(limit: 1, at: point).events.first
        let stamp = event?.recordedAt
        let seconds = stamp.map { $0.wall / 1_000_000 + Int64($0.offset) } ?? WriteContext.now().civilSeconds
        return CivilTime(seconds: seconds).dayNumber
    }
}

extension WriteContext {
    /// What the clock shows, in civil seconds.
    var civilSeconds: Int64 { wall / 1_000_000 + Int64(offset) }
}
