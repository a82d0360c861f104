internal import EventStore

/// What all entries add up to that were folded one after the other, and whether the tables hold just that.
struct EntryTotals: Sendable {
    private var differs = false
    private var counters = Counters()
    private var spans = [SetSum(), SetSum()]
    /// By the ordinals of their rows, from 1: the events that the entries began with; 0 where there is none.
    private var creates: [UInt32]
    private var count = 0

    /// For so many entries at most.
    init(of most: Int) { creates = [UInt32](repeating: 0, count: most) }

    /// Adds entries that are none of those before.
    mutating func add(_ sums: EntrySums) {
        differs = differs || sums.differs
        counters.first &+= sums.counters.first
        counters.second &+= sums.counters.second
        for kind in spans.indices { spans[kind].add(sums.spans[kind]) }
        for (ordinal, create) in sums.begun {
            guard ordinal > 0, ordinal <= creates.count else {
                differs = true
                continue
            }
            creates[Int(ordinal) - 1] = UInt32(truncatingIfNeeded: create)
            count += 1
        }
    }

    /// Whether the tables, as of the event up to which the entries were folded, hold these and nothing else.
    func agree(with view: borrowing StoreView) throws(EventStoreError) -> Bool {
        if differs || !isInOrder { return false }
        // Each entry has led to its rows; another row would be one too many.
        for table in [view.log.tables.streams, view.log.tables.ids] where try rows(of: table, view) != count {
            return false
        }
        if view.log.meta.flushed > 0, try view.soundFrame(view.log.meta.flushed)?.counters != counters { return false }
        if try !view.miscountedTail(after: counters).isEmpty { return false }
        return try ListCheck.findings(of: view, from: spans.map { .sum($0) }).isEmpty
    }

    /// Whether the ordinals have no gap, and go as the entries began.
    private var isInOrder: Bool {
        var last: UInt32 = 0
        for create in creates[..<count] {
            if create <= last { return false }
            last = create
        }
        return true
    }

    /// How many rows there are, counted: nothing checks the number that LMDB keeps beside a table.
    private func rows(of table: Table, _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        var rows = 0
        var cursor = try view.cursor(in: table)
        var isHere = try cursor.first()
        while isHere {
            rows += 1
            isHere = try cursor.next()
        }
        return rows
    }
}
