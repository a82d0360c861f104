/// Several entries at once: one change, one undo, one file.
import DiaryServer
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Several entries at once", .timed, .timeLimit(.minutes(5))) final class ManyTests: InAsked {
    private func names(_ names: String...) -> JSONValue { .array(names.map { .text($0) }) }

    @Test("a tag, a star and a deletion of several entries are one operation each, and one undo takes it back")
    func changes() async throws {
        var ids: [String] = []
        for text in ["감", "밤", "대추"] { ids.append(try await asked.add(text)) }
        let two = names(ids[0], ids[1])
        let tagged = try await asked.send("POST", "/api/many", ["entries": two, "addTags": names("가을")])
        #expect(tagged["outcome"]?.text == "changed" && tagged["entries"]?.list.count == 2)
        #expect(try await asked.get("/api/entries?tag=%EA%B0%80%EC%9D%84")["entries"]?.list.count == 2)
        let again = try await asked.send("POST", "/api/many", ["entries": two, "addTags": names("가을")])
        #expect(again["outcome"]?.text == "unchanged")
        try await asked.send("POST", "/api/many", ["entries": two, "starred": .bool(true)])
        #expect(try await asked.get("/api/entries?starred=1")["entries"]?.list.count == 2)
        try await asked.send("POST", "/api/many", ["entries": two, "delete": .bool(true)])
        #expect(try await asked.get("/api/entries")["entries"]?.list.count == 1)
        try await asked.send("POST", "/api/undo")
        #expect(try await asked.get("/api/entries")["entries"]?.list.count == 3)
    }

    @Test func `where one of them cannot be changed, none is; and what cannot be meant is refused`() async throws {
        let (one, gone) = (try await asked.add("여기"), try await asked.add("지운 것"))
        try await asked.send("DELETE", "/api/entries/\(gone)", nil)
        let both = names(one, gone)
        let (status, answer) = try await asked.ask("POST", "/api/many", ["entries": both, "starred": .bool(true)])
        #expect(status == 422 && answer["error", "reason"]?.text == "isDeleted")
        #expect(try await asked.get("/api/entries?starred=1")["entries"]?.list.isEmpty == true)
        for body: JSONValue in [
            ["entries": names(), "delete": .bool(true)], ["entries": names(one)], ["delete": .bool(true)],
            ["entries": names(one), "delete": .bool(true), "starred": .bool(true)],
            ["entries": names("x"), "delete": .bool(true)], ["entries": names(one), "delete": .text("yes")],
            ["entries": names(one), "addTags": .text("가을")], ["entries": names(one), "other": .bool(true)],
        ] {
            #expect(try await asked.ask("POST", "/api/many", body).status == 400, "\(body)")
        }
        let absent: JSONValue = ["entries": names(String(repeating: "0", count: 32)), "starred": .bool(true)]
        #expect(try await asked.ask("POST", "/api/many", absent).status == 404)
    }

    @Test func `what is chosen is one file, the oldest first, also where nothing may be written`() async throws {
        let late = try await asked.add("늦은 날\n\n둘째", [JSONMember("date", .text("2026-11-02"))])
        let early = try await asked.add("이른 날\n\n첫째", [JSONMember("date", .text("2026-11-01"))])
        func file(_ format: String, _ from: Asked) async throws -> (status: Int, text: String) {
            let body: JSONValue = ["entries": names(late, early, late), "format": .text(format)]
            let reply = await from.answer(from.request("POST", "/api/export", body))
            return (reply.status, reply.text)
        }
        let text = try await file("txt", asked).text
        #expect(text == "이른 날\n\n첫째\n\n\n늦은 날\n\n둘째")
        let markdown = try await file("markdown", asked).text
        #expect(markdown.hasPrefix("# 이른 날\n\n*") && markdown.contains("\n\n# 늦은 날\n"))
        var reader = try JSONReader(Array(try await file("json", asked).text.utf8))
        #expect(try reader.value().list.compactMap { $0["id"]?.text } == [early, late])
        #expect(try await file("pdf", asked).status == 400)
        let reading = try Asked(readOnly: true)
        // The entries are of another diary: what is asked for is read, and not found.
        #expect(try await file("txt", reading).status == 404)
    }
}
