/// Files of entries: put part by part, given out as what can do no harm, and of every moment their own.
import DiaryServer
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Files that the page puts and gets", .timed, .timeLimit(.minutes(5))) struct AttachmentTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<5000).map { UInt8($0 % 251) }

    private func put(_ asked: Asked, _ id: String, _ name: String, _ bytes: [UInt8]) async throws -> JSONValue {
        let (status, answer) = try await asked.put("/api/entries/\(id)/attachments?name=\(name)", bytes)
        try #require(status == 200, "\(name): \(answer)")
        return answer
    }

    private func read(_ asked: Asked, _ hash: String) async throws -> (type: String, policy: String, bytes: [UInt8]) {
        let reply = await asked.answer(asked.request("GET", "/api/attachments/" + hash))
        let file = try #require(reply.file)
        var bytes: [UInt8] = []
        while bytes.count < file.size { bytes += try file.part(at: bytes.count) }
        let headers = reply.named
        #expect(headers["x-content-type-options"] == "nosniff" && headers["cache-control"] == "no-store")
        return (headers["content-type"] ?? "", headers["content-security-policy"] ?? "", bytes)
    }

    @Test func `a picture comes to an entry, is there in every moment since, and undo takes it off`() async throws {
        let asked = try Asked()
        let id = try await asked.add("산책")
        let before = try #require(try await asked.get("/api/state")["head"]?.whole)
        let done = try await put(asked, id, "%ED%95%9C%EA%B0%95.png", Self.png)
        #expect(done["outcome"]?.text == "changed")
        let file = try #require(done["entry", "attachments"]?.list.first)
        #expect(file["name"]?.text == "한강.png" && file["mediaType"]?.text == "image/png")
        #expect(file["size"]?.whole == Self.png.count)
        let hash = try #require(file["sha256"]?.text)
        let read = try await read(asked, hash)
        #expect(read.bytes == Self.png && read.type == "image/png" && read.policy.contains("sandbox"))
        #expect(try await asked.get("/api/entries/\(id)?at=\(before)")["attachments"] == nil)

        let again = try await put(asked, id, "other.png", Self.png)
        #expect(again["outcome"]?.text == "unchanged")
        let next = try await put(asked, id, "%ED%95%9C%EA%B0%95.png", Self.png + [1])
        #expect(next["entry", "attachments"]?.list.compactMap { $0["name"]?.text } == ["한강-2.png", "한강.png"])

        let off = try await asked.send("DELETE", "/api/entries/\(id)/attachments/\(hash)", nil)
        #expect(off["entry", "attachments"]?.list.count == 1)
        let back = try await asked.send("POST", "/api/undo")
        #expect(back["entry", "attachments"]?.list.count == 2)
        #expect(
            try await asked.ask("DELETE", "/api/entries/\(id)/attachments/" + String(repeating: "0", count: 64)).status
                == 404)
    }

    @Test("a small picture that a browser made is given out where it is asked for, and goes with its file")
    func small() async throws {
        let asked = try Asked()
        let id = try await asked.add("산책")
        let done = try await put(asked, id, "a.png", Self.png)
        let hash = try #require(done["entry", "attachments"]?.list.first?["sha256"]?.text)
        #expect(try await read(asked, hash + "?small=1").bytes == Self.png)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("\0\u{10}JFIF\0".utf8)
        let address = "/api/attachments/" + hash
        #expect(try await asked.put(address, jpeg, method: "PUT").status == 200)
        let read = try await read(asked, hash + "?small=1")
        #expect(read.bytes == jpeg && read.type == "image/jpeg" && read.policy.contains("sandbox"))
        #expect(try await self.read(asked, hash).bytes == Self.png)

        let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        let other = "/api/attachments/" + String(repeating: "0", count: 64)
        for (target, bytes, status) in [
            (address, svg, 400), (address, [], 400), (address + "?small=1", jpeg, 400), (other, jpeg, 404),
            (address, jpeg + [UInt8](repeating: 0, count: 128 << 10), 413),
        ] {
            #expect(try await asked.put(target, bytes, method: "PUT").status == status, "\(target)")
        }
        #expect(try await self.read(asked, hash + "?small=1").bytes == jpeg)
    }

    @Test func `what could run in a browser is given out as bytes to save, whatever it is called`() async throws {
        let asked = try Asked()
        let id = try await asked.add("x")
        let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".utf8)
        for (name, bytes) in [("a.svg", svg), ("a.png", Array("<script>alert(1)</script>".utf8)), ("a.html", svg)] {
            let done = try await put(asked, id, name, bytes)
            let all = try #require(done["entry", "attachments"]?.list)
            for file in all {
                let (type, policy, _) = try await read(asked, try #require(file["sha256"]?.text))
                #expect(type == "application/octet-stream" && policy == "default-src 'none'; sandbox", "\(name)")
            }
        }
    }

    @Test func `a file is refused without a name or with two, and to what is not there or deleted`() async throws {
        let asked = try Asked()
        let id = try await asked.add("x")
        let entry = "/api/entries/\(id)/attachments"
        let nobody = "/api/entries/00112233445566778899aabbccddeeff/attachments?name=a"
        for (target, status) in [(entry, 400), (entry + "?name=a&path=b", 400), (nobody, 404)] {
            #expect(try await asked.put(target, [1]).status == status, "\(target)")
        }
        try await asked.send("DELETE", "/api/entries/\(id)", nil)
        #expect(try await asked.put(entry + "?name=a", [1]).status == 422)
    }

    @Test func `a name is no path, and two pictures of one name that come at once are both there`() async throws {
        let asked = try Asked()
        let id = try await asked.add("x")
        async let one = put(asked, id, "..%2F..%2Fa.png", Self.png + [1])
        async let other = put(asked, id, "a.png", Self.png + [2])
        _ = try await (one, other)
        let names = try await asked.get("/api/entries/\(id)")["attachments"]?.list.compactMap { $0["name"]?.text }
        #expect(names == ["a-2.png", "a.png"])
    }
}
