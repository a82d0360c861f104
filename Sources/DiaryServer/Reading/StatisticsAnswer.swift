internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Counts: months and streaks.

extension DiaryServer {
    func statistics(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        try call.items.end()
        let today = try today(at: point)
        let (days, totals, at) = try diary.statistics(today: today, at: point)
        return StatisticsJSON.object(days, totals, at: at)
    }

    /// The number of the day that it was at a point.
    private func today(at point: DiaryPoint) throws -> Int {
        let event = point == .head ? nil : try diary.log(limit: 1, at: point).events.first
        let stamp = event?.recordedAt
        let seconds = stamp.map { $0.wall / 1_000_000 + Int64($0.offset) } ?? Moment.now().civilSeconds
        return CivilTime(seconds: seconds).dayNumber
    }
}
