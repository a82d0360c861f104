package import DiarylogHost

extension Store {
    /// Writes the log into a new file without the payloads of some streams, which then takes the place of the old one.
    ///
    /// Every event keeps its number, its id and its header, so chains and operations are what they were; the streams'
    /// events are blanked. All tables are made anew from what is left, and nothing else of the old file is copied:
    /// snapshots are gone. `end` appends, as the last event
    /// and in the same moment, what makes a stream forgotten for the application; it may run more than once.
    ///
    /// Others read and write meanwhile, as with `compact`. Costs what importing the log costs, some 30 µs an event.
    /// Throws `damagedEvents`: an event that cannot be read may be a stream's.
    @available(*, noasync)
    package func forget(
        _ objects: Set<StreamID>, threads: Int = Threads.processors,
        after: @escaping (GenerationStep) throws -> Void = { _ in },
        end: @escaping (inout StoreWriter) throws -> Void = { _ in }
    ) throws(EventStoreError) -> Compaction {
        let done = try relog(
            threads: threads, forgetting: objects, after: after,
            changing: { record, sequence, writer in
                var record = record
                // An event with an empty body has nothing to blank. The event that forgets a stream is one.
                if case .event(let event) = record, let header = try? EventHeader(canonical: event.header.span),
                    header.bodyLength > 0, objects.contains(header.object)
                {
                    record = .event(PortableEvent(header: event.header, payload: nil, arrivedAt: event.arrivedAt))
                }
                guard try writer.offer(record) == .accepted else {
                    throw EventStoreError.damagedEvents([SequenceNumber(sequence)])
                }
            },
            end: { writer in
                try end(&writer)
                // The new file's writer is another store's.
                if writer.hasBegunDevice { self.note(Done(hasBegunDevice: true)) }
            })
        note(Done(hasWritten: true))
        return done
    }

    /// Writes the log anew into a new file, which then takes the place of the old one; drafts of some streams are left
    /// out.
    func relog(
        threads: Int = Threads.processors, forgetting objects: Set<StreamID> = [],
        after: @escaping (GenerationStep) throws -> Void = { _ in }, changing change: @escaping Relog.Change,
        end: @escaping (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) -> Compaction {
        let new = NewFile(
            forgotten: objects, change: change, threads: threads,
            make: { try self.makeAnew($0, $1, in: $2, changing: change) }, end: end)
        return try replaceGeneration(new, after: after)
    }

    /// The file in use, so that it can be told after it was replaced.
    package func fileInUse() throws(EventStoreError) -> (name: String, identity: FileIdentity) {
        // Of the open file: at its path, another program's compaction may have removed it meanwhile.
        let generation = try freshGeneration()
        return (StorePaths.split(generation.file).name, generation.identity)
    }

    /// Whether a backup holds what an event of a stream says; false also if it cannot be read.
    package func backup(_ path: String, hasPayloadsOf object: StreamID) -> Bool {
        do throws(EventStoreError) {
            let other = try Store(opening: path, model: model, patience: 0, allowingNetwork: true)
            let reader = try other.beginRead()
            guard let row = try reader.view.stream(object) else { return false }
            return try reader.view.hasPayloads(of: row)
        } catch {
            return false
        }
    }
}

extension Store {
    /// Notes that nothing of a forgotten stream is in this file, if `isUnfinished`, asked of what the transaction sees,
    /// says so.
    package func noteForgotten(
        unless isUnfinished: @escaping (borrowing StoreView) throws -> Bool
    ) throws(EventStoreError) {
        try write { writer in
            if try !isUnfinished(writer.view) { writer.log.meta.mayHoldForgotten = false }
        }
    }
}

extension StoreView {
    /// Whether this file still has what an event of a stream says.
    package func hasPayloads(of row: StreamRow) throws(EventStoreError) -> Bool {
        for sequence in try events(of: row) {
            if let frame = try soundFrame(sequence), frame.state == .whole, !frame.body.isEmpty { return true }
        }
        return false
    }
}
