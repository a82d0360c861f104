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
            parents: parents, act: .notUnderstood)
        guard log.model.understands(kind: frame.kind, schema: frame.schema),
            let decoded = try? EntryEventCodec.decode(kind: frame.kind, body: event.body)
        else { return step }
        step.act = decoded.act
        if let check = decoded.textCheck {
            let salt = [UInt8](copying: event.salt)
            step.vouches = { text in ChangeCodec.check(text, salt: salt) == check }
        }
        return step
    }
}
