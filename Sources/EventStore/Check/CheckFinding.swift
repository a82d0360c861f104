/// What a check of a store found wrong at one place. The check goes on after it.
public struct CheckFinding: Equatable, Sendable {
    /// Where it is.
    public enum Location: Hashable, Sendable {
        /// An event of the log, by its number.
        case event(SequenceNumber)
        /// A row of a table, by the table's name and the bytes of the row's key.
        case row(table: String, key: [UInt8])
        /// A table as a whole.
        case table(String)
        /// The meta record.
        case record
    }

    /// What is wrong there.
    public enum Reason: String, Sendable, CaseIterable {
        /// It must be there, and is not.
        case missing
        /// Its bytes are not those that were written.
        case damaged
        /// The event was lost before this log was made; a hole keeps its position.
        case hole
        /// The event has the id of another one.
        case sameID
        /// The event's version, or the event of its stream before it, is not the one that the stream leads to.
        case stream
        /// The event was decided on something that is no event of its stream.
        case parent
        /// The events of its operation do not stand side by side.
        case operation
        /// The event does not follow its device's event before.
        case chain
        /// The event's running counters are not what the log adds up to.
        case counters
        /// The event's header does not hash to its id.
        case header
        /// The event's payload is not what its header commits to.
        case payload
        /// The event says what its stream cannot follow.
        case senseless
        /// The event itself is sound, but what it changes is lost with an event that cannot be read.
        case baseless
        /// No row of a table stands for the event, although one must.
        case unlisted
        /// It is not what follows from the log.
        case differs
        /// It follows from nothing in the log.
        case surplus
    }

    /// Where it is.
    public var location: Location
    /// What is wrong there.
    public var reason: Reason

    package init(_ location: Location, _ reason: Reason) {
        self.location = location
        self.reason = reason
    }

    /// The event's number, if it is an event.
    package var event: UInt64? {
        guard case .event(let sequence) = location else { return nil }
        return sequence.rawValue
    }

    /// Whether a table is at fault, and not an event.
    package var isOfTable: Bool {
        if case .event = location { return reason == .unlisted }
        return true
    }
}

/// What a check has found so far: each finding once, up to a number that a person can still use, and how many there
/// are in all.
package struct CheckFindings: Sendable {
    package private(set) var all: [CheckFinding] = []
    /// How many there are, those included that were not kept.
    package private(set) var count = 0
    /// How many are kept.
    private let most: Int
    /// How many are kept unless somebody says otherwise.
    package static let most = 10_000

    package init(most: Int = Self.most) { self.most = most }

    package mutating func note(_ location: CheckFinding.Location, _ reason: CheckFinding.Reason) {
        count += 1
        if all.count < most { all.append(CheckFinding(location, reason)) }
    }

    package mutating func note(_ sequence: UInt64, _ reason: CheckFinding.Reason) {
        note(.event(SequenceNumber(sequence)), reason)
    }

    /// Runs a part of a check; where a page or a table is damaged, notes that, a page at this place, and returns nil.
    package mutating func attempt<Result>(
        _ location: CheckFinding.Location, _ part: () throws -> Result
    ) throws(EventStoreError) -> Result? {
        do throws(EventStoreError) { return try bridging { try part() } } catch .damaged {
            note(location, .damaged)
            return nil
        } catch .damagedTable(let name) {
            note(.table(name), .damaged)
            return nil
        } catch { throw error }
    }

    package mutating func append(_ other: CheckFindings) {
        count += other.count
        all += other.all.prefix(max(0, most - all.count))
    }

    package var isEmpty: Bool { count == 0 }
}
