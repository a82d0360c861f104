internal import DiaryModel
internal import DiarylogHost
internal import EventStore

// An event of the log as a step of an entry's graph.

extension StoreView {
    /// An event, decoded from the bytes in place.
    ///
    /// An event that breaks its layout counts as not understood.
    func step(
        _ event: borrowing EventView
    ) throws(EventStoreError) -> EntryStep {
        let frame = event.frame
        let device = frame.device
        // A parent that this log does not hold has no number here.
        let parents = frame.parents(in: event.bytes).filter { $0 > 0 }
        var step = EntryStep(
            number: frame.sequence,
            stamp: EventStamp(
                lamport: frame.lamport, deviceHigh: device.high, deviceLow: device.low, id: EventID(frame.id)),
            parents: parents, act: frame.state == .whole ? .notUnderstood : .blanked, isCreation: frame.isCreation,
            isUnattended: frame.isUnattendedEdit)
        guard frame.state == .whole else { return step }
        step.date = EntryDate(writtenAt: frame.wall, offset: frame.offset)
        guard log.model.understands(kind: frame.kind, schema: frame.schema),
            let act = try? EntryEventCodec.decode(kind: frame.kind, body: event.body)
        else { return step }
        (step.act, step.date) = (act, nil)
        return step
    }
}
