internal import DiaryModel
internal import EventStore
internal import Synchronization

// How an entry stands after one more event where its heads matter: rows, replay and lists all come here.

extension StoreView {
    /// The graph of an entry's events with one more, which a frame holds, and the entry as they make it. `head` is the
    /// newest event that came before it.
    func graph(
        adding step: EntryStep, of frame: Frame, create: UInt64, head: EventReference, _ memory: GraphMemory
    ) throws(EventStoreError) -> (graph: EntryGraph, entry: EntryView) {
        let (object, previous) = (frame.object, frame.previousInStream)
        var graph: EntryGraph
        if previous != head.sequence {
            // An event between the two could not be read.
            graph = try damagedGraph(of: object, create: create, to: .point(max(previous, head.sequence)))
        } else if !step.parents.isEmpty, let known = memory.remove(object, head),
            step.parents.allSatisfy({ known.contains($0) })
        {
            graph = known
        } else {
            // Its parents may be older than the last event that all later ones descend from.
            graph = try self.graph(of: object, create: create, to: .point(head.sequence), and: step.parents)
        }
        let lost = step.parents.filter { !graph.contains($0) }
        if !lost.isEmpty {
            // One of its parents cannot be read.
            graph = try damagedGraph(
                of: object, create: create, to: .point(max(previous, head.sequence)), lost: lost)
        }
        graph.add(step)
        let entry = graph.view()
        // A graph with lost events may change without a newer event, as a lost one may still arrive: it is not kept.
        if entry.branches != nil, !graph.hasLost {
            memory.keep(graph, object, EventReference(sequence: frame.sequence, id: frame.id))
        }
        return (graph, entry)
    }
}

/// A cache of the graphs of entries that stood on several events when they were last read.
///
/// The key of a graph is the last event in it, so that the graph is right whatever became of the transaction that made
/// it. It holds at most sixteen graphs and drops the oldest.
final class GraphMemory: Sendable {
    private struct Kept {
        var object: EntryID
        var head: EventReference
        var graph: EntryGraph
    }

    private let kept = Mutex<[Kept]>([])

    private static let room = 16
    /// The most events, and bytes of texts, of a graph that is kept.
    private static let longest = 65_536
    private static let largest = 16 * EntryLimits.text

    /// Hands over the graph, which is to grow.
    func remove(_ object: EntryID, _ head: EventReference) -> EntryGraph? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.object == object && $0.head == head }) else { return nil }
            return kept.remove(at: index).graph
        }
    }

    func keep(_ graph: EntryGraph, _ object: EntryID, _ head: EventReference) {
        guard graph.count <= Self.longest, graph.size <= Self.largest else { return }
        kept.withLock { kept in
            kept.removeAll { $0.object == object }
            if kept.count == Self.room { kept.removeFirst() }
            kept.append(Kept(object: object, head: head, graph: graph))
        }
    }
}
