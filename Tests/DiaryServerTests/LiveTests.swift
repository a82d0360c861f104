/// What open pages are told: commits of this process and of others, and where they stand after a pause.

import DiaryEngine
import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Live pages", .timed) struct LiveTests {
    private func listen(_ asked: Asked, since: String? = nil) throws -> AsyncStream<[UInt8]> {
        let request = asked.request("GET", "/api/live", changing: ["last-event-id": since])
        guard case .reading(let read) = asked.server.handle(request) else { throw NoStream() }
        let reply = read()
        #expect(reply.headers.contains { $0.name == "content-type" && $0.value.hasPrefix("text/event-stream") })
        return try #require(reply.stream)
    }

    private struct NoStream: Error {}

    private func data(_ message: [UInt8]?) throws -> JSONValue {
        let text = String(decoding: try #require(message), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("data: ") })
        var reader = try JSONReader(Array(line.dropFirst(6).utf8))
        return try reader.value()
    }

    @Test func `another program's commit is told, with the entries it touched`() async throws {
        let asked = try Asked()
        var messages = try listen(asked).makeAsyncIterator()
        let start = try data(await messages.next())["head"]?.whole
        let entry = try await asked.diary.add("from elsewhere")
        let reported = try data(await messages.next())
        #expect(reported["since"]?.whole == start)
        #expect(reported["entries"]?.list.compactMap(\.text) == [entry.id.hexadecimal])
        #expect(reported["head"]?.whole == Int(entry.sequence.rawValue))
    }

    @Test func `who comes back is told first what it missed`() async throws {
        let asked = try Asked()
        let entry = try await asked.diary.add("one")
        let seen = Int(entry.sequence.rawValue)
        let missed = try await asked.diary.add("two")
        var messages = try listen(asked, since: "\(seen)").makeAsyncIterator()
        let reported = try data(await messages.next())
        #expect(reported["since"]?.whole == seen)
        #expect(reported["entries"]?.list.compactMap(\.text) == [missed.id.hexadecimal])
        // Ahead of this diary, as after a backup took its place: everything is to be asked again.
        var ahead = try listen(asked, since: "999").makeAsyncIterator()
        #expect(try data(await ahead.next())["entries"] == .null)
    }

    @Test func `a draft that is kept is told, though it is no event`() async throws {
        let asked = try Asked()
        var messages = try listen(asked).makeAsyncIterator()
        #expect(try data(await messages.next())["drafts"] == .integer(0))
        try await asked.send("POST", "/api/drafts", ["text": .text("x")])
        #expect(try data(await messages.next())["drafts"] == .integer(1))
    }

    @Test("a diary that is locked is let go, each request says so, and all goes on when it is open again")
    func locked() async throws {
        guard let disk = try EncryptedDisk() else { return }
        let asked = try Asked(at: disk.path + "/diary")
        let bytes = [UInt8](repeating: 7, count: FolderEncryption.keySize)
        let key = try FolderEncryption.add(bytes, at: disk.path)
        try await asked.diary.onThread { diary in
            try diary.changeFolder(preparing: { try FolderEncryption.encrypt($0, by: key) })
        }
        // The first change had the old folder in mind.
        let (refused, _) = try await asked.ask("POST", "/api/entries", ["text": .text("one")])
        #expect(refused == 409)
        var messages = try listen(asked).makeAsyncIterator()
        let entry = try await asked.add("one")
        // Whoever wrote may have let go of it by now.
        _ = try FolderEncryption.remove(key, at: disk.path)
        try FileSystem.touch(asked.path)
        while await messages.next() != nil {}
        // The tests' own hand on it.
        _ = try? await asked.diary.onThread { try $0.waitForChange(since: $0.resolve(.head)) }
        try await eventually("it is let go") { () async throws in
            try FolderEncryption.remove(key, at: disk.path) == .nothing
        }
        for target in ["/api/live", "/api/state", "/api/entries/\(entry)"] {
            let (status, answer) = try await asked.ask("GET", target)
            let words = answer["error", "message"]?.text ?? ""
            #expect(status == 423 && words.contains("diarylog unlock, on a terminal"), "\(target): \(answer)")
        }
        _ = try FolderEncryption.add(bytes, at: disk.path)
        let read = try await asked.get("/api/entries/\(entry)")
        #expect(read["text"]?.text == "one")
        try await asked.add("two")
        var again = try listen(asked).makeAsyncIterator()
        #expect(try data(await again.next())["drafts"] == .integer(0))
    }

    @Test func `a stream says something at least every heartbeat, and ends when the server does`() async throws {
        let asked = try Asked(heartbeat: 20)
        var messages = try listen(asked).makeAsyncIterator()
        _ = await messages.next()
        #expect(await messages.next() == Array(": beat\n\n".utf8))
        asked.server.stop()
        while await messages.next() != nil {}
        var late = try listen(asked).makeAsyncIterator()
        #expect(await late.next() == nil)
    }
}
