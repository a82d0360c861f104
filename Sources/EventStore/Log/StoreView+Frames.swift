internal import DiarylogHost

// Reading events: the frame under a sequence number, and what it says.

extension StoreView {
    /// The newest event: the last of the tail, or the last flushed.
    ///
    /// Keys beyond what a tail can hold are damage, and are ignored.
    func newestStored() throws(EventStoreError) -> UInt64 {
        let flushed = log.meta.flushed
        let (limit, isOver) = flushed.addingReportingOverflow(StoreWriter.tailRoom)
        let end = isOver ? TableKey.afterTail : TableKey.tail(limit)
        var cursor = try cursor(in: .main)
        guard try cursor.seekBefore(end.span), cursor.key.count == 9, cursor.key[0] == 0 else { return flushed }
        return max(flushed, cursor.key.extracting(1..<9).bigEndian(at: 0))
    }

    /// The bytes of the frame under a sequence number, unchecked; nil if there is none.
    @_lifetime(borrow self)
    package func frameBytes(_ sequence: UInt64) throws(EventStoreError) -> Span<UInt8>? {
        log.meter?.note()
        if sequence > log.meta.flushed { return try bytes(for: TableKey.tail(sequence), in: log.tables.main) }
        let key = TableKey.inline(sequence)
        do throws(EventStoreError) { return try bytes(for: key.span, in: log.tables.log) } catch {
            // Whoever passes over an event that lies on a damaged page says so.
            if case .damaged = error { log.damage.note(event: sequence) }
            throw error
        }
    }

    /// A copy of the frame's bytes, which outlives the next write.
    package func frameCopy(_ sequence: UInt64) throws(EventStoreError) -> [UInt8]? {
        guard let bytes = try frameBytes(sequence) else { return nil }
        return [UInt8](copying: bytes)
    }

    /// The frame under a sequence number if it is sound. One that is lost is noted.
    package func soundFrame(_ sequence: UInt64) throws(EventStoreError) -> Frame? {
        guard sequence >= 1, sequence <= log.head else { return nil }
        let slot = LogSlot(try frameBytes(sequence), at: sequence)
        if case .event(let frame) = slot { return frame }
        note(slot, at: sequence)
        return nil
    }

    /// Notes that an event is lost, unless a hole keeps its place: that was told when the log was imported.
    private func note(_ slot: LogSlot, at sequence: UInt64) {
        if slot.isLost { log.damage.note(event: sequence) }
    }

    /// Reads one event with its body at the newest schema.
    ///
    /// The closure is called for an event alone; the result says what stands there. What is lost is noted.
    package func withEvent(
        _ sequence: UInt64,
        _ body: (borrowing EventView) throws -> Void
    ) throws(EventStoreError) -> LogSlot {
        guard sequence >= 1, sequence <= log.head else { return .missing }
        let bytes = try frameBytes(sequence)
        var slot = LogSlot(bytes, at: sequence)
        if case .event(let frame) = slot, let bytes {
            if try look(at: frame, bytes, body) { return slot }
            slot = .damaged(.malformed("a body of an older schema"))
        }
        note(slot, at: sequence)
        return slot
    }
}

extension StoreView {
    /// Looks at the event of a frame in hand, with its body at the newest schema; false if that cannot be lifted.
    ///
    /// `writing` is what an event that is being written says of itself.
    package func look(
        at frame: Frame, _ bytes: Span<UInt8>, writing: Counters? = nil,
        _ body: (borrowing EventView) throws -> Void
    ) throws(EventStoreError) -> Bool {
        let stored = bytes.extracting(frame.body)
        let lifted: [UInt8]?
        do throws(FormatError) {
            lifted = try log.model.upcast(kind: frame.kind, schema: frame.schema, body: stored)
        } catch {
            return false
        }
        do {
            if let lifted {
                try body(EventView(frame: frame, bytes: bytes, body: lifted.span))
            } else {
                try body(EventView(frame: frame, bytes: bytes, body: stored, writing: writing))
            }
        } catch { throw EventStoreError(error) }
        return true
    }
}

/// The device's event before another one, as the log has it.
enum EventBefore {
    /// The event that is named, with the number before.
    case named(Frame)
    /// The event with that number cannot be read, or does not lie where the index says. It may be the one that is
    /// named.
    case unreadable
    /// Those with that number are others, or there are none.
    case none
}

extension StoreView {
    /// The event that a frame names as its device's event before.
    ///
    /// The index of devices leads to a flushed event in two look-ups. An event of the tail is looked for among the
    /// events before, and so is an event that was unreadable when it was flushed: the index lacks it. A damaged index
    /// tells nothing.
    func before(_ frame: Frame) throws(EventStoreError) -> EventBefore {
        guard frame.deviceSequence > 1 else { return .none }
        var candidates = (try? sequences(frame.deviceSequence - 1, of: frame.device, isForked: true)) ?? []
        if candidates.isEmpty || frame.sequence > log.meta.flushed {
            let near: UInt64 = 64
            let first = frame.sequence > near ? frame.sequence - near : 1
            candidates += (first..<frame.sequence).reversed()
        }
        var found = EventBefore.none
        for sequence in candidates where sequence < frame.sequence {
            guard let before = try reachableFrame(sequence) else {
                found = .unreadable
                continue
            }
            guard before.id == frame.previous else { continue }
            let isRight = before.device == frame.device && before.deviceSequence + 1 == frame.deviceSequence
            return isRight ? .named(before) : .none
        }
        return found
    }

    /// The frame under a number; nil if it is not sound, or no page leads to it.
    func reachableFrame(_ sequence: UInt64) throws(EventStoreError) -> Frame? {
        do throws(EventStoreError) { return try soundFrame(sequence) } catch .damaged { return nil } catch {
            throw error
        }
    }
}

/// What stands in the log under one sequence number. Damage is a value, not an error: the rest of the
/// log keeps serving.
package enum LogSlot {
    case event(Frame)
    /// It keeps the position of an event that was lost before this log was made.
    case hole(EventHole)
    /// Bytes that are neither, and why they are no event.
    case damaged(FormatError)
    case missing

    /// What the bytes are that lie under a number.
    package init(_ bytes: Span<UInt8>?, at sequence: UInt64) {
        guard let bytes else {
            self = .missing
            return
        }
        do throws(FormatError) { self = .event(try Frame(bytes, expecting: sequence)) } catch {
            self = EventHole(bytes, at: sequence).map { .hole($0) } ?? .damaged(error)
        }
    }

    /// Whether it is neither an event nor a hole.
    package var isLost: Bool {
        switch self {
        case .event, .hole: false
        case .damaged, .missing: true
        }
    }
}
