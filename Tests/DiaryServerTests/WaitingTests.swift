/// Another program writes for long: what only reads goes on, and what writes says that it waits.

import DiaryEngine
import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("A busy diary", .timed) struct WaitingTests {
    @Test func `a change that waits holds up no list, is answered with 503, and can be sent again`() async throws {
        let asked = try Asked(patience: 100)
        try await asked.add("one")
        let other = try Store(opening: asked.path, model: DiaryStreams())
        let (held, end) = (Semaphore(), Semaphore())
        #expect(
            Threads.detach {
                try? other.write { _ in
                    held.signal()
                    // Until the test says so: on a busy machine that can take long.
                    _ = end.wait(milliseconds: 3_600_000)
                }
                held.signal()
            })
        #expect(held.wait(milliseconds: 120_000))
        let body: JSONValue = ["text": .text("two"), "key": .text("k")]
        let writing = Task { try await asked.ask("POST", "/api/entries", body) }
        for _ in 0..<20 { #expect(try await asked.get("/api/entries")["entries"]?.list.count == 1) }
        let reply = await asked.answer(asked.request("POST", "/api/undo", [:]))
        #expect(reply.status == 503 && reply.headers.contains { $0 == ("retry-after", "1") })
        let (status, answer) = try await writing.value
        #expect(status == 503 && answer["error", "code"]?.text == "busy", "\(status) \(answer)")
        end.signal()
        #expect(held.wait(milliseconds: 120_000))
        #expect(try await asked.send("POST", "/api/entries", body)["outcome"]?.text == "changed")
        #expect(try await asked.get("/api/state")["entries"] == .integer(2))
    }
}
