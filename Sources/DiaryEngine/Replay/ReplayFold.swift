internal import DiaryModel
package import EventStore

/// The diary folded in memory, all entries together in the order of their events.
///
/// An event costs some 0.6 µs, an entry about 190 bytes and its content.
package struct ReplayFold {
    /// The entries in the order in which they began here.
    private(set) var entries: [EntryFold] = []
    private(set) var ordinals: [UInt32] = []
    /// The ordinals of entries whose creation cannot be read, as their rows say: of these the log tells nothing.
    private(set) var unexplained: Set<UInt32> = []
    private var lastOrdinal: UInt32 = 0
    /// All spans that ever began, by `SpanKind`; empty unless asked for.
    package private(set) var spans: [[EntrySpan]] = [[], []]
    package private(set) var damaged: [UInt64] = []
    package private(set) var living = 0
    /// Entries that only a newer program can read, deleted ones included.
    package var notUnderstood: Int { entries.count { !$0.isUnderstood } }
    package private(set) var position: UInt64 = 0
    private let keepsSpans: Bool
    private let keepsOrdinals: Bool
    /// For each event, one plus the index of its entry; 0 if it has none.
    private var positions: [UInt32] = []
    private var open: [Int: Int] = [:]
    private let memory = GraphMemory()

    /// How many entries there are, deleted ones included.
    package var count: Int { entries.count }

    /// `keepingOrdinals` leaves the ordinals of entries whose creation cannot be read to their rows, to compare the
    /// others with theirs.
    package init(keepingSpans: Bool = false, keepingOrdinals: Bool = false) {
        keepsOrdinals = keepingOrdinals
        keepsSpans = keepingSpans
    }

    /// Begins with the entries of a list's snapshot after an event, and reads their contents from the log: for each
    /// entry, its newest event. Returns false if that cannot be done.
    ///
    /// Such a fold has only what `stateHash` needs: rows and spans need a fold from the first event.
    mutating func begin(
        with list: ListFold, after sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        reserve(list.creates.count, through: sequence)
        for (create, head) in zip(list.creates, list.heads) {
            guard let written = try view.writtenContent(ofEntry: create, at: head, asWhole: true) else { return false }
            add(EntryFold(written, create: create, at: head), ordinal(known: nil))
        }
        position = sequence
        return true
    }

    private mutating func reserve(_ entries: Int, through sequence: UInt64) {
        self.entries.reserveCapacity(entries)
        ordinals.reserveCapacity(entries)
        positions.reserveCapacity(Int(sequence) + 1)
    }

    /// Folds on, through an event. Calls `report` every 8,192 events.
    package mutating func advance(
        to sequence: UInt64, _ view: borrowing StoreView, _ report: (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        guard position < sequence else { return }
        // Only for the room: where the table cannot be read, the log can be all the same.
        reserve((try? view.storedStreams()).map { Int($0) } ?? 0, through: sequence)
        try view.forEachFrame(in: position + 1...sequence) { number, bytes in
            position = number
            if let bytes, let frame = try? Frame(bytes, expecting: number) {
                try apply(frame, bytes, view)
            } else {
                damaged.append(number)
                if keepsOrdinals, let row = try? view.storedRow(createdAt: number) { unexplained.insert(row.ordinal) }
            }
            if number & 8191 == 0 { report(number) }
            return true
        }
    }

    private mutating func apply(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard frame.object != .zero else { return }
        let index = index(before: frame)
        let isLifted = try view.look(at: frame, bytes) { event in
            if let index { return try advance(index, by: event, view) }
            if frame.previousInStream == 0, let entry = EntryFold(event, in: view) {
                add(entry, ordinal(known: unexplained.isEmpty ? nil : try? view.storedOrdinal(of: frame.object)))
            } else if frame.state == .whole, !view.log.model.isNewer(frame) {
                damaged.append(frame.sequence)
            }
        }
        if !isLifted { damaged.append(frame.sequence) }
    }

    /// Applies an event to an entry, and notes it as damaged if the entry cannot follow it.
    private mutating func advance(
        _ index: Int, by event: borrowing EventView, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let sequence = event.frame.sequence
        note(sequence, of: index)
        let before = entries[index].head
        let step = try entries[index].take(event, in: view, memory)
        if step.isRefused { damaged.append(sequence) }
        if entries[index].head.born == before.born { return }
        living += (entries[index].head.isDeleted ? 0 : 1) - (before.isDeleted ? 0 : 1)
        if keepsSpans, let span = open[index] { spans[SpanKind(before).rawValue][span].died = sequence }
        beginSpan(of: index)
    }

    /// The ordinal of an entry that begins. If its creation was lost since, its row has kept the ordinal; otherwise it
    /// is the next one that no such row has kept.
    private mutating func ordinal(known: UInt32?) -> UInt32 {
        if let known, unexplained.remove(known) != nil { return known }
        repeat { lastOrdinal += 1 } while unexplained.contains(lastOrdinal)
        return lastOrdinal
    }

    private mutating func add(_ entry: EntryFold, _ ordinal: UInt32) {
        entries.append(entry)
        ordinals.append(ordinal)
        note(entry.newest.sequence, of: entries.count - 1)
        if !entry.head.isDeleted { living += 1 }
        beginSpan(of: entries.count - 1)
    }

    private mutating func beginSpan(of index: Int) {
        guard keepsSpans else { return }
        let kind = SpanKind(entries[index].head).rawValue
        open[index] = spans[kind].count
        spans[kind].append(EntrySpan(entries[index].head, date: entries[index].content.date, ordinal: ordinals[index]))
    }

    /// The index of the entry that an event continues; nil for one that begins an entry, or continues none.
    ///
    /// Its entry's event before leads there. Where that could not be read, all entries are searched.
    private func index(before frame: Frame) -> Int? {
        guard frame.previousInStream > 0 else { return nil }
        let position = frame.previousInStream < UInt64(positions.count) ? positions[Int(frame.previousInStream)] : 0
        return position > 0 ? Int(position) - 1 : entries.firstIndex { $0.object == frame.object }
    }

    /// Notes that an event is of an entry.
    private mutating func note(_ sequence: UInt64, of index: Int) {
        while positions.count <= Int(sequence) { positions.append(0) }
        positions[Int(sequence)] = UInt32(truncatingIfNeeded: index + 1)
    }

    /// The row that the live tables hold for an entry at this fold's position.
    package func row(_ index: Int) -> StreamRow { entries[index].row(ordinal: ordinals[index]) }
}
