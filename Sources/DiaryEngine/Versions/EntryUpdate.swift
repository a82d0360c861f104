internal import DiaryModel
internal import EventStore
internal import Synchronization

// How an entry stands after one more event where its heads matter: rows, replay and lists all come here.

/// An entry after an event that was not decided on the entry's head alone.
struct EntryUpdate {
    var view: EntryView
    /// Whether the event has the greatest stamp of those that modify: then it says when the entry was modified.
    var isNewestModification: Bool
    /// Whether the event says something that can be applied.
    var isUnderstood: Bool
    /// Whether the event is the creation of least stamp.
    var isFirstCreation: Bool
    /// Whether no event that is understood modifies the entry.
    var isUnmodified: Bool
    var marks: Frame.Marks
    /// Whether what the entry shows rests on an event that is lost.
    var isDoubtful: Bool

    /// The content that the entry shows, as a row holds it.
    var content: ContentBytes { ContentBytes(view.state.content) }
}

extension StoreView {
    /// How an entry stands after one more event, computed from the graph of its events. `head` is the newest event that
    /// came before it.
    func updatedEntry(
        after event: borrowing EventView, create: UInt64, head: EventReference, _ memory: GraphMemory
    ) throws(EventStoreError) -> EntryUpdate {
        let object = event.frame.object
        var graph: EntryGraph
        let step = try step(event)
        let previous = event.frame.previousInStream
        if previous != head.sequence {
            // An event between the two could not be read.
            graph = try damagedGraph(of: object, create: create, to: .point(max(previous, head.sequence)))
        } else if !step.parents.isEmpty, let known = memory.take(object, head),
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
        let view = graph.view()
        var marks: Frame.Marks = []
        if graph.isPlain(step.number) != true || view.branches?.status == .forgotten { marks.insert(.undecided) }
        if let branches = view.branches, branches.heads.count > 1 { marks.insert(.branched) }
        let updated = EntryUpdate(
            view: view, isNewestModification: graph.isNewestModification(step.number),
            isUnderstood: step.act != .notUnderstood && step.act != .blanked,
            isFirstCreation: graph.isFirstCreation(step.number), isUnmodified: graph.isUnmodified, marks: marks,
            isDoubtful: !graph.isCertain)
        // A graph with lost events may change without a newer event, as a lost one may still arrive: it is not kept.
        if view.branches != nil, !graph.hasLost {
            memory.keep(graph, object, EventReference(sequence: event.frame.sequence, id: event.frame.id))
        }
        return updated
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

    func take(_ object: EntryID, _ head: EventReference) -> EntryGraph? {
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
