internal import DiaryModel
internal import EventStore

/// A walk over the entries as of an event, in the order of a list: one of the walks below, or a sorted array.
struct EntryWalk {
    private var spans: SpanWalk?
    private var ordinals: OrdinalWalk?
    private var events: EventWalk?
    /// All entries, sorted beforehand: for orders that no table has.
    private var gathered: [ListCandidate] = []
    private var next = 0

    init(
        _ request: ListRequest, asOf sequence: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        switch request.sort {
        case .date:
            spans = try SpanWalk(
                asOf: sequence, request.deleted ? .deleted : .living, reversed: request.isReversed,
                after: request.after, matching: request.filter, in: view)
        case .created:
            ordinals = try OrdinalWalk(
                asOf: sequence, reversed: request.isReversed, after: request.after, in: view)
        case .modified where !request.isReversed:
            events = EventWalk(asOf: sequence, after: request.after)
        case .modified:
            gathered = try Self.gather(request, asOf: sequence, in: view)
        }
    }

    mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> ListCandidate? {
        if spans != nil { return try spans?.next(view) ?? nil }
        if ordinals != nil { return try ordinals?.next(view) ?? nil }
        if events != nil { return try events?.next(view) ?? nil }
        guard next < gathered.count else { return nil }
        next += 1
        return gathered[next - 1]
    }

    /// The next so many candidates; fewer, and none after them, at the end.
    mutating func next(_ count: Int, _ view: borrowing StoreView) throws(EventStoreError) -> [ListCandidate] {
        var candidates: [ListCandidate] = []
        candidates.reserveCapacity(count)
        while candidates.count < count, let candidate = try next(view) { candidates.append(candidate) }
        return candidates
    }

    var visited: EntryPage.Visited { spans?.visited ?? EntryPage.Visited() }

    private static func gather(
        _ request: ListRequest, asOf sequence: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) -> [ListCandidate] {
        var all: [ListCandidate] = []
        var walk = try OrdinalWalk(asOf: sequence, reversed: false, after: nil, in: view)
        while var candidate = try walk.next(view) {
            let row = candidate.row
            if row.head <= sequence, EntryRow.isDeleted(row.state) != request.deleted { continue }
            guard let entry = try? view.entry(row, asOf: sequence) else { continue }
            candidate.date = entry.content.date.seconds
            let newest = entry.sequence.rawValue
            let edit = try view.soundFrame(newest).map { (frame) throws(EventStoreError) in
                try view.lastEdit(from: frame).sequence
            }
            candidate.position = Int64(edit ?? newest)
            all.append(candidate)
        }
        all.sort { ($0.position, $0.ordinal) > ($1.position, $1.ordinal) }
        if request.isReversed { all.reverse() }
        guard let after = request.after else { return all }
        let mark = (after.position, after.ordinal)
        return all.filter {
            request.isReversed ? ($0.position, $0.ordinal) > mark : ($0.position, $0.ordinal) < mark
        }
    }
}

/// Entries in the order of their creation, newest first unless reversed.
struct OrdinalWalk {
    private let tail: TailOverlay
    private var ordinal: UInt32
    private let last: UInt32
    private let isReversed: Bool

    init(
        asOf sequence: UInt64, reversed: Bool, after: ListCursor?, in view: borrowing StoreView
    ) throws(EventStoreError) {
        tail = try view.tail(through: sequence)
        isReversed = reversed
        var newest = try view.newestOrdinal(createdBy: sequence)
        for row in tail.rows { newest = max(newest, row.ordinal) }
        last = newest
        ordinal = reversed ? 1 : newest
        // Neither 0 nor the greatest number: a cursor is checked where it is read.
        if let after { ordinal = reversed ? after.ordinal + 1 : after.ordinal - 1 }
    }

    mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> ListCandidate? {
        guard ordinal >= 1, ordinal <= last else { return nil }
        let current = ordinal
        ordinal = isReversed ? current + 1 : current - 1
        let row = try view.row(current, over: tail)
        return ListCandidate(row: row, date: nil, position: Int64(current), ordinal: current)
    }
}

/// Entries in the order of their newest events that somebody asked for: the log read backwards.
struct EventWalk {
    private var sequence: UInt64
    private let mark: UInt64?
    private var seen: Set<EntryID> = []

    init(asOf sequence: UInt64, after: ListCursor?) {
        self.sequence = sequence
        mark = after.map { UInt64(bitPattern: $0.position) }
    }

    mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> ListCandidate? {
        while sequence > 0 {
            let current = sequence
            sequence -= 1
            guard let frame = try view.soundFrame(current), !frame.isUnattendedEdit else { continue }
            guard frame.object != .zero, seen.insert(frame.object).inserted else { continue }
            if let mark, current >= mark { continue }
            guard let row = try view.stream(frame.object, isNamed: true) else { continue }
            return ListCandidate(row: row, date: nil, position: Int64(current), ordinal: row.ordinal)
        }
        return nil
    }
}

extension StoreView {
    /// An entry's row as the tail leaves it, or else as it was flushed.
    func row(_ ordinal: UInt32, over tail: TailOverlay) throws(EventStoreError) -> StreamRow {
        if let row = tail.row(ofOrdinal: ordinal) { return row }
        return try storedRow(ordinal: ordinal)
    }

    /// The same for an ordinal that somebody was given and may have changed; nil for one that no entry has.
    func row(given ordinal: UInt32, over tail: TailOverlay) throws(EventStoreError) -> StreamRow? {
        let last = try storedStreams()
        return ordinal > 0 && ordinal <= last || tail.touches(ordinal) ? try row(ordinal, over: tail) : nil
    }
}
