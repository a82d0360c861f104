import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite("A change that fails", .timed) final class FailureTests: InFolder {
    @Test("a commit that the system refuses is an error, changes nothing, and the next one is kept")
    func refusedCommit() async throws {
        let path = folder("store")
        _ = try makeStore(at: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try Store(opening: path)
            try Counter.fill(store, stream(1), count: 40)
            var refused = 0
            for round in 0..<20 {
                let frames = try store.frames()
                var event = Counter.open(stream(100 + round), 1)
                event.body += [UInt8](repeating: 1, count: 300_000)
                let error = try limitingFiles(to: FileSystem.size(of: StorePaths.generation(1, path))) {
                    storeError { try store.append([event], in: context(round)) }
                }
                // Where a fold has freed enough pages the file need not grow, and nothing is refused.
                if error == nil { continue }
                refused += 1
                guard try store.frames() == frames else { throw Absent() }
                try store.append([event], in: context(round))
            }
            guard try store.problems() == [], try store.head == 61, refused > 5 else { throw Absent() }
        }
    }

    @Test("a hole whose filling the system refuses is not said to be filled; it is, once the system lets it")
    func refusedFill() async throws {
        let (source, path) = (folder("source"), folder("store"))
        _ = try makeStore(at: source)
        await #expect(processExitsWith: .success) { [source = source as String, path = path as String] in
            let whole = try Store(opening: source)
            try Counter.fill(whole, stream(1), count: 60)
            let late = try whole.portable()[20].event
            let store = try Store.made(of: whole.timed(), losing: [20], at: path)
            let frames = try store.frames()
            let refused = try limitingFiles(to: 4096) { try store.importEvents([late], arrivedAt: 1).map(\.answer) }
            guard refused == [.notYet(EventNeeds())], try store.frames() == frames else { throw Absent() }
            guard try store.importEvents([late], arrivedAt: 1).map(\.answer) == [.accepted], try store.problems() == [],
                try store.frames().count == whole.frames().count
            else { throw Absent() }
        }
    }

    @Test("killed while it appends keeps every change it acknowledged", arguments: 0..<30)
    func killed(round: Int) async throws {
        let path = folder("store")
        let store = try makeStore(at: path)
        var chance = Chance(for: "killed while it appends, round \(round)")
        let times = Double.random(in: 0..<20, using: &chance)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, times = times as Double] in
            let store = try Store(opening: path)
            try repeatUntilKilled(within: times) { number in
                let receipt = try store.openStream(number)
                let text = Array("\(receipt.last)\n".utf8)
                try FileSystem.write(text.span, to: "\(path)/ack", sync: false)
            }
        }
        let head = try store.head
        // Killed between the making and the writing of the note, it is empty.
        let text = try FileSystem.read("\(path)/ack")
        #expect(head >= UInt64(String(decoding: text.dropLast(), as: UTF8.self)) ?? 2)
        #expect(try store.problems() == [])
        try store.append([Counter.open(stream(1_000_000), 1)], in: context(1))
        // Killed between its last write and its last word to the other processes, a commit shows once one writes again.
        #expect(try head + 1...head + 2 ~= store.head)
    }
}

/// What a body comes to while no file may grow beyond a size, as on a full disk.
private func limitingFiles<Answer>(to size: Int, _ body: () throws -> Answer) rethrows -> Answer {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(UInt32(1)), &limit)
    let free = limit.rlim_cur
    limit.rlim_cur = rlim_t(size)
    unsafe setrlimit(__rlimit_resource_t(UInt32(1)), &limit)
    defer {
        limit.rlim_cur = free
        unsafe setrlimit(__rlimit_resource_t(UInt32(1)), &limit)
    }
    return try body()
}
