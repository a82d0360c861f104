internal import DiaryModel
package import EventStore

// Whether an event offered for import agrees with what its parents left.

extension DiaryStreams {
    package func refusal(
        of event: borrowing EventView, _ row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> EventRefusal? {
        let (frame, object) = (event.frame, event.frame.object)
        let parents = frame.parents(in: event.bytes).filter { $0 > 0 }
        if let row, parents.count > 1 {
            let graph = try view.graph(of: object, create: row.create, to: .events(parents))
            let isCertain = !graph.isDoubtful && parents.allSatisfy { graph.contains($0) }
            if isCertain, !graph.areApart(parents) { return EventRefusal(.parents, .related) }
        }
        guard frame.state == .whole, understands(kind: frame.kind, schema: frame.schema) else { return nil }
        let offered: OfferedEvent
        do throws(EventRefusal) { offered = try OfferedEvent(event) } catch { return error }
        guard offered.change != nil || offered.isObservation, !frame.marks.contains(.opaque), let row else {
            return nil
        }
        if parents == [row.head], !EntryRow.isBranched(row.state), let entry = try? EntryRow(row.state) {
            let ground = EntryGround(merged: entry.state, text: entry.state.content.text, size: row.state.count)
            if offered.refusal(on: ground) == nil { return nil }
            // Only events that can be read may refuse it: the graph decides.
        }
        var graph = try view.graph(of: object, create: row.create, to: .events(parents))
        guard let merged = graph.view(of: parents), merged.branches?.status != .forgotten,
            let text = parents.first.flatMap({ graph.state(after: $0) })?.content.text
        else { return nil }
        let size = ContentCodec.encode(merged.state.content).count
        var ground = EntryGround(merged: merged.state, text: text, size: size)
        if offered.keyframe != nil { ground.after = try state(after: event, offered, graph, in: view) }
        return graph.isDoubtful ? nil : offered.refusal(on: ground)
    }

    /// What an event leaves, computed without its keyframe; `undecided` if it carries an undecided text.
    private func state(
        after event: borrowing EventView, _ offered: OfferedEvent, _ graph: EntryGraph,
        in view: borrowing StoreView
    ) throws(EventStoreError) -> EntryGround.After {
        var graph = graph
        var step = try view.step(event)
        guard case .change(var change) = step.act else { return .undecided }
        change.keyframe = nil
        step.act = .change(change)
        step.vouches = nil
        graph.add(step)
        guard graph.isPlain(step.number) == true, let state = graph.state(after: step.number) else { return .undecided }
        return .state(state)
    }
}

/// What the parents of an event left, as its writer saw it.
struct EntryGround {
    enum After {
        /// The event's own changes make the state.
        case changed
        case state(EntryState)
        /// The text is undecided: the event may have no keyframe.
        case undecided
    }

    /// The merged state of the parents.
    var merged: EntryState
    /// The text of the first parent.
    var text: [UInt8]
    /// Bytes of the merged content, or more.
    var size: Int
    var after = After.changed
}
