import DiarylogHost

@testable import EventStore

// What the tests ask of a store, each in a transaction of its own.

extension Store {
    /// A stream's row now, or as of an event; nil if it had not begun.
    func stream(_ id: StreamID, asOf sequence: UInt64? = nil) throws(EventStoreError) -> StreamRow? {
        let reader = try beginRead()
        guard let row = try reader.view.stream(id) else { return nil }
        guard let sequence else { return row }
        return row.create <= sequence ? try reader.view.row(row, asOf: sequence) : nil
    }

    /// The number and body of each readable event of a stream.
    func events(of id: StreamID) throws(EventStoreError) -> [(sequence: UInt64, body: [UInt8])] {
        let reader = try beginRead()
        guard let row = try reader.view.stream(id) else { return [] }
        var events: [(sequence: UInt64, body: [UInt8])] = []
        for sequence in try reader.view.events(of: row) {
            _ = try reader.view.withEvent(sequence) { events.append((sequence, [UInt8](copying: $0.body))) }
        }
        return events
    }

    /// What the newest readable event up to one counts.
    func totals(asOf sequence: UInt64) throws(EventStoreError) -> Counters {
        try beginRead().view.newestSound(upTo: sequence)?.counters ?? Counters()
    }

    /// The newest event that came at or before an instant.
    func head(notAfter instant: Int64, now: Int64) throws(EventStoreError) -> UInt64 {
        let reader = try beginRead()
        return try moment(instant, now: now, in: reader.view).sequence
    }
}
