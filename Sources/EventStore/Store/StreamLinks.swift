package import LMDB

/// What a new event of a stream points back to.
struct StreamLinks {
    var jump: UInt64 = 0
    var keyframeSteps = 0
}

extension ReadableTransaction where Self: ~Copyable {
    /// The links of the event that follows a row's head, and the head's id.
    ///
    /// Jump pointers are skew-binary: an event whose predecessor's jump spans as far as the jump before it takes
    /// over both, else it points to its predecessor.
    ///
    ///     1 ← 2 ← 3 ← 4 ← 5 ← 6 ← 7 ← 8       7 jumps to 3? the spans 3…1 and 7…4 are equal, so 8 jumps to 1
    ///
    /// Two reads; a version is then found in O(log versions). A damaged neighbour shortens the jump, no more.
    func links(after row: StreamRow, _ log: LogState) throws(EventStoreError) -> (StreamLinks, [Digest]) {
        guard let head = try soundFrame(row.head, log) else {
            throw .damaged("event \(row.head), which this change would follow")
        }
        var links = StreamLinks(jump: row.head, keyframeSteps: Int(head.keyframeSteps))
        if head.jump != 0, let middle = try soundFrame(head.jump, log), middle.jump != 0,
            let far = try soundFrame(middle.jump, log),
            head.version - middle.version == middle.version - far.version
        {
            links.jump = middle.jump
        }
        return (links, [head.id])
    }

    /// The stream's last event at or before `limit`, found from its newest in O(log versions) steps.
    ///
    /// Nil where the stream began later. Where a damaged frame breaks the way, the log is searched backwards.
    package func lastEvent(
        ofStreamWithHead head: UInt64, create: UInt64, notAfter limit: UInt64, _ log: LogState
    ) throws(EventStoreError) -> UInt64? {
        guard create <= limit else { return nil }
        var sequence = head
        while sequence > limit {
            guard let frame = try soundFrame(sequence, log) else {
                return try searchBackwards(from: sequence - 1, create: create, notAfter: limit, log)
            }
            sequence = frame.jump > limit ? frame.jump : frame.previousInStream
            if sequence == 0 { return nil }
        }
        return sequence
    }

    private func searchBackwards(
        from start: UInt64, create: UInt64, notAfter limit: UInt64, _ log: LogState
    ) throws(EventStoreError) -> UInt64? {
        var sequence = min(start, limit)
        while sequence > create {
            if let frame = try soundFrame(sequence, log), frame.object == .sequence(create) { return sequence }
            sequence -= 1
        }
        return sequence == create ? create : nil
    }
}
