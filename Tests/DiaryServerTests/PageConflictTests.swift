import DiaryEngine
import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

/// An entry that two devices wrote, on the page.
@Suite("What the page asks of a conflict", .timed) struct PageConflictTests {
    /// A server's diary, with an entry that a copy of it changed as well; what the copy wrote next can be taken later.
    private func conflict() async throws -> (asked: Asked, id: String, other: Diary, entry: EntryID) {
        let asked = try Asked()
        let id = try await asked.add("the quick fox")
        #expect(try ChildProcess.run(["cp", "-r", asked.path, asked.folder("copy")]) == 0)
        let other = try Diary(at: asked.folder("copy"))
        let entry = try #require(EntryID(hexadecimal: id))
        try await edit(entry, "the lazy fox", in: other)
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("the slow fox")])
        try await take(other, in: asked)
        return (asked, id, other, entry)
    }

    private func edit(_ entry: EntryID, _ text: String, in other: Diary) async throws {
        let edit = with(EntryEdit()) { $0.text = Array(text.utf8) }
        _ = try await other.write(.perform([EntryRequest(entry: entry, command: .edit(edit))]))
    }

    private func take(_ other: Diary, in asked: Asked) async throws {
        try await asked.diary.onThread { diary in
            var events: [PortableEvent] = []
            try other.exportEvents { if case .event(_, let event) = $0 { events.append(event) } }
            _ = try diary.importEvents(events)
        }
    }

    @Test("an entry says what all texts were made of and who wrote each, and is counted and listed until it is settled")
    func said() async throws {
        let (asked, id, _, _) = try await conflict()
        let entry = try await asked.get("/api/entries/\(id)")
        #expect(entry["status"]?.text == "conflict" && entry["base", "text"]?.text == "the quick fox")
        let devices = try #require(entry["devices"]?.list)
        #expect(devices.count == 3 && Set(devices.compactMap { $0["device"]?.text }).count == 2)
        #expect(devices.contains { $0["event"] == entry["shown"] })
        #expect(entry["lost"]?.list.isEmpty == true && entry["deletedBy"]?.list.isEmpty == true)
        #expect(try await asked.get("/api/entries/\(id)?version=1")["base"] == nil)
        #expect(try await asked.get("/api/state?at=1")["conflicts"] == .null)
        let listed = try await asked.get("/api/conflicts")
        #expect(listed["entries"]?.list.compactMap { $0["id"]?.text } == [id])
        #expect(listed["entries"]?.list.first?["devices"]?.list.count == 3)
        // A star decides nothing about texts.
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["starred": .bool(true)])
        #expect(try await asked.get("/api/state")["conflicts"]?.whole == 1)
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("one fox")])
        #expect(try await asked.get("/api/conflicts")["entries"]?.list.isEmpty == true)
        #expect(try await asked.get("/api/state")["conflicts"]?.whole == 0)
    }

    @Test("an edit that names the heads it saw is refused once another one has come, with the entry as it is now")
    func seen() async throws {
        let (asked, id, other, entry) = try await conflict()
        let seen = try await asked.get("/api/entries/\(id)")
        let heads = try #require(seen["heads"])
        try await edit(entry, "the third fox", in: other)
        try await take(other, in: asked)
        let body: JSONValue = ["text": .text("one fox"), "heads": heads]
        let (status, answer) = try await asked.ask("PUT", "/api/entries/\(id)", body)
        #expect(status == 409 && answer["error", "code"]?.text == "conflict")
        let now = try #require(answer["entry", "heads"])
        #expect(now != heads && answer["entry", "alternatives"]?.list.count == 1)
        #expect(answer["entry", "base", "text"]?.text == "the quick fox")
        let done = try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("one fox"), "heads": now])
        #expect(done["entry", "text"]?.text == "one fox" && done["entry", "status"] == nil)
        #expect(
            try await asked.ask("PUT", "/api/entries/\(id)", ["text": .text("x"), "heads": .text("y")]).status == 400)
    }

    @Test("an entry says which words of its texts differ, in UTF-16 units; a draft that came too late is among them")
    func differing() async throws {
        let (asked, id, other, entry) = try await conflict()
        func words(_ answer: JSONValue) -> [String] {
            guard let texts = answer["texts"]?.list else { return [] }
            return texts.flatMap { text -> [String] in
                let whole: String
                if text["draft"] != nil {
                    whole = "🦊 the red fox"
                } else if text["event"] == answer["shown"] {
                    whole = answer["text"]?.text ?? ""
                } else {
                    whole = answer["alternatives"]?.list.first { $0["event"] == text["event"] }?["text"]?.text ?? ""
                }
                let units = Array(whole.utf16)
                return (text["differs"]?.list ?? []).map { range in
                    String(decoding: units[(range.list[0].whole ?? 0)..<(range.list[1].whole ?? 0)], as: UTF16.self)
                }
            }
        }
        #expect(words(try await asked.get("/api/entries/\(id)")).sorted() == ["lazy", "slow"])
        let begun = try await asked.send(
            "POST", "/api/drafts", ["entry": .text(id), "text": .text("🦊 the red fox")])
        let name = try #require(begun["draft", "draft"]?.text)
        try await edit(entry, "the third fox", in: other)
        try await take(other, in: asked)
        let (status, answer) = try await asked.ask("POST", "/api/drafts/\(name)/commit", [:])
        let now = try #require(answer["entry"])
        #expect(status == 409 && now["texts"]?.list.compactMap { $0["draft"]?.text } == [name])
        #expect(["red", "third", "slow"].allSatisfy { word in words(now).contains { $0.contains(word) } })
    }

    @Test func `while a line of signs between two texts stands nothing is written, and the draft stays`() async throws {
        let (asked, id, _, _) = try await conflict()
        let marked = "<<<<<<< one\nthe slow fox\n=======\nthe lazy fox\n>>>>>>> other\n"
        let head = try await asked.get("/api/state")["head"]
        let (status, refused) = try await asked.ask("PUT", "/api/entries/\(id)", ["text": .text(marked)])
        #expect(status == 422 && refused["error", "code"]?.text == "undecided" && refused["error", "line"]?.whole == 1)
        let begun = try await asked.send("POST", "/api/drafts", ["entry": .text(id), "text": .text(marked)])
        let name = try #require(begun["draft", "draft"]?.text)
        let (again, still) = try await asked.ask("POST", "/api/drafts/\(name)/commit", [:])
        #expect(again == 422 && still["error", "code"]?.text == "undecided")
        #expect(try await asked.get("/api/state")["head"] == head)
        let late: JSONValue = ["text": .text("the slow, lazy fox"), "revision": .number(1)]
        let done = try await asked.send("POST", "/api/drafts/\(name)/commit", late)
        #expect(done["entry", "text"]?.text == "the slow, lazy fox" && done["entry", "status"] == nil)
    }
}
