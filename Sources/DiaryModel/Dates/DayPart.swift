/// A part of the day, in which an hour of a 12-hour clock is one hour only.
///
///     am, 오전    0 to 11      morning      0 to 11     새벽    0 to 6
///     pm, 오후   12 to 23      afternoon   12 to 18     아침    5 to 11
///                              evening     16 to 23     낮     10 to 17, 점심 11 to 15
///                              night, 밤   18 to 23     저녁   16 to 23
///
/// Without an hour it stands for its usual one, so that "this morning" can be a date.
enum DayPart: Int, Sendable {
    case am, pm
    case dawn, koreanMorning, noonish, lunch, koreanEvening
    case morning, afternoon, evening
    case night

    private var hours: ClosedRange<Int> {
        switch self {
        case .am, .morning: 0...11
        case .pm: 12...23
        case .dawn: 0...6
        case .koreanMorning: 5...11
        case .noonish: 10...17
        case .lunch: 11...15
        case .afternoon: 12...18
        case .evening, .koreanEvening: 16...23
        case .night: 18...23
        }
    }

    /// The hour it stands for by itself.
    var usualHour: Int {
        switch self {
        case .am: 10
        case .pm, .afternoon: 15
        case .dawn: 5
        case .koreanMorning, .morning: 8
        case .noonish: 13
        case .lunch: 12
        case .evening, .koreanEvening: 19
        case .night: 22
        }
    }

    /// The hour of the day that an hour said with this part is. Throws `impossible` if there is none, and `vague` for
    /// the small hours of a night, which may belong to either day.
    func hour(said hour: Int) throws(DateProblem.Reason) -> Int {
        // 오전 0시 is how Korean writes midnight; 13 and more are not said with am and pm.
        let isHalf = self == .am || self == .pm
        guard hour <= 23, !isHalf || hour <= 12, self != .pm || hour > 0 else { throw .impossible }
        let candidates = hour == 0 || hour > 12 ? [hour] : [hour % 12, hour % 12 + 12]
        if let found = candidates.first(where: { hours.contains($0) }) { return found }
        throw self == .night && hour <= 12 ? .vague : .impossible
    }
}
