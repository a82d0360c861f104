internal import DiaryModel
internal import EventStore
internal import Host
internal import Synchronization

// The one place where an event meets the entry it is of: rows, replay, lists and versions all come here.

/// An entry after an event that did not simply follow the one before it.
struct EntryTurn {
    var view: EntryView
    /// Whether the event is understood and the greatest of those that are: then it says when the entry was modified.
    var isNewestModification: Bool
    /// Whether the event says something that can be applied.
    var isUnderstood: Bool
    /// Whether the event is the creation of least stamp.
    var isFirstCreation: Bool
    var marks: Frame.Marks

    /// What the entry shows and whether it stands deleted, as a row has it.
    var content: ContentBytes { ContentBytes(view.state.content) }
}

extension StoreView {
    /// What an entry is after one more event, by the set of all of them.
    ///
    /// `head` is the newest event that came before it. `text` is what the entry's text was known to be after that one,
    /// where it stood alone: it vouches where events are damaged.
    func turn(
        after event: borrowing EventView, of object: EntryID, create: UInt64, head: EventReference, text: [UInt8]?,
        _ memory: GraphMemory, _ origins: inout Origins
    ) throws(EventStoreError) -> EntryTurn {
        var graph: EntryGraph
        let step = try step(event, &origins)
        let previous = event.frame.previousInStream
        if previous != head.sequence {
            // Between the two stands an event that could not be read.
            graph = try damagedGraph(of: object, create: create, to: .point(max(previous, head.sequence)))
            if let text { graph.settle(head.sequence, text: text) }
        } else if !step.parents.isEmpty, let known = memory.take(object, head),
            step.parents.allSatisfy({ known.contains($0) })
        {
            graph = known
        } else {
            // It may be made on events from before the last that all others follow.
            graph = try self.graph(of: object, create: create, to: .point(head.sequence), and: step.parents)
            if let text { graph.settle(head.sequence, text: text) }
        }
        let lost = step.parents.filter { !graph.contains($0) }
        if !lost.isEmpty {
            // It was made on an event that nobody could read.
            graph = try damagedGraph(
                of: object, create: create, to: .point(max(previous, head.sequence)), lost: lost)
            if let text { graph.settle(head.sequence, text: text) }
        }
        graph.add(step)
        let view = graph.view()
        var marks: Frame.Marks = []
        if graph.isPlain(step.number) != true || view.branches?.status == .forgotten { marks.insert(.undecided) }
        if let branches = view.branches, branches.heads.count > 1 { marks.insert(.branched) }
        let turn = EntryTurn(
            view: view, isNewestModification: graph.isNewestUnderstood(step.number),
            isUnderstood: step.act != .notUnderstood,
            isFirstCreation: graph.isFirstCreation(step.number), marks: marks)
        // Around what is lost the graph may change without a newer event: that may come after all.
        if view.branches != nil, !graph.isDoubtful {
            memory.keep(graph, object, EventReference(sequence: event.frame.sequence, id: event.frame.id))
        }
        return turn
    }
}

/// Graphs of the entries that stood on several events when they were last looked at.
///
/// What it holds is named by the event up to which it goes, so that it is right whatever became of the transaction in
/// which it was made. It holds sixteen at most, and lets the oldest go.
final class GraphMemory: Sendable {
    private struct Kept {
        var object: EntryID
        var head: EventReference
        var graph: EntryGraph
    }

    private let kept = Mutex<[Kept]>([])

    private static let room = 16
    /// Events of one graph that are kept.
    private static let longest = 65_536

    func take(_ object: EntryID, _ head: EventReference) -> EntryGraph? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.object == object && $0.head == head }) else { return nil }
            return kept.remove(at: index).graph
        }
    }

    func keep(_ graph: EntryGraph, _ object: EntryID, _ head: EventReference) {
        guard graph.count <= Self.longest else { return }
        kept.withLock { kept in
            kept.removeAll { $0.object == object }
            if kept.count == Self.room { kept.removeFirst() }
            kept.append(Kept(object: object, head: head, graph: graph))
        }
    }
}
