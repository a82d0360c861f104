import EventStore
import EventStoreCodable

/// Habits and the days on which they were kept: each habit is a stream, and its state is a Swift value.
struct Habits: CodableApplication {
    let name = "habits"
    let events: [any CodableEvent.Type] = [Begun.self, Kept.self]

    struct Begun: CodableEvent {
        static let kind = EventKind(1, beginsStream: true)
        var name: String
    }

    /// What `Kept` was at first. Events of this shape may lie in a log for ever.
    struct KeptAtFirst: CodableEvent {
        static let kind = EventKind(2)
        var day: Int
    }

    /// Schema 2 counts minutes, too.
    struct Kept: CodableEvent {
        static let kind = EventKind(2, schema: 2)
        var day: Int
        var minutes: Int

        init(day: Int, minutes: Int) { (self.day, self.minutes) = (day, minutes) }
        init(upcasting older: KeptAtFirst) { self.init(day: older.day, minutes: 0) }
    }

    struct Habit: Codable {
        var name: String
        var days: [Int] = []
        var minutes = 0

        /// How many days in a row it was kept, up to the last.
        var streak: Int {
            zip(days.reversed(), days.reversed().dropFirst()).prefix { $0 == $1 + 1 }.count + (days.isEmpty ? 0 : 1)
        }
    }

    enum Refusal: Error { case keptAlready(day: Int) }

    func state(after event: StoredEvent, from habit: Habit?) throws -> Habit {
        guard var habit else { return Habit(name: try event.decode(Begun.self).name) }
        let kept = try event.decode(Kept.self)
        if let last = habit.days.last, last >= kept.day { throw Refusal.keptAlready(day: last) }
        habit.days.append(kept.day)
        habit.minutes += kept.minutes
        return habit
    }
}

/// How many habits were kept on each day, after each event.
///
///     "day 2 " | number of the event 8  ->  how many 1
struct Calendar: Projection {
    let name = "calendar"
    let version: UInt16 = 1

    func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange] {
        guard event.kind == Habits.Kept.kind.number else { return [] }
        let day = try event.decode(Habits.Kept.self).day
        let count = try Self.count(on: day, asOf: event.sequence, &rows)
        return [.put(Self.key(day, event.sequence), [UInt8(count + 1)])]
    }

    static func count(on day: Int, asOf sequence: SequenceNumber, _ rows: inout ProjectionRows) throws -> Int {
        let row = try rows.last(atOrBefore: key(day, sequence))
        guard let row, row.key.starts(with: key(day, 0).dropLast(8)) else { return 0 }
        return Int(row.value[0])
    }

    static func key(_ day: Int, _ sequence: SequenceNumber) -> [UInt8] { Array("day \(day) ".utf8) + sequence.bytes }
}
