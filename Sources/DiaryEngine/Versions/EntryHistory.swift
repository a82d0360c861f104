internal import DiaryModel
internal import EventStore
internal import Host

/// Which of an entry's events a graph is to tell of.
enum EntryPoint {
    /// All that had come to this log up to one of the entry's events, that one included.
    case point(UInt64)
    /// Some events and their ancestors.
    case events([UInt64])

    /// One event and its ancestors.
    static func event(_ sequence: UInt64) -> EntryPoint { .events([sequence]) }

    var newest: UInt64 {
        switch self {
        case .point(let sequence): sequence
        case .events(let sequences): sequences.max() ?? 0
        }
    }
}

extension StoreView {
    /// The graph of an entry's events up to a point, from the last event on that all others there descend from.
    ///
    /// Walks back in the order of arrival, and replaces each event by its parents, until one alone is wanted that holds
    /// the whole state and carries no undecided text: the cut. Reads the events since the cut, each once. Where one of
    /// them cannot be read, all of the entry's events are taken, and what is lost is put together from its neighbours.
    ///
    /// `others` are the events that one which comes next was made on, and must be told of as well. Where it was made on
    /// none, and is a second beginning, no event is one that all descend from: the whole entry is read.
    func graph(
        of object: EntryID, create: UInt64, to point: EntryPoint, and others: [UInt64]? = nil
    ) throws(EventStoreError) -> EntryGraph {
        var walk = WalkBack(point, others)
        var origins = Origins()
        var devices = Origins()
        var sequence = point.newest
        while sequence > 0, !walk.isDone {
            var previous: UInt64 = 0
            let reading = try withEvent(sequence, &origins) { (event) throws(EventStoreError) in
                previous = event.frame.previousInStream
                try walk.visit(event, try step(event, &devices))
            }
            guard case .sound = reading else {
                return try damagedGraph(of: object, create: create, to: point)
            }
            sequence = previous
        }
        // A parent that was not met is lost.
        return walk.hasMetAll ? walk.graph : try damagedGraph(of: object, create: create, to: point)
    }
}

/// A walk from an entry's newest event back to the cut.
private struct WalkBack {
    private let isPoint: Bool
    /// Events that are heads, or parents of those visited.
    private var wanted: Set<UInt64> = []
    /// Newest first.
    private var steps: [EntryStep] = []
    /// Parents of events visited.
    private var named: Set<UInt64> = []
    /// Whether no head stands before what was visited.
    private var hasAllHeads: Bool
    /// Whether an event was visited that descends from none.
    private var hasRoot = false
    private var cut: (state: EntryState, step: EntryStep)?

    init(_ point: EntryPoint, _ others: [UInt64]?) {
        wanted = Set(others ?? [])
        hasRoot = others?.isEmpty == true
        switch point {
        case .point:
            isPoint = true
            hasAllHeads = false
        case .events(let sequences):
            isPoint = false
            hasAllHeads = true
            wanted.formUnion(sequences)
        }
    }

    var hasMetAll: Bool { cut != nil || wanted.isEmpty }

    var isDone: Bool { hasMetAll && (cut != nil || hasAllHeads) }

    mutating func visit(_ event: borrowing EventView, _ step: EntryStep) throws(EventStoreError) {
        let frame = event.frame
        if isPoint, !named.contains(frame.sequence) { wanted.insert(frame.sequence) }
        guard wanted.contains(frame.sequence) else { return }
        if !frame.marks.contains(.branched) { hasAllHeads = true }
        if hasAllHeads, !hasRoot, wanted.count == 1, !frame.marks.contains(.undecided),
            let state = step.wholeState
        {
            cut = (state, step)
            return
        }
        wanted.remove(frame.sequence)
        wanted.formUnion(step.parents)
        named.formUnion(step.parents)
        if step.parents.isEmpty { hasRoot = true }
        steps.append(step)
    }

    var graph: EntryGraph {
        var graph =
            cut.map { EntryGraph(from: $0.state, number: $0.step.number, stamp: $0.step.stamp) } ?? EntryGraph()
        for step in steps.reversed() { graph.add(step) }
        return graph
    }
}
