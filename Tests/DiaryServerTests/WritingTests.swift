/// What the page writes: entries, drafts, and the ways back.

import DiaryEngine
import DiaryModel
import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("What the page writes", .timed) final class WritingTests: InAsked {
    @Test("a change of a diary that was replaced meanwhile is refused once, and reading shows the one that is there")
    func replaced() async throws {
        let id = try await asked.add("one", [.init("tags", .array([.text("t")]))])
        #expect(try ChildProcess.run(["cp", "-r", asked.path, asked.folder("safe")]) == 0)
        _ = try await asked.add("two", [.init("tags", .array([.text("t")]))])
        #expect(try await asked.get("/api/tags")["at"] == .integer(3))
        #expect(try await asked.get("/api/timeline")["lengths"]?.list.count == 3)
        try FileSystem.rename(from: asked.path, to: asked.folder("old"))
        try FileSystem.rename(from: asked.folder("safe"), to: asked.path)
        let edit: JSONValue = ["text": .text("three"), "expecting": .integer(1)]
        let (status, answer) = try await asked.ask("PUT", "/api/entries/\(id)", edit)
        #expect(status == 409 && answer["error", "code"]?.text == "replaced")
        #expect(try await asked.get("/api/state")["entries"] == .integer(1))
        #expect(try await asked.get("/api/timeline")["lengths"]?.list.count == 2)
        #expect(try await asked.get("/api/tags")["tags"]?.list.first?["entries"] == .integer(1))
        _ = try await asked.send("PUT", "/api/entries/\(id)", edit)
        let texts = try Diary(at: asked.path).list().entries.map { String(decoding: $0.content.text, as: UTF8.self) }
        #expect(texts == ["three"])
        #expect(try Diary(at: asked.folder("old")).totals().live == 2)
    }

    @Test("date, tags, star and place are edited; a date without a zone is on the entry's own clock")
    func properties() async throws {
        let id = try await asked.add(
            "여행", [.init("date", .text("2026-07-01T10:00")), .init("zone", .text("Europe/Berlin"))])
        let entry = try await asked.send(
            "PUT", "/api/entries/\(id)",
            [
                "date": .text("2026-12-01T11:30"), "tags": .array([.text("여행"), .text("독일")]), "starred": .bool(true),
                "place": ["lat": .decimal(52.5), "lon": .decimal(13.4)],
            ])["entry"]
        #expect(entry?["date"]?.text == "2026-12-01T11:30:00+01:00")
        #expect(entry?["zone"]?.text == "Europe/Berlin")
        #expect(entry?["tags"]?.list.compactMap(\.text) == ["독일", "여행"])
        #expect(entry?["place", "lat"] == .decimal(52.5))
        let bare = try await asked.send("PUT", "/api/entries/\(id)", ["tags": .array([]), "place": .null])["entry"]
        #expect(bare?["tags"]?.list.isEmpty == true && bare?["place"] == .null && bare?["starred"] == .bool(true))
    }

    @Test("a text of more than 1 MiB is refused with its length and what can be done; the draft before it stays")
    func tooLong() async throws {
        let begun = try await asked.send("POST", "/api/drafts", ["text": .text("산책"), "sitting": .text("s")])
        let name = try #require(begun["draft", "draft"]?.text)
        let long = JSONValue.string([UInt8](repeating: 0x61, count: EntryLimits.text + 1))
        let (status, refused) = try await asked.ask(
            "PUT", "/api/drafts/" + name, ["text": long, "revision": .integer(1)])
        #expect(status == 422 && refused["error", "reason"]?.text == "textTooLong")
        let words = try #require(refused["error", "message"]?.text)
        #expect(words.contains("1048577") && words.contains("attach"), "\(words)")
        #expect(try asked.diary.drafts().map(\.content.text) == [Array("산책".utf8)])
        let escaped = JSONValue.string([UInt8](repeating: 0x22, count: EntryLimits.text))
        #expect(try await asked.send("POST", "/api/entries", ["text": escaped])["outcome"]?.text == "changed")
    }

    @Test("who keeps a text at each rest is not told it back; the list of drafts has none, and one is asked for whole")
    func carriesWhatChanged() async throws {
        let text = "산책\n\n" + String(repeating: "감나무 아래를 지났다. ", count: 400)
        let begun = try await asked.send("POST", "/api/drafts", ["text": .text(text), "sitting": .text("s")])
        let name = try #require(begun["draft", "draft"]?.text)
        let kept = try await asked.send(
            "PUT", "/api/drafts/" + name, ["text": .text(text + "끝"), "revision": .integer(1)])
        for draft in [begun["draft"], kept["draft"], try await asked.get("/api/drafts")["drafts"]?.list.first] {
            #expect(draft?["text"] == nil && draft?["title"]?.text == "산책" && draft?["sitting"]?.text == "s")
        }
        #expect(kept["draft", "revision"] == .integer(2))
        let whole = try await asked.get("/api/drafts/" + name)
        #expect(whole["text"]?.text == text + "끝" && whole["revision"] == .integer(2))
        let (status, none) = try await asked.ask("GET", "/api/drafts/d99")
        #expect(status == 404 && none["error", "code"]?.text == "draft-gone")
    }

    @Test("what is typed can come along with the commit, and a draft that moved on is not overwritten by it")
    func typedAndCommitted() async throws {
        let begin: JSONValue = ["text": .text("산책"), "sitting": .text("s")]
        let begun = try await asked.send("POST", "/api/drafts", begin)
        #expect(try await asked.send("POST", "/api/drafts", begin)["draft"] == begun["draft"])
        let name = try #require(begun["draft", "draft"]?.text)
        try await asked.send("PUT", "/api/drafts/" + name, ["text": .text("산책, 다른 창"), "revision": .integer(1)])
        let late: JSONValue = ["text": .text("산책, 늦게"), "revision": .integer(1), "key": .text("k")]
        let (status, conflict) = try await asked.ask("POST", "/api/drafts/\(name)/commit", late)
        #expect(status == 409 && conflict["error", "code"]?.text == "draft-conflict")
        // What was typed here, and what stands there, with the words that differ.
        let spans = conflict["differs"]?.list.map { $0.list.map { $0.list.compactMap(\.whole) } }
        #expect(spans == [[[4, 6]], [[4, 8]]])
        #expect(try asked.diary.totals().live == 0)
        let last: JSONValue = ["text": .text("산책, 끝"), "revision": .integer(2), "key": .text("k")]
        let done = try await asked.send("POST", "/api/drafts/\(name)/commit", last)
        #expect(done["entry", "text"]?.text == "산책, 끝" && done["entry", "version"] == .integer(1))
        let (gone, again) = try await asked.ask("POST", "/api/drafts/\(name)/commit", last)
        #expect(gone == 404 && again["error", "code"]?.text == "draft-gone")
        #expect(try await asked.get("/api/state")["drafts"] == .integer(0))
    }

    @Test func `a draft of an entry that changed meanwhile is a conflict, and stays`() async throws {
        let id = try await asked.add("one")
        let event = try #require(try await asked.get("/api/entries/\(id)")["event"]?.text)
        try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("theirs")])
        let begun = try await asked.send(
            "POST", "/api/drafts", ["entry": .text(id), "base": .text(event), "text": .text("mine")])
        let name = try #require(begun["draft", "draft"]?.text)
        let (status, conflict) = try await asked.ask("POST", "/api/drafts/\(name)/commit", [:])
        #expect(status == 409 && conflict["entry", "text"]?.text == "theirs")
        #expect(try await asked.get("/api/state")["drafts"] == .integer(1))
        let decided = try await asked.send("POST", "/api/drafts/\(name)/commit", ["expecting": .integer(2)])
        #expect(decided["entry", "text"]?.text == "mine")
    }

    @Test func `undo takes back what was named; redo brings it back; a moment can be brought back`() async throws {
        let id = try await asked.add("one")
        let seq = try #require(try await asked.get("/api/state")["head"]?.whole)
        try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("two")])
        try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("three")])
        let next = try #require(try await asked.get("/api/state")["undo", "id"])
        #expect(try await asked.send("POST", "/api/undo", ["expecting": next])["entry", "text"]?.text == "two")
        #expect(try await asked.send("POST", "/api/redo")["entry", "text"]?.text == "three")
        let then = try await asked.send("POST", "/api/restore", ["at": .number(seq)])
        #expect(then["entry", "text"]?.text == "one")
        #expect(try await asked.send("POST", "/api/undo")["entry", "text"]?.text == "three")
        let version = try await asked.send("POST", "/api/entries/\(id)/restore", ["version": .integer(2)])
        #expect(version["entry", "text"]?.text == "two")
        let moment = try await asked.send("POST", "/api/entries/\(id)/restore", ["at": .number(seq)])
        #expect(moment["entry", "text"]?.text == "one")
    }

    @Test func `bodies that say something else are refused, and nothing is written`() async throws {
        let head = try await asked.get("/api/state")["head"]
        for (body, name) in [
            (["texts": .text("x")] as JSONValue, "texts"), (["text": .integer(1)], "text"), ([:], "text"),
            (["text": .text("x"), "date": .text("2026-02-30")], "date"),
            (["text": .text("x"), "tags": .text("a")], "tags"), (["text": .text("x"), "key": .integer(1)], "key"),
            (["text": .text("x"), "zone": .text("Asia/Seoul")], "date"),
        ] {
            let (status, answer) = try await asked.ask("POST", "/api/entries", body)
            #expect(status == 400 && answer["error", "name"]?.text == name, "\(answer)")
        }
        for bytes in ["{", "[]", "{\"text\":\"a\"} x", "{\"text\":\"a\",\"text\":\"b\"}", "\u{0}"] {
            let request = with(asked.request("POST", "/api/entries")) { $0.body = Array(bytes.utf8) }
            #expect(await asked.answer(request).status == 400, "\(bytes)")
        }
        #expect(try await asked.get("/api/state")["head"] == head)
    }
}
