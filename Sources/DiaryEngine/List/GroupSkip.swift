internal import EventStore
internal import Host

/// Leads a walk over blocks of spans past the groups that hold nothing it looks for.
///
/// Where a walk comes to a group, the rows of that group and of those behind it are looked at until one may hold a
/// visible span; the blocks of the others are never touched. So an import of a million entries that was undone costs a
/// list some hundred rows of neighbours.
struct GroupSkip {
    let isReversed: Bool
    /// How many groups were looked at.
    private(set) var visited = 0
    /// The group looked at last, through whose blocks the walk goes.
    private var group: GroupRange?

    init(isReversed: Bool = false) { self.isReversed = isReversed }

    /// Skips the group that the cursor has come to, and those behind it, as long as none of their blocks can hold a
    /// span that is visible as of an event; returns whether the cursor was moved. Throws `damaged` for a group that is
    /// not what was written.
    mutating func leave(
        _ cursor: inout TableCursor, _ groups: inout TableCursor, asOf flushed: UInt64, _ isHere: inout Bool
    ) throws(EventStoreError) -> Bool {
        if let group, group.holds(cursor.key) { return false }
        guard try groups.seekAtOrBefore(cursor.key) else { return false }
        var isMoved = false
        while try !mayHold(groups.key, groups.value, asOf: flushed) {
            isMoved = true
            guard try isReversed ? groups.previous() : groups.next() else {
                isHere = false
                return true
            }
        }
        let first = [UInt8](copying: groups.key)
        let end = try groups.next() ? [UInt8](copying: groups.key) : nil
        group = GroupRange(first: first, end: end)
        guard isMoved else { return false }
        if !isReversed {
            isHere = try cursor.seek(first.span)
        } else if let end {
            isHere = try cursor.seekBefore(end.span)
        } else {
            isHere = try cursor.last()
        }
        return true
    }

    private mutating func mayHold(
        _ key: Span<UInt8>, _ value: Span<UInt8>, asOf flushed: UInt64
    ) throws(EventStoreError) -> Bool {
        guard let summary = SpanGroup(key: key, value: value) else { throw .damaged("a group of the list") }
        visited += 1
        return summary.mayHold(visibleAsOf: flushed)
    }
}

/// The keys of one group's blocks.
private struct GroupRange {
    var first: [UInt8]
    /// The first key of the next group; nil after the last.
    var end: [UInt8]?

    func holds(_ key: Span<UInt8>) -> Bool {
        let isAfter = !key.precedes(first.span)
        guard let end else { return isAfter }
        return isAfter && key.precedes(end.span)
    }
}
