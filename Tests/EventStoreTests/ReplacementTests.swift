import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A store whose folder is moved away or replaced while a process has it open.
@Suite("A store that is replaced while it is open", .timed) struct ReplacementTests: OfPlace {
    let place: Place

    /// A store of 22 events, and beside it a backup of its first 20.
    init() throws {
        place = try Place(2...20)
        _ = try store.backUp(to: folder("safe"))
        try store.openStreams(21...22)
    }

    private func open(_ name: String) throws -> Store {
        try Store(opening: folder(name))
    }

    /// What a person does who brings a backup back.
    private func replace() throws {
        try FileSystem.rename(from: path, to: folder("old"))
        try FileSystem.rename(from: folder("safe"), to: path)
    }

    private func writeError(_ number: Int) -> EventStoreError? {
        storeError { try store.openStream(number) }
    }

    @Test func `is read as it is now`() throws {
        #expect(try store.head == 22)
        try replace()
        #expect(try store.head == 20)
        #expect(try store.frames() == open("store").frames())
        #expect(store.replacements == 1)
    }

    @Test(arguments: [false, true])
    func `refuses the first change, whether or not it was read meanwhile, and makes the next`(isRead: Bool) throws {
        try replace()
        if isRead { #expect(try store.head == 20) }
        #expect(writeError(50) == .replaced(path: path))
        #expect(try open("old").head == 22 && open("store").head == 20)
        #expect(writeError(51) == nil)
        #expect(try store.row(of: stream(51)) != nil && open("store").row(of: stream(51)) != nil)
        #expect(try open("old").head == 22 && store.problems() == [])
    }

    @Test func `refuses a change that was under way`() throws {
        let error = storeError {
            try store.write { writer in
                var context = context(50)
                try writer.begin(EventHeader.Operation(command: 7), count: 1, in: &context)
                try writer.append(Counter.open(stream(50), 1))
                do { try replace() } catch { throw EventStoreError.storage("\(error)") }
            }
        }
        #expect(error == .replaced(path: path))
        #expect(try open("old").head == 22 && open("store").head == 20)
        #expect(writeError(51) == nil, "a person has been told")
    }

    @Test func `and is gone: a change is refused, nothing is made there, and reading says what is missing`() throws {
        try FileSystem.rename(from: path, to: folder("old"))
        #expect(writeError(50) == .replaced(path: path))
        #expect(storeError { _ = try store.head } == .missing(path: path))
        try FileSystem.makeDirectory(path)
        #expect(writeError(51) == .notAStore(path: path))
        #expect(try FileSystem.contents(of: path) == [])
        #expect(try open("old").head == 22)
        try FileSystem.removeEmptyDirectory(path)
        try FileSystem.rename(from: folder("old"), to: path)
        #expect(writeError(52) == nil, "it is back")
    }

    @Test func `by a file alone is noticed as well`() throws {
        let log = StorePaths.generation(1, path)
        let bytes = try FileSystem.read(StorePaths.generation(1, folder("safe")))
        try FileSystem.write(bytes.span, to: log + ".new")
        try FileSystem.rename(from: log + ".new", to: log)
        #expect(writeError(50) == .replaced(path: path))
        #expect(try store.head == 20)
        #expect(writeError(51) == nil)
    }

    @Test func `is told to who watches it, as a log of which nothing is known`() async throws {
        var changes = store.changes().makeAsyncIterator()
        try store.openStream(40)
        #expect(try await changes.next()?.streams == [stream(40)])
        try replace()
        let change = try #require(try await changes.next())
        #expect(change.head == 20 && change.streams == nil)
        #expect(writeError(41) == .replaced(path: path))
        try store.openStream(41)
        #expect(try await changes.next()?.streams?.contains(stream(41)) == true)
    }

    @Test func `is not what a compaction makes of it, and the file in use is told beside one`() throws {
        let other = try open("store")
        let isDone = Flag()
        let worker = Worker { [isDone] in
            for _ in 0..<40 {
                do throws(EventStoreError) { _ = try other.compact() } catch { Issue.record("\(error)") }
            }
            isDone.raise()
        }
        var number = 100
        while !isDone.isRaised {
            _ = try store.fileInUse()
            #expect(writeError(number) == nil)
            number += 1
        }
        worker.join()
        #expect(store.replacements == 0 && other.replacements == 0)
    }
}
