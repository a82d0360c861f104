/// What a measure came to: over all, by weeks and by months.
public struct MeasureStatistics: Equatable, Sendable {
    /// Some of the numbers.
    public struct Part: Equatable, Sendable {
        /// The first day it is about, in days since 1970-01-01: a Monday, or the first of a month.
        public var day: Int
        /// How many numbers.
        public var count = 0
        /// Their sum.
        public var sum = 0.0
        /// Their mean.
        public var mean: Double { count == 0 ? 0 : sum / Double(count) }

        mutating func add(_ value: Double) {
            count += 1
            sum += value
        }
    }

    /// All numbers; `day` is that of the first.
    public private(set) var all = Part(day: 0)
    /// The least number.
    public private(set) var least = Double.infinity
    /// The greatest number.
    public private(set) var most = -Double.infinity
    /// Oldest first; weeks without a number are left out.
    public var weeks: [Part] { weekly.values.sorted { $0.day < $1.day } }
    /// Oldest first; months without a number are left out.
    public var months: [Part] { monthly.values.sorted { $0.day < $1.day } }

    private var weekly: [Int: Part] = [:]
    private var monthly: [Int: Part] = [:]

    /// Of nothing yet.
    public init() {}

    /// Adds a number of an entry with this date.
    public mutating func add(_ value: Double, on date: EntryDate) {
        let day = date.civil.dayNumber
        // Day 0 was a Thursday.
        let monday = day - ((day + 3) % 7 + 7) % 7
        let first = day - date.civil.day + 1
        if all.count == 0 || day < all.day { all.day = day }
        all.add(value)
        weekly[monday, default: Part(day: monday)].add(value)
        monthly[first, default: Part(day: first)].add(value)
        (least, most) = (min(least, value), max(most, value))
    }
}
