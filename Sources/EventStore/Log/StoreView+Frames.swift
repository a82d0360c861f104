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

    /// The frame under a sequence number, or why it cannot be read.
    ///
    /// A damaged frame is a value, not an error: the rest of the log keeps serving.
    package func frame(_ sequence: UInt64) throws(EventStoreError) -> FrameReading {
        guard sequence >= 1, sequence <= log.head else { return .missing }
        guard let bytes = try frameBytes(sequence) else {
            log.damage.note(event: sequence)
            return .missing
        }
        do throws(FormatError) {
            return .sound(try Frame(bytes, expecting: sequence))
        } catch {
            doubt(sequence, bytes)
            return .damaged(error)
        }
    }

    /// Notes that an event cannot be read, unless a hole keeps its place: that was told when the log was imported.
    func doubt(_ sequence: UInt64, _ bytes: Span<UInt8>) {
        if EventHole(bytes, at: sequence) == nil { log.damage.note(event: sequence) }
    }

    /// The frame under a sequence number if it is sound.
    package func soundFrame(_ sequence: UInt64) throws(EventStoreError) -> Frame? {
        guard case .sound(let frame) = try frame(sequence) else { return nil }
        return frame
    }

    /// Reads one event with its body at the newest schema.
    ///
    /// The closure is not called for a damaged or missing event; the result says which it is.
    package func withEvent(
        _ sequence: UInt64,
        _ body: (borrowing EventView) throws -> Void
    ) throws(EventStoreError) -> FrameReading {
        guard sequence >= 1, sequence <= log.head else { return .missing }
        guard let bytes = try frameBytes(sequence) else {
            log.damage.note(event: sequence)
            return .missing
        }
        let frame: Frame
        do throws(FormatError) {
            frame = try Frame(bytes, expecting: sequence)
        } catch {
            doubt(sequence, bytes)
            return .damaged(error)
        }
        if try look(at: frame, bytes, body) { return .sound(frame) }
        log.damage.note(event: sequence)
        return .damaged(.malformed("a body of an older schema"))
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

/// What stands in the log under one sequence number.
package enum FrameReading {
    case sound(Frame)
    case damaged(FormatError)
    case missing
}
