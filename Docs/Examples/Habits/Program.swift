import EventStore
import EventStoreCodable

/// `habits FOLDER` keeps two habits there for a week, and says what came of it.
@main
struct Program {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: habits FOLDER") }
        let store = try Store.create(at: CommandLine.arguments[1], for: Habits(), projections: [Calendar()])
        let (walk, read) = (StreamID.random(), StreamID.random())
        try await store.append(Habits.Begun(name: "산책"), to: walk, expecting: .noStream)
        try await store.append(Habits.Begun(name: "read"), to: read, expecting: .noStream)
        let kept = Habits.Kept(day: 1, minutes: 30)
        for _ in 1...2 {
            try await store.append(kept, to: walk, expecting: .exists, key: "walk of day 1")
        }
        for day in 2...5 where day != 4 {
            try await store.append([
                NewEvent(Habits.Kept(day: day, minutes: 20), of: walk, expecting: .exists),
                NewEvent(Habits.Kept(day: day, minutes: 45), of: read, expecting: .exists),
            ])
        }
        do {
            try await store.append(kept, to: walk, expecting: .exactly(5))
        } catch Habits.Refusal.keptAlready(let day) {
            print("kept already, up to day \(day)")
        } catch EventStoreError.conflict(_, let expected, let actual) {
            print("somebody was there before: \(expected), \(actual ?? 0)")
        }
        for stream in [walk, read] {
            guard let habit = try store.stream(stream)?.decode(Habits.Habit.self) else { continue }
            print("\(habit.name): \(habit.days.count) days, \(habit.streak) in a row, \(habit.minutes) minutes")
        }
        let (then, now) = try (
            store.ask(Calendar(), asOf: 5) { rows, sequence in try Calendar.count(on: 2, asOf: sequence, &rows) },
            store.ask(Calendar()) { rows, sequence in try Calendar.count(on: 2, asOf: sequence, &rows) }
        )
        print("on day 2: \(now), and as of event 5: \(then)")
    }
}
