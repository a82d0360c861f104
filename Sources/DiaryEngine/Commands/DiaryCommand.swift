internal import DiarylogHost
public import EventStore

/// What is to be written, as a value: made once, and carried out by a program that may block, or by a task, which must
/// not.
///
///     let undone = try diary.write(.undo(entry: entry.id))           // blocks; so does `diary.undo(entry: entry.id)`
///     let undone = try await diary.write(.undo(entry: entry.id))     // from a task
///
/// Tasks that wait together share one transaction, and each has its own outcome.
public struct DiaryCommand<Outcome: Sendable>: Sendable {
    /// Does what takes long before the writer's lock is taken. May block its thread.
    package let prepare: @Sendable (Diary, WriteContext) throws -> PreparedChange<Outcome>

    /// A command of which something is done before the writer's lock is taken.
    package init(preparing prepare: @escaping @Sendable (Diary, WriteContext) throws -> PreparedChange<Outcome>) {
        self.prepare = prepare
    }

    /// A command that is decided and done under the writer's lock.
    init(_ work: @escaping @Sendable (inout StoreWriter, WriteContext) throws -> Outcome) {
        prepare = { _, context in .write { writer in try work(&writer, context) } }
    }
}

extension Diary {
    /// Carries out a command, and blocks its thread until what it wrote is on the disk.
    ///
    /// `context` says when, where and by what chance it is written; without one, the diary's own does.
    public func write<Outcome>(
        _ command: DiaryCommand<Outcome>, in context: WriteContext? = nil
    ) throws(EventStoreError) -> Outcome {
        let context = context ?? newContext()
        let prepared = try bridging { try command.prepare(self, context) }
        switch prepared {
        case .write(let change): return try store.write(change)
        case .done(let outcome): return outcome
        }
    }

    /// Carries out a command from a task, in one transaction with what other tasks write meanwhile. No thread of theirs
    /// blocks.
    public func write<Outcome>(
        _ command: DiaryCommand<Outcome>, in context: WriteContext? = nil
    ) async throws(EventStoreError) -> Outcome {
        let context = context ?? newContext()
        return try await store.queue.write(in: store) { try command.prepare(self, context) }
    }

    /// Makes calls that block, on a thread of their own, while the task that waits for them holds none: reads, and what
    /// has transactions of its own, such as `importEvents`, `importLog` or a backup. Throws what they throw.
    public func onThread<Answer: Sendable>(
        _ calls: @escaping @Sendable (Diary) throws -> Answer
    ) async throws -> Answer {
        try await Threads.run { try calls(self) }
    }
}
