internal import DiaryModel
internal import EventStore

/// Which of an entry's events a graph holds.
enum EntryPoint {
    /// All events of the entry that had come to this log up to one of them, that one included.
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
    /// The graph of an entry's events up to a point, from the last event that all later ones descend from.
    ///
    /// Walks back in the order of arrival and replaces each event by its parents, until only one event is wanted, which
    /// says what the entry is after it and leaves nothing undecided: the cut. Reads the events since the cut, each
    /// once. If one of them cannot be read, the graph holds all of the entry's events, lost ones too.
    ///
    /// `others` are the parents of an event that is to be added; the graph will hold them too. If that event has no
    /// parents, as a second creation, there is no cut, and all of the entry's events are read.
    func graph(
        of object: EntryID, create: UInt64, to point: EntryPoint, and others: [UInt64]? = nil
    ) throws(EventStoreError) -> EntryGraph {
        var walk = WalkBack(point, others)
        var sequence = point.newest
        while sequence > 0, !walk.isDone {
            var previous: UInt64 = 0
            let slot = try withEvent(sequence) { event in
                previous = event.frame.previousInStream
                try walk.visit(event, try step(event))
            }
            guard case .event = slot else {
                return try damagedGraph(of: object, create: create, to: point)
            }
            sequence = previous
        }
        // A parent that the walk did not meet is lost.
        return walk.hasMetAll ? walk.graph : try damagedGraph(of: object, create: create, to: point)
    }
}

/// A walk from an entry's newest event back to the cut.
private struct WalkBack {
    private let isPoint: Bool
    /// Events yet to visit: heads, or parents of those visited.
    private var wanted: Set<UInt64> = []
    /// The events visited, newest first.
    private var steps: [EntryStep] = []
    /// Parents of events visited.
    private var named: Set<UInt64> = []
    /// Whether no head is older than the events visited.
    private var hasAllHeads: Bool
    /// Whether an event without parents was visited.
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
            let content = step.act.content, !step.isUnattended
        {
            cut = (EntryState(content: content), step)
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
