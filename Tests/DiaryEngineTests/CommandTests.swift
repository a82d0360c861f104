import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Synchronization
import Testing

/// Commands as values: carried out by a program that blocks, and by tasks, which do not.
@Suite("Commands", .timed) struct CommandTests {
    /// Carries out one command of each kind; returns what became of them.
    private static func everything(in scratch: Scratch, fromTask: Bool) async throws -> [String] {
        var outcomes: [String] = []
        func write<Outcome>(_ command: DiaryCommand<Outcome>) async throws -> Outcome {
            let (diary, context) = (scratch.diary, scratch.context)
            let outcome =
                fromTask ? try await diary.write(command, in: context) : try block(diary, command, context)
            outcomes.append("\(outcome)")
            return outcome
        }
        let one = try await write(.add("one")).entry().id
        let two = try await write(.add(plain("two"), key: "k")).entry().id
        _ = try await write(.perform([EntryRequest(entry: two, command: .delete)], key: "d"))
        _ = try await write(.edit(one) { $0.text += ", edited" })
        _ = try await write(.edit(one) { $0.text += ", again" })
        _ = try await write(.delete(one))
        _ = try await write(.restore(two))
        _ = try await write(.undo())
        _ = try await write(.redo())
        _ = try await write(.undo(entry: one))
        _ = try await write(.undo(operation: .event(6)))
        _ = try await write(.restore(to: .event(5), entry: one))
        _ = try await write(.import([ImportedRow(content: plain("row"), identity: [1])]))
        _ = try await write(.observe(Weather(main: "Rain", icon: "10d"), of: one))
        for text in ["draft", "other"] { _ = try await write(.begin(DraftStart(), with: plain(text))) }
        _ = try await write(.keep(plain("draft, kept"), in: DraftNumber(rawValue: 1), after: 1))
        _ = try await write(.commit(DraftNumber(rawValue: 1), key: "c"))
        _ = try await write(.discard(DraftNumber(rawValue: 2)))
        // What is refused, and what is not there.
        _ = try await write(.add(" "))
        _ = try await write(.edit(EntryID(high: 1, low: 1)) { $0.text = "nobody's" })
        _ = try await write(.import([ImportedRow(content: plain(""), identity: [2])]))
        _ = try await write(.keep(plain("late"), in: DraftNumber(rawValue: 2)))
        _ = try await write(.commit(DraftNumber(rawValue: 2)))
        return outcomes
    }

    private static func block<Outcome>(
        _ diary: Diary, _ command: DiaryCommand<Outcome>, _ context: WriteContext
    ) throws -> Outcome { try diary.write(command, in: context) }

    @Test func `every command does the same from a task as from a program that blocks, event for event`() async throws {
        let (blocking, task) = (try Scratch(), try Scratch())
        let outcomes = try await Self.everything(in: blocking, fromTask: false)
        #expect(try await Self.everything(in: task, fromTask: true) == outcomes)
        #expect(try task.events().map(\.header) == blocking.events().map(\.header))
        let written = Set(try blocking.diary.log(limit: 100).events.compactMap(\.command))
        #expect(written.isSuperset(of: Set(CommandCode.allCases).subtracting([.none, .forget])), "\(written)")
        #expect(try task.diary.replay(.checking).differences == [])
    }

    /// Lets another process's hands hold the writer's lock until `body` has returned.
    private func holdingLock(of scratch: Scratch, _ body: () async throws -> Void) async throws {
        let other = try Store(opening: scratch.path, model: DiaryStreams())
        let (held, end) = (Semaphore(), Semaphore())
        let isHeld = Threads.detach {
            try? other.write { _ in
                held.signal()
                _ = end.wait(milliseconds: 120_000)
            }
        }
        #expect(isHeld && held.wait(milliseconds: 120_000))
        defer { end.signal() }
        try await body()
    }

    /// How many tasks have begun.
    private final class Counter: Sendable {
        private let value = Mutex(0)

        var count: Int { value.withLock { $0 } }

        func note() { value.withLock { $0 += 1 } }
    }

    /// More tasks than the pool has threads.
    private static var many: Int { Threads.processors + 4 }

    @Test("tasks that wait for another writer hold no thread, and share two transactions at most when it has ended")
    func waiting() async throws {
        // What has begun may be held up on its way to the queue, and come when the lock is free again; so once more.
        try await eventually("all shared two transactions") { () async throws in try await commitsOfMany() <= 2 }
    }

    /// How many transactions were made of what many tasks wrote that waited for another writer.
    private func commitsOfMany() async throws -> Int {
        let scratch = try Scratch()
        let diary = try Diary(at: scratch.path, patience: 120_000)
        let entry = try await diary.add("start")
        func commits() throws -> Int { try diary.store.beginRead().view.identifier }
        var before = 0
        let begun = Counter()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            try await holdingLock(of: scratch) {
                before = try commits()
                for number in 0..<Self.many {
                    tasks.addTask {
                        begun.note()
                        switch number % 4 {
                        case 0: try await diary.add("entry \(number)")
                        case 1: try await diary.edit(entry.id) { $0.text += " \(number)" }
                        case 2: _ = try await diary.write(.begin(DraftStart(), with: plain("draft \(number)")))
                        default:
                            let row = ImportedRow(content: plain("row \(number)"), identity: [UInt8(number % 256)])
                            _ = try await diary.write(.import([row]))
                        }
                    }
                }
                // Each has a thread of the pool to begin on, though all before it wait; and so has a timer.
                try await eventually("all have begun") { () async in begun.count == Self.many }
            }
            try await tasks.waitForAll()
        }
        let commits = try commits() - before
        let edited = try #require(try diary.entry(entry.id)).text.split(separator: " ").dropFirst()
        #expect(Set(edited) == Set((0..<Self.many).filter { $0 % 4 == 1 }.map { Substring("\($0)") }))
        #expect(try diary.drafts().count == (0..<Self.many).count { $0 % 4 == 2 })
        #expect(try diary.asOf(.head).totals().live == Self.many - diary.drafts().count - edited.count + 1)
        return commits
    }

    /// What may block for long, and is no task's thread.
    enum Place: CaseIterable { case preparation, onThread }

    @Test(
        "what blocks before the lock is taken, or apart from any, blocks no thread of the tasks",
        arguments: Place.allCases)
    func blocked(in place: Place) async throws {
        let scratch = try Scratch()
        let diary = scratch.diary
        let (begun, end) = (Counter(), Semaphore())
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<Self.many {
                tasks.addTask {
                    begun.note()
                    switch place {
                    case .preparation:
                        return try await diary.write(DiaryCommand { _, _ in .done(end.wait(milliseconds: 120_000)) })
                    case .onThread: return try await diary.onThread { _ in end.wait(milliseconds: 120_000) }
                    }
                }
            }
            try await eventually("all have begun") { () async in begun.count == Self.many }
            for _ in 0..<Self.many { end.signal() }
            for try await wasFree in tasks { #expect(wasFree) }
        }
    }

    @Test func `an edit that somebody was quicker than is made again of what they left`() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("start")
        let command = DiaryCommand.edit(entry.id) { $0.text += ", mine" }
        guard case .write(let change) = try command.prepare(scratch.diary, scratch.context) else {
            throw EventStoreError.storage("nothing is left to write")
        }
        try scratch.edit(entry.id, text: "theirs")
        #expect(try scratch.diary.store.write(change).entry().text == "theirs, mine")
        #expect(try scratch.diary.entry(entry.id)?.version == 3)
    }
}
