internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// What some entries, folded one after the other, make of their rows and of the list by date. Each row is compared when
/// its entry is folded; of the spans only a sum is kept, and of an entry the event that began it.
///
/// This finds whether all is as the log says. What differs, `ProjectionCheck` and `ListCheck` tell, of all entries
/// together.
struct EntrySums: Sendable {
    /// Whether a row is not there, or is another one.
    private(set) var differs = false
    /// What the entries add to the counters of the envelope.
    private(set) var counters = Counters()
    /// The spans of the entries, by `SpanKind`.
    private(set) var spans = [SetSum(), SetSum()]
    /// The ordinals of the entries' rows, each with the event that began the entry.
    private(set) var begun: [(ordinal: UInt32, create: UInt64)] = []
    /// Where `ids` leads for streams that are folded next; 0 where it leads nowhere.
    private var ordinals: [UInt32] = []
    /// The span in which the entry that is folded stands, and its table.
    private var open: (span: EntrySpan, kind: SpanKind)?

    /// Reads where `ids` leads for some streams, which follow one another in the order of their ids.
    mutating func look(
        at streams: ArraySlice<StreamPaths.Stream>, in view: borrowing StoreView
    ) throws(EventStoreError) {
        ordinals.removeAll(keepingCapacity: true)
        guard let first = streams.first else { return }
        var cursor = try view.cursor(in: view.log.tables.ids)
        var isHere = try cursor.seek(first.object.bytes.span)
        for stream in streams {
            while isHere, cursor.key.count != 16 || StreamID(cursor.key, at: 0) < stream.object {
                differs = true
                isHere = try cursor.next()
            }
            guard isHere, StreamID(cursor.key, at: 0) == stream.object, cursor.value.count == 4 else {
                ordinals.append(0)
                continue
            }
            ordinals.append(cursor.value.bigEndian(at: 0))
            isHere = try cursor.next()
        }
    }

    /// Begins with an entry after its first event; `position` is that of its stream among those that were looked at.
    mutating func begin(_ entry: EntryFold, at position: Int) {
        let ordinal = position < ordinals.count ? ordinals[position] : 0
        if ordinal == 0 {
            differs = true
            return
        }
        begun.append((ordinal, entry.create))
        beginSpan(of: entry, ordinal)
    }

    /// Goes on after each later event of the entry.
    mutating func goOn(_ entry: EntryFold) {
        guard let (begun, kind) = open, entry.head.born != begun.born else { return }
        var span = begun
        span.died = entry.newest.sequence
        spans[kind.rawValue].add(span)
        beginSpan(of: entry, span.ordinal)
    }

    /// Compares the row after the last event that the tables have.
    mutating func end(_ entry: EntryFold, in view: borrowing StoreView) throws(EventStoreError) {
        guard let (span, kind) = open else { return }
        open = nil
        spans[kind.rawValue].add(span)
        let row = entry.row(ordinal: span.ordinal)
        let own = EntryRow.counters(row.state)
        counters.first &+= own.first
        counters.second &+= own.second
        let stored = try view.bytes(for: TableKey.ordinal(span.ordinal), in: view.log.tables.streams)
        if stored?.isEqual(to: row.bytes.span) != true { differs = true }
    }

    private mutating func beginSpan(of entry: EntryFold, _ ordinal: UInt32) {
        open = (EntrySpan(entry.head, date: entry.content.date, ordinal: ordinal), SpanKind(entry.head))
    }
}
