internal import DiarylogHost
internal import DiarylogLMDB

// Damage of what follows from the log costs one command: the next generation, in which all of it is made anew.

extension Store {
    /// Writes the log byte for byte into a new file, makes every table anew that follows from it, and takes the drafts
    /// along; the new file then takes the place of the old one, as with `compact`.
    ///
    /// Others read and write meanwhile what they can. Snapshots are gone. Costs some 30 µs an event, and room for a
    /// second file. `report` is called with the number of events that were taken over. Throws `busy` while another
    /// process makes a change of generation, and `readOnly`.
    @available(*, noasync)
    @discardableResult
    package func rebuild(
        after: @escaping (GenerationStep) throws -> Void = { _ in },
        _ report: @escaping MendProgress = { _, _ in }
    ) throws(EventStoreError) -> Compaction {
        try replaceGeneration(rebuilt(report), after: after)
    }

    /// Runs a write, or a reading on behalf of a command that writes; if it meets a damaged table that follows from the
    /// log, rebuilds and runs it once more.
    package func rebuildingIfDamaged<Result>(
        _ body: () throws(EventStoreError) -> Result
    ) throws(EventStoreError) -> Result {
        // A file on its way to a store's folder is made by whoever then begins again.
        if isBeingMade { return try body() }
        for _ in 0..<2 {
            let number = try current().number
            do throws(EventStoreError) { return try body() } catch .damagedTable {
                try rebuild(insteadOf: number)
            } catch {
                throw error
            }
        }
        return try body()
    }

    /// Rebuilds the generation in which a damaged table was met, unless another one has taken its place.
    private func rebuild(insteadOf number: UInt32) throws(EventStoreError) {
        let new = rebuilt { _, _ in }
        try changeGeneration(after: { _ in }) { change in
            if try freshGeneration().number == number { _ = try replaceGeneration(new, by: change) }
        }
    }

    /// How the file of a next generation is made from the log of the one before.
    private func rebuilt(_ report: @escaping MendProgress) -> NewFile {
        NewFile(acceptsDamage: true, threads: 1) { generation, file, folder in
            try self.makeAnew(generation, file, in: folder, report)
        }
    }

    /// Makes a file from the log of a generation, whose records may change, with so many drafts, and then the same
    /// without free pages. Throws `damaged` where a page of the log is not what it must be.
    func makeAnew(
        _ generation: Generation, _ file: String, in folder: String, changing change: Relog.Change? = nil,
        drafts: [(key: [UInt8], value: [UInt8])] = [], _ report: MendProgress = { _, _ in }
    ) throws(EventStoreError) {
        try checkLogPages()
        let made = file + ".made"
        let meta = try beginRead().view.log.meta
        try Self.build(file: made, scratch: folder, path: location, model: model, store: meta.store) { writer in
            writer.adoptIdentity(meta)
        }
        try takeOverAll(into: made, of: generation, in: folder, changing: change, drafts, report)
        try bridging { try Environment.open(made) }.copy(to: file)
        try bridging(made) {
            try FileSystem.removeTree(made + "-lock")
            try FileSystem.removeTree(made)
        }
    }

    /// The new file is closed when this returns.
    private func takeOverAll(
        into file: String, of generation: Generation, in folder: String, changing change: Relog.Change?,
        _ drafts: [(key: [UInt8], value: [UInt8])], _ report: MendProgress
    ) throws(EventStoreError) {
        var copy = try GenerationCopy(
            opening: file, in: folder, for: self, number: generation.number, changing: change)
        if change == nil { copy.evidence = try LostEvidence(of: generation, in: self) }
        while true {
            let reader = try beginRead()
            if try copy.takeOver(from: reader.view) == 0 { break }
            report(try copy.store.beginRead().view.log.head, reader.view.log.head)
        }
        if !drafts.isEmpty { try copy.store.write { try $0.replaceDrafts(by: drafts) } }
        try copy.store.maintainProjections()
    }
}
