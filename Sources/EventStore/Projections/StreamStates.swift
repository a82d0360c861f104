/// The rows of a share of the streams as the log makes them, event by event from the first.
///
/// A row is folded from its stream's events when it is first needed, O(versions); afterwards it is kept, and applies
/// the events that follow. At most 16 MiB are kept: beyond that all rows are dropped, and folded again when needed.
package struct StreamStates {
    /// The event that the rows are as of.
    package private(set) var position: UInt64 = 0
    private var rows: [StreamID: StreamRow] = [:]
    private var bytes = 0
    private let share: StreamShare

    private static let room = 16 << 20

    package init(_ share: StreamShare) { self.share = share }

    /// Goes on by one event, and returns what it does to its stream; nil for an event that is damaged, is of no stream
    /// of the share, which costs a fifth, or neither begins nor continues one.
    package mutating func next(in view: borrowing StoreView) throws(EventStoreError) -> StreamChange? {
        position += 1
        guard try share.holds(view.frameBytes(position)), let frame = try view.soundFrame(position),
            let bytes = try view.frameCopy(position)
        else { return nil }
        let object = frame.object
        guard object != .zero else { return nil }
        let before = try row(of: object, before: frame, in: view)
        let ordinal = if let before { Optional(before.ordinal) } else { try view.ordinal(of: object) }
        guard let ordinal,
            let after = try view.row(after: frame, bytes, before: before, ordinal: ordinal)?.row
        else { return nil }
        keep(after)
        return StreamChange(before: before, after: after)
    }

    private mutating func row(
        of object: StreamID, before frame: Frame, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamRow? {
        if let known = rows[object] { return known }
        guard let row = try view.stream(object, isNamed: frame.previousInStream > 0), row.create < frame.sequence
        else { return nil }
        return try view.row(row, asOf: frame.sequence - 1)
    }

    private mutating func keep(_ row: StreamRow) {
        bytes += row.state.count + 200 - (rows[row.object]?.state.count ?? -200)
        rows[row.object] = row
        if bytes > Self.room {
            rows.removeAll(keepingCapacity: true)
            bytes = 0
        }
    }
}

/// Streams that are dealt out by their ids, to be worked on by several threads: one share of them.
package struct StreamShare: Sendable {
    private let number: UInt64
    private let count: UInt64

    package init(_ number: Int, of count: Int) {
        self.number = UInt64(number)
        self.count = UInt64(count)
    }

    /// Whether it is the first, which also has what is of no stream.
    package var isFirst: Bool { number == 0 }

    /// Whether a frame is of one of its streams, by the bytes as they lie, unchecked. Each frame is of one share,
    /// whatever it says; one in which no stream can be told is of the first.
    package func holds(_ bytes: Span<UInt8>?) -> Bool {
        guard count > 1 else { return true }
        var object = StreamID.zero
        if let bytes { object = StoredHeader.object(in: bytes, from: FrameLayout.headerOffset) ?? .zero }
        return (object.high ^ object.low) % count == number
    }
}

extension StoreView {
    /// The ordinal of a stream, flushed or begun in the tail.
    func ordinal(of object: StreamID) throws(EventStoreError) -> UInt32? {
        if let stored = try storedRow(of: object) { return stored.ordinal }
        return try stream(object)?.ordinal
    }
}
