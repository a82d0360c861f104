internal import DiaryModel
internal import EventStore

/// A share of the entries, folded in the order of their events.
///
/// Contents stay in the log: an entry takes some 230 bytes of memory, and each of its spans 56, if these are kept.
struct EntryShare: Sendable {
    /// In the order in which they began here.
    private(set) var entries: [EntryFold] = []
    /// All spans that ever began, by `SpanKind`, in the order in which they did; for ordinals they have the places of
    /// their entries among `entries`. Empty unless asked for.
    private(set) var spans: [[EntrySpan]] = [[], []]
    /// Events that cannot be read.
    private(set) var lost: [UInt64] = []
    /// Events that can be read, and that their entry cannot follow.
    private(set) var refused: [UInt64] = []
    private(set) var position: UInt64 = 0
    private let share: StreamShare
    private let keepsSpans: Bool
    private var places: [EntryID: Int] = [:]
    /// The spans in which entries stand, if spans are kept.
    private var open: [Int] = []
    private let memory = GraphMemory()

    init(_ share: StreamShare, keepingSpans: Bool) { (self.share, keepsSpans) = (share, keepingSpans) }

    /// Begins with entries as they were after an event, without what only a fold from the first event has.
    init(_ entries: [EntryFold], after sequence: UInt64) {
        self.init(StreamShare(0, of: 1), keepingSpans: false)
        for entry in entries { begin(entry) }
        position = sequence
    }

    /// Folds on, through an event. The first share calls `report` every 8,192 events.
    mutating func advance(
        to sequence: UInt64, _ view: borrowing StoreView, _ report: (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        guard position < sequence else { return }
        try view.forEachFrame(in: position + 1...sequence) { number, bytes in
            position = number
            if number & 8191 == 0, share.isFirst { report(8192) }
            guard share.holds(bytes) else { return true }
            if let bytes, let frame = try? Frame(bytes, expecting: number) {
                try apply(frame, bytes, view)
            } else {
                lost.append(number)
            }
            return true
        }
    }

    private mutating func apply(
        _ frame: Frame, _ bytes: Span<UInt8>, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard frame.object != .zero else { return }
        let place = frame.previousInStream > 0 ? places[frame.object] : nil
        let isLifted = try view.look(at: frame, bytes) { event in
            if let place {
                try advance(place, by: event, view)
            } else if frame.previousInStream == 0, let entry = EntryFold(event, in: view, leavingContent: true) {
                begin(entry)
            } else if frame.state == .whole, !view.log.model.isNewer(frame) {
                refused.append(frame.sequence)
            }
        }
        if !isLifted { refused.append(frame.sequence) }
    }

    private mutating func advance(
        _ place: Int, by event: borrowing EventView, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let before = entries[place].head
        try entries[place].advance(by: event, in: view, memory)
        if entries[place].isRefused { refused.append(event.frame.sequence) }
        guard keepsSpans, entries[place].head.born != before.born else { return }
        spans[SpanKind(before).rawValue][open[place]].died = event.frame.sequence
        open[place] = beginSpan(of: place)
    }

    private mutating func begin(_ entry: EntryFold) {
        places[entry.object] = entries.count
        entries.append(entry)
        if keepsSpans { open.append(beginSpan(of: entries.count - 1)) }
    }

    private mutating func beginSpan(of place: Int) -> Int {
        let (head, date, entry) = (entries[place].head, entries[place].date, entries[place].object)
        let kind = SpanKind(head).rawValue
        spans[kind].append(EntrySpan(head, date: date, of: entry, ordinal: UInt32(truncatingIfNeeded: place)))
        return spans[kind].count - 1
    }
}
