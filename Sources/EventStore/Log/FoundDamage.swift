internal import Synchronization

/// What could not be believed: events that cannot be read, and tables in which a row is not what was written.
public struct Damage: Equatable, Sendable {
    /// Events that cannot be read, each once, oldest first. What they said is missing from the answer, unless later
    /// events say it too.
    public internal(set) var events: [SequenceNumber] = []
    /// Tables in which a row was damaged, each once, in the order of their names.
    public internal(set) var tables: [String] = []

    /// What was met; nothing unless it is given.
    public init(events: [SequenceNumber] = [], tables: [String] = []) {
        self.events = events
        self.tables = tables
    }

    /// Whether everything that was met could be believed.
    public var isNone: Bool { events.isEmpty && tables.isEmpty }

    mutating func note(event: SequenceNumber) {
        let index = events.firstIndex { $0 >= event } ?? events.endIndex
        if index == events.endIndex || events[index] != event { events.insert(event, at: index) }
    }

    mutating func note(table: String) {
        let index = tables.firstIndex { $0 >= table } ?? tables.endIndex
        if index == tables.endIndex || tables[index] != table { tables.insert(table, at: index) }
    }
}

/// Collects the damage that transactions meet, for the answers that they give.
///
/// Each store has one for all of its transactions; `collecting` gives a call one of its own. Where nothing is damaged,
/// nothing is ever noted, so it costs nothing.
package final class FoundDamage: Sendable {
    /// What the calls of this task report to besides their store; nil unless somebody asks.
    @TaskLocal private static var collector: FoundDamage?

    private let met = Mutex(Damage())
    /// Beyond so many events the rest is not noted: those named are enough to know that the log is damaged.
    private static let room = 10_000

    package init() {}

    /// What was met so far.
    package var found: Damage { met.withLock { $0 } }

    /// Forgets what was met so far.
    package func forget() { met.withLock { $0 = Damage() } }

    package func note(event sequence: UInt64) {
        met.withLock { damage in
            if damage.events.count < Self.room { damage.note(event: SequenceNumber(sequence)) }
        }
        if let collector = Self.collector, collector !== self { collector.note(event: sequence) }
    }

    package func note(table: String) {
        met.withLock { $0.note(table: table) }
        if let collector = Self.collector, collector !== self { collector.note(table: table) }
    }

    package func note(_ damage: Damage) {
        if damage.isNone { return }
        for event in damage.events { note(event: event.rawValue) }
        for table in damage.tables { note(table: table) }
    }

    /// Runs a call, and returns what it met besides its result.
    package static func collecting<Answer, Failure: Error>(
        _ body: () throws(Failure) -> Answer
    ) -> (Result<Answer, Failure>, Damage) {
        let (damage, outer) = (FoundDamage(), collector)
        let outcome = $collector.withValue(damage) {
            do throws(Failure) { return Result<Answer, Failure>.success(try body()) } catch { return .failure(error) }
        }
        outer?.note(damage.found)
        return (outcome, damage.found)
    }
}
