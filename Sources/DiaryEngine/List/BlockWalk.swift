internal import DiarylogHost
internal import EventStore

/// A walk from block to block of a list, in either direction.
///
/// Where it comes to a group, the rows of that group and of those behind it are looked at until one may hold a visible
/// span; the blocks of the others are never touched. So an import of a million entries that was undone costs a list
/// some hundred rows of neighbours.
///
/// Every block and group names its successor. If another one follows, a block is missing: its key was changed, so that
/// it stands elsewhere. Then the walk throws `damagedTable`, or the list would lack entries without a word.
struct BlockWalk {
    let isReversed: Bool
    /// Only what may be visible as of this event is looked for.
    let sequence: UInt64
    /// How many groups were looked at.
    private(set) var visited = 0
    /// The group whose blocks it goes through: the key of its first, and that of the next group's; nil after the
    /// last.
    private var group: (first: [UInt8], end: [UInt8]?)?
    /// The block that it has come to, and its link; the key is empty before the first.
    private var key: [UInt8] = []
    private var link = NextKeySum.end

    init(isReversed: Bool = false, asOf sequence: UInt64) {
        self.isReversed = isReversed
        self.sequence = sequence
    }

    /// Goes to the first block that may hold a visible span, from `start` on if it is given; false if there is none.
    /// Its caller checks the seal of each block that it is led to.
    mutating func begin(
        at start: [UInt8]?, _ cursor: inout TableCursor, _ groups: inout TableCursor
    ) throws(EventStoreError) -> Bool {
        if let start, try cursor.seekAtOrBefore(start.span) {
            if isReversed, try !isFollowed(&cursor) { throw SpanTable.damage }
            return try enterGroup(&cursor, &groups)
        }
        if isReversed {
            if let start {
                if try groups.seekAtOrBefore(start.span) { throw SpanTable.damage }
                return false
            }
            guard try cursor.last() else {
                if try groups.first() { throw SpanTable.damage }
                return false
            }
            if SpanBlock.link(cursor.value) != NextKeySum.end { throw SpanTable.damage }
            return try enterGroup(&cursor, &groups)
        }
        let (isHere, isGrouped) = (try cursor.first(), try groups.first())
        if !isHere, !isGrouped { return false }
        guard isHere, isGrouped, cursor.key.isEqual(to: groups.key) else { throw SpanTable.damage }
        return try enterGroup(&cursor, &groups)
    }

    /// Puts a new cursor where the walk stands; false before the beginning.
    func resume(_ cursor: inout TableCursor) throws(EventStoreError) -> Bool {
        if key.isEmpty { return false }
        guard try cursor.seek(key.span), cursor.key.isEqual(to: key.span) else { throw SpanTable.damage }
        return true
    }

    /// Goes on to the next block that may hold a visible span; false at the end. The cursor stands where the walk does.
    mutating func advance(
        _ cursor: inout TableCursor, _ groups: inout TableCursor
    ) throws(EventStoreError) -> Bool {
        guard try isReversed ? cursor.previous() : cursor.next() else {
            guard try isReversed ? isFirst(&groups) : link == NextKeySum.end else { throw SpanTable.damage }
            return false
        }
        let isNeighbour =
            isReversed
            ? cursor.key.precedes(key.span) && SpanBlock.link(cursor.value) == NextKeySum.to(key.span)
            : key.span.precedes(cursor.key) && link == NextKeySum.to(cursor.key)
        guard isNeighbour else { throw SpanTable.damage }
        if isInGroup(cursor.key) {
            arrive(cursor.key, cursor.value)
            return true
        }
        // A group's key is that of its first block.
        if isReversed, group?.first != key { throw SpanTable.damage }
        guard try enterGroup(&cursor, &groups) else { return false }
        if !isReversed, group?.first != key { throw SpanTable.damage }
        return true
    }

    /// Finds the group of the block that the cursor has come to, and moves on past groups in which nothing can be
    /// visible; false if that leads to the end.
    private mutating func enterGroup(
        _ cursor: inout TableCursor, _ groups: inout TableCursor
    ) throws(EventStoreError) -> Bool {
        guard try groups.seekAtOrBefore(cursor.key) else { throw SpanTable.damage }
        var isMoved = false
        // What the next summary must agree with, where that is known. Forwards: its key, with the link of the summary
        // before. Backwards: its link, with the key of the summary behind, which for the first one is read here.
        var expected: UInt32?
        if isReversed {
            expected = try groups.next() ? NextKeySum.to(groups.key) : NextKeySum.end
            guard try groups.previous() else { throw SpanTable.damage }
        }
        while true {
            guard let summary = SpanGroup(key: groups.key, value: groups.value) else {
                throw SpanTable.damage
            }
            visited += 1
            if let expected, expected != (isReversed ? summary.link : NextKeySum.to(groups.key)) {
                throw SpanTable.damage
            }
            if summary.mayHold(visibleAsOf: sequence) {
                let first = [UInt8](copying: groups.key)
                let end = try groups.next() ? [UInt8](copying: groups.key) : nil
                guard summary.link == end.map({ NextKeySum.to($0.span) }) ?? NextKeySum.end else {
                    throw SpanTable.damage
                }
                group = (first, end)
                break
            }
            isMoved = true
            expected = isReversed ? NextKeySum.to(groups.key) : summary.link
            guard try isReversed ? groups.previous() : groups.next() else {
                if !isReversed, summary.link != NextKeySum.end { throw SpanTable.damage }
                return false
            }
        }
        if isMoved { try enter(&cursor) }
        arrive(cursor.key, cursor.value)
        return true
    }

    /// Moves the cursor to the group's first block, or backwards to its last.
    private func enter(_ cursor: inout TableCursor) throws(EventStoreError) {
        guard let group else { return }
        guard isReversed else {
            guard try cursor.seek(group.first.span), cursor.key.isEqual(to: group.first.span) else {
                throw SpanTable.damage
            }
            return
        }
        var (isHere, link) = (false, NextKeySum.end)
        if let end = group.end {
            isHere = try cursor.seekBefore(end.span)
            link = NextKeySum.to(end.span)
        } else {
            isHere = try cursor.last()
        }
        guard isHere, isInGroup(cursor.key), SpanBlock.link(cursor.value) == link else { throw SpanTable.damage }
    }

    private func isInGroup(_ key: Span<UInt8>) -> Bool {
        guard let group, !key.precedes(group.first.span) else { return false }
        return group.end.map { key.precedes($0.span) } ?? true
    }

    private mutating func arrive(_ key: Span<UInt8>, _ value: Span<UInt8>) {
        self.key.removeAll(keepingCapacity: true)
        self.key.append(copying: key)
        link = SpanBlock.link(value)
    }

    /// Whether the block that the cursor stands on is followed by the one it names; the cursor stays.
    private func isFollowed(_ cursor: inout TableCursor) throws(EventStoreError) -> Bool {
        let link = SpanBlock.link(cursor.value)
        let isFollowed = try cursor.next() ? link == NextKeySum.to(cursor.key) : link == NextKeySum.end
        return try cursor.previous() && isFollowed
    }

    /// Whether it stands on the first block of the first group.
    private func isFirst(_ groups: inout TableCursor) throws(EventStoreError) -> Bool {
        try groups.first() && groups.key.isEqual(to: key.span)
    }
}
