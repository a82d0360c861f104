import DiaryEngine
import DiaryServer
import DiarylogTestSupport
import Interchange
import Synchronization
import Testing

/// The program `diarylog`, which says what it is told to, and counts.
private final class Played: Sendable {
    struct State {
        var calls: [[String]] = []
        var running = 0
        var most = 0
        var standing: String? = #"{"remote":"/cloud","failure":null,"wantsKey":false,"unsent":0}"#
        var milliseconds = 0
    }

    let state = Mutex(State())

    var exchanges: Int { state.withLock { $0.calls.count { $0 == ["sync", "--quiet"] } } }
    var words: [[String]] { state.withLock { $0.calls } }
    var most: Int { state.withLock { $0.most } }

    @Sendable func run(_ words: [String]) async -> [UInt8]? {
        let pause = state.withLock { state in
            state.calls.append(Array(words.prefix { $0 != "--diary" }))
            state.running += 1
            state.most = max(state.most, state.running)
            return state.milliseconds
        }
        // Gives another one time to begin beside this; none may, however long it is.
        try? await Task.sleep(for: .milliseconds(pause))
        return state.withLock { state in
            state.running -= 1
            return words.contains("--json") ? state.standing.map { Array($0.utf8) } : Array("where it stands\n".utf8)
        }
    }

    /// Waits until so many exchanges began. Nothing but the clock would begin one in fifteen minutes.
    func until(_ count: Int) async throws {
        try await eventually("\(count) exchanges began") { () async in exchanges >= count }
    }
}

/// The exchange with other devices, which the page's server has the program `diarylog` do.
@Suite(.timed) struct SyncRoundsTests {
    @Test func `the diary is exchanged at the start, and two seconds after a change`() async throws {
        let played = Played()
        let asked = try Asked(diarylog: played.run)
        try await played.until(1)
        _ = try await asked.ask("POST", "/api/sync", .object([]))
        let start = ContinuousClock.now
        _ = try await asked.ask("POST", "/api/entries", ["text": .text("비가 왔다")])
        try await played.until(3)
        // Where everything takes longer, this only becomes more.
        #expect(ContinuousClock.now - start > .milliseconds(1_900))
        asked.server.stop()
    }

    @Test func `what comes into the remote's folder is taken without waiting for the clock`() async throws {
        let played = Played()
        let (arrivals, carrier) = AsyncStream.makeStream(of: Void.self)
        let asked = try Asked(diarylog: played.run, arrivals: { $0 == "/cloud" ? arrivals : nil })
        _ = try await asked.ask("POST", "/api/sync", .object([]))
        let count = played.exchanges
        carrier.yield()
        try await played.until(count + 1)
        asked.server.stop()
    }

    @Test func `two exchanges never run at once, and who asks meanwhile gets one that began after the question`()
        async throws
    {
        let played = Played()
        played.state.withLock { $0.milliseconds = 20 }
        let asked = try Asked(diarylog: played.run)
        try await played.until(1)
        async let one = asked.ask("POST", "/api/sync", .object([]))
        async let other = asked.ask("POST", "/api/sync", .object([]))
        let (first, second) = try await (one, other)
        #expect(first.1["unsent"] == .integer(0) && second.1["isRunning"] == .bool(false))
        #expect(played.most == 1)
        // The one that was under way, and one for both, or for each of them.
        #expect((2...3).contains(played.exchanges))
        asked.server.stop()
    }

    @Test func `a diary that takes no part is not exchanged, and pages hear nothing of it`() async throws {
        let played = Played()
        played.state.withLock { $0.standing = nil }
        let asked = try Asked(diarylog: played.run)
        let (status, said) = try await asked.ask("POST", "/api/sync", .object([]))
        #expect(status == 200 && said == .null)
        #expect(played.exchanges == 0)
        asked.server.stop()
    }

    @Test func `what only reads, or waits to be asked, does not exchange by itself`() async throws {
        for readOnly in [true, false] {
            let played = Played()
            let asked = try Asked(readOnly: readOnly, diarylog: played.run, syncsWhenAsked: true)
            try await eventually("it was looked at twice at the start") { () async in played.words.count >= 2 }
            _ = try await asked.diary.add("비")
            try await eventually("the change was heard of, and its turn came") { () async in played.words.count >= 4 }
            #expect(played.exchanges == 0)
            let (status, _) = try await asked.ask("POST", "/api/sync", .object([]))
            #expect(status == (readOnly ? 403 : 200) && played.exchanges == (readOnly ? 0 : 1))
            asked.server.stop()
        }
    }

    @Test func `where it stands is said in the reader's language`() async throws {
        let played = Played()
        let asked = try Asked(diarylog: played.run)
        let reply = await asked.answer(asked.request("GET", "/api/sync", changing: ["accept-language": "ko-KR"]))
        #expect(reply.text.contains("where it stands"))
        #expect(played.words.contains(["sync", "status", "--lang", "ko"]))
        asked.server.stop()
    }

    @Test func `a server without the program knows nothing of other devices`() async throws {
        let asked = try Asked()
        #expect(try await asked.ask("GET", "/api/sync").status == 404)
        #expect(try await asked.ask("POST", "/api/sync", .object([])).status == 404)
    }
}
