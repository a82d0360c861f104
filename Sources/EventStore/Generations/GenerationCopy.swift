internal import DiarylogHost

/// A copy of a store's file that is becoming its next generation: a store of its own, in the folder `making`.
///
/// It takes over what is written meanwhile by the log: frames byte for byte, each applied to every index and
/// projection. Drafts are no events: at the end it gets those that there are then. Snapshots follow from the log, and
/// stay as they were when the file was copied.
struct GenerationCopy {
    let store: Store
    /// What is known of the events that the original has lost.
    var evidence: LostEvidence?
    /// What becomes of the records of a log that is written anew; nil if every byte is taken over.
    private let change: Relog.Change?
    private var relog: Relog

    /// How many bytes of frames one transaction takes over.
    static let portion = 4 << 20

    /// Opens a file that was just copied into a folder.
    ///
    /// It is not durable: whoever finishes it syncs it.
    init(
        opening file: String, in folder: String, for original: Store, number: UInt32,
        changing change: Relog.Change? = nil
    ) throws(EventStoreError) {
        self.change = change
        store = try Store.open(
            file: file, scratch: folder, path: original.location, model: original.model, number: number)
        relog = Relog(after: try store.beginRead().view.log.head)
    }

    /// Takes over the next events of the original, up to some megabytes; returns how many, 0 if it has all of them.
    ///
    /// Throws `damagedEvents` for one that cannot be read or proven where the log is written anew: the damage may hide
    /// what is to be forgotten, and only this file may know something of it.
    mutating func takeOver(from original: borrowing StoreView) throws(EventStoreError) -> UInt64 {
        if let change { return try writeAnew(original, change) }
        let meta = original.log.meta
        let last = try store.beginRead().view.log.head
        guard last < original.log.head else { return 0 }
        var frames: [[UInt8]?] = []
        var bytes = 0
        try original.forEachFrame(in: last + 1...original.log.head) { _, frame in
            if let frame { frames.append([UInt8](copying: frame)) } else { frames.append(nil) }
            bytes += frame?.count ?? 0
            return bytes < Self.portion
        }
        try store.write { writer in
            writer.adopt(meta)
            // Frames are taken as they are.
            if meta.mayHoldForgotten { writer.log.meta.mayHoldForgotten = true }
            try writer.flushTail()
            for (index, frame) in frames.enumerated() {
                try writer.takeOver(frame, last + UInt64(index) + 1, evidence)
            }
        }
        return UInt64(frames.count)
    }

    private mutating func writeAnew(
        _ original: borrowing StoreView, _ change: Relog.Change
    ) throws(EventStoreError) -> UInt64 {
        let (meta, first) = (original.log.meta, relog.next)
        guard first <= meta.head else { return 0 }
        var writer = try store.beginWrite()
        try relog.run(
            through: meta.head, into: &writer,
            read: { sequence in
                guard let record = try original.soundRecord(sequence) else {
                    throw EventStoreError.damagedEvents([SequenceNumber(sequence)])
                }
                return record
            }, put: change)
        writer.adoptIdentity(meta)
        try writer.commit()
        return relog.next - first
    }

    /// Makes it the generation after that of the original, which it must have all events of, with these drafts; with
    /// `isExtended` it may have more, and what its record says of them is newer.
    func finish(
        as original: borrowing StoreView, _ drafts: [(key: [UInt8], value: [UInt8])], isExtended: Bool = false
    ) throws(EventStoreError) {
        let log = original.log
        // A hole may have been filled; under a wrong key an event is not found there, and was taken over all the same.
        let newest = try original.soundFrame(log.head)?.id
        try store.write { writer in
            guard writer.log.head == log.head || isExtended && writer.log.head > log.head,
                try newest == nil || writer.view.soundFrame(log.head)?.id == newest
            else {
                throw EventStoreError.damaged("the copy of generation \(log.meta.generation) has other events")
            }
            try writer.replaceDrafts(by: drafts)
            if change != nil {
                writer.adoptIdentity(log.meta)
            } else if !isExtended {
                writer.adopt(log.meta)
            }
            writer.log.meta.generation = log.meta.generation + 1
            writer.log.meta.awaitsUse = true
        }
    }
}

extension StoreWriter {
    /// Takes over from the meta record of another file whose log it is, and who writes it.
    mutating func adoptIdentity(_ meta: Meta) {
        (log.meta.store, log.meta.application, log.meta.secret) = (meta.store, meta.application, meta.secret)
        (log.meta.home, log.meta.device, log.meta.own) = (meta.home, meta.device, meta.own)
        log.meta.lamport = max(log.meta.lamport, meta.lamport)
    }

    /// The same, and what the record says of a log that is taken over byte for byte.
    mutating func adopt(_ meta: Meta) {
        adoptIdentity(meta)
        log.meta.holdsBindingEvents = log.meta.holdsBindingEvents || meta.holdsBindingEvents
        log.meta.holdsGaps = log.meta.holdsGaps || meta.holdsGaps
        log.meta.holdsDamage = log.meta.holdsDamage || meta.holdsDamage
        log.meta.holdsFalls = log.meta.holdsFalls || meta.holdsFalls
    }

    /// Writes a frame of another file of this store into the log, one with a single wrong bit as it was; nil for one
    /// that is missing there. The tail is empty.
    fileprivate mutating func takeOver(
        _ stored: [UInt8]?, _ sequence: UInt64, _ evidence: LostEvidence?
    ) throws(EventStoreError) {
        var (frame, sound) = (stored, stored.flatMap { try? Frame($0.span, expecting: sequence) })
        if sound == nil, let right = stored.flatMap({ FrameLayout.righted($0.span, at: sequence) }) {
            (frame, sound) = (right, try? Frame(right.span, expecting: sequence))
        }
        let hole = frame.flatMap { EventHole($0.span, at: sequence) }
        if let sound { log.meta.counters = sound.counters }
        noteRecorded(sequence, sound?.id ?? hole?.id ?? .zero)
        if let frame {
            try flush(frame, sequence)
        } else {
            try apply(nil, at: sequence)
            log.meta.flushed = sequence
            try noteUnreadable(sequence)
        }
        guard let evidence else { return }
        if sound == nil, hole == nil {
            try putBack(evidence, at: sequence)
        } else if let row = evidence.rows[sequence], row.headID == sound?.id,
            try view.storedRow(of: row.object)?.isDoubtful != false
        {
            try putBack(row, at: sequence)
        }
    }
}
