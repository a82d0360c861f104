// How far an event's lamport number may exceed the numbers of the events that it follows. A forged number near the
// greatest one would leave none for what is written later.

extension EventLimits {
    /// The most by which an event's lamport number exceeds the greatest of its `previous`, its parents and, of
    /// `device.begin`, the events that it continues.
    package static let lamportStep: UInt64 = 1 << 32
}

extension StoreView {
    /// The events with these ids, whoever wrote them, searched for from the newest back: what a new device continues is
    /// nearly always near the end. Holes and damaged events count by the ids that lie there.
    func continued(_ ids: [Digest]) throws(EventStoreError) -> [Digest: KnownEvent] {
        var wanted = Set(ids)
        var found: [Digest: KnownEvent] = [:]
        var sequence = log.head
        while sequence > 0, !wanted.isEmpty {
            if let bytes = try frameBytes(sequence), bytes.count >= FrameLayout.minimum {
                let id = Digest(bytes, at: FrameLayout.idOffset)
                if wanted.remove(id) != nil {
                    let frame = try soundFrame(sequence)
                    found[id] = frame.map { KnownEvent($0) } ?? KnownEvent(damaged: sequence, id, 0)
                }
            }
            sequence -= 1
        }
        return found
    }
}

extension StoreWriter {
    /// The events that a new device continues, added to those that its first event follows.
    ///
    /// In a log with holes, a missing event may be a hole whose id is not known: then nothing is asked of it.
    func addContinued(_ ids: [Digest], to ancestors: inout Ancestors) throws(EventStoreError) {
        if ids.isEmpty { return }
        let known = try view.continued(ids)
        for id in ids {
            if let event = known[id] {
                ancestors.continued.append(event)
            } else if log.meta.holdsGaps {
                ancestors.continued.append(KnownEvent(damaged: 0, id, 0))
            } else {
                ancestors.missing.append(id)
            }
        }
    }

    /// The lamport number of the next event that is written here: one more than the greatest that has come, unless that
    /// is further than an event may go.
    func nextLamport(
        on parents: [EventReference], continuing body: [UInt8]?
    ) throws(EventStoreError) -> UInt64 {
        let (greatest, own) = (log.meta.lamport, log.meta.own.sequence)
        guard greatest >= EventLimits.lamportStep else { return greatest + 1 }
        var followed: [UInt64] = []
        for sequence in [own].filter({ $0 > 0 }) + parents.map(\.sequence) {
            if let frame = try view.soundFrame(sequence) { followed.append(frame.lamport) }
        }
        if let body, let begin = try? DeviceBegin(body.span) {
            followed += try view.continued(begin.continued).values.compactMap(\.lamport)
        }
        return min(greatest, (followed.max() ?? 0) + EventLimits.lamportStep - 1) + 1
    }
}

extension Ancestors {
    /// The greatest lamport number that an event may have which follows these; nil where one of them cannot be read.
    var lamportBound: UInt64? {
        var greatest: UInt64 = 0
        for event in all {
            guard let lamport = event.lamport else { return nil }
            greatest = max(greatest, lamport)
        }
        return greatest + EventLimits.lamportStep
    }

    /// All of them.
    var all: [KnownEvent] { [previous].compactMap(\.self) + parents + continued }
}
