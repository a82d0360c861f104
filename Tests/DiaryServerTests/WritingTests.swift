/// What the page writes: entries, drafts, and the ways back.

import DiaryEngine
import DiaryServer
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("What the page writes", .timed) struct WritingTests {
    @Test("an entry is added once under its key, however often it is sent")
    func add() async throws {
        let asked = try Asked()
        let body: JSONValue = ["text": .text("감나무"), "key": .text("k1"), "tags": .array([.text("가을")])]
        let first = try await asked.send("POST", "/api/entries", body)
        let again = try await asked.send("POST", "/api/entries", body)
        #expect(first["outcome"]?.text == "changed" && again["outcome"]?.text == "repeated")
        #expect(first["operation"] == again["operation"])
        #expect(try asked.diary.totals().live == 1)
        let (status, other) = try await asked.ask("POST", "/api/entries", ["text": .text("다른 글"), "key": .text("k1")])
        #expect(status == 409 && other["error", "code"]?.text == "key-taken")
    }

    @Test("a change of a diary that was replaced meanwhile is refused once, and reading shows the one that is there")
    func replaced() async throws {
        let asked = try Asked()
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

    @Test("an edit at an older version is a conflict that brings the entry as it is, unless it says the same")
    func edit() async throws {
        let asked = try Asked()
        let id = try await asked.add("one")
        let edit: JSONValue = ["text": .text("two"), "expecting": .integer(1)]
        let done = try await asked.send("PUT", "/api/entries/\(id)", edit)
        #expect(done["entry", "version"] == .integer(2))
        let again = try await asked.send("PUT", "/api/entries/\(id)", edit)
        #expect(again["outcome"]?.text == "unchanged")
        let (status, conflict) = try await asked.ask(
            "PUT", "/api/entries/\(id)", ["text": .text("three"), "expecting": .integer(1)])
        #expect(status == 409 && conflict["entry", "text"]?.text == "two")
    }

    @Test("date, tags, star and place are edited; a date without a zone is on the entry's own clock")
    func properties() async throws {
        let asked = try Asked()
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

    @Test("a sitting is one version and one step of undo, however often its draft is kept")
    func sitting() async throws {
        let asked = try Asked()
        let id = try await asked.add("처음")
        let event = try #require(try await asked.get("/api/entries/\(id)")["event"]?.text)
        let begin: JSONValue = [
            "entry": .text(id), "base": .text(event), "sitting": .text("s1"), "text": .text("처음, 그리고"),
        ]
        let begun = try await asked.send("POST", "/api/drafts", begin)
        let lost = try await asked.send("POST", "/api/drafts", begin)
        #expect(begun["draft", "draft"] == lost["draft", "draft"] && lost["outcome"]?.text == "unchanged")
        let name = try #require(begun["draft", "draft"]?.text)
        var revision = try #require(begun["draft", "revision"]?.whole)
        for text in ["처음, 그리고 다음", "처음, 그리고 다음, 끝"] {
            let kept = try await asked.send(
                "PUT", "/api/drafts/" + name, ["text": .text(text), "revision": .number(revision)])
            revision = try #require(kept["draft", "revision"]?.whole)
        }
        #expect(try await asked.get("/api/state")["drafts"] == .integer(1))
        let done = try await asked.send("POST", "/api/drafts/\(name)/commit", ["key": .text("c1")])
        #expect(done["entry", "version"] == .integer(2) && done["entry", "text"]?.text == "처음, 그리고 다음, 끝")
        let again = try await asked.send("POST", "/api/drafts/\(name)/commit", ["key": .text("c1")])
        #expect(again["outcome"]?.text == "repeated")
        let undone = try await asked.send("POST", "/api/undo")
        #expect(undone["entry", "text"]?.text == "처음")
        #expect(try await asked.get("/api/state")["drafts"] == .integer(0))
    }

    @Test("two windows that type in one draft do not overwrite each other")
    func twoWindows() async throws {
        let asked = try Asked()
        let begun = try await asked.send("POST", "/api/drafts", ["text": .text("a"), "sitting": .text("s")])
        let name = try #require(begun["draft", "draft"]?.text)
        try await asked.send("PUT", "/api/drafts/" + name, ["text": .text("ab"), "revision": .integer(1)])
        let (status, conflict) = try await asked.ask(
            "PUT", "/api/drafts/" + name, ["text": .text("ac"), "revision": .integer(1)])
        #expect(status == 409 && conflict["error", "code"]?.text == "draft-conflict")
        #expect(conflict["draft", "text"]?.text == "ab")
        try await asked.send("DELETE", "/api/drafts/" + name, nil)
        let (gone, late) = try await asked.ask("PUT", "/api/drafts/" + name, ["text": .text("late")])
        #expect(gone == 404 && late["error", "code"]?.text == "draft-gone")
        #expect(try asked.diary.totals().live == 0)
    }

    @Test("what is typed can come along with the commit, and a draft that moved on is not overwritten by it")
    func typedAndCommitted() async throws {
        let asked = try Asked()
        let begun = try await asked.send("POST", "/api/drafts", ["text": .text("산책"), "sitting": .text("s")])
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

    @Test("a draft of an entry that changed meanwhile is a conflict, and stays")
    func conflict() async throws {
        let asked = try Asked()
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

    @Test("a deleted entry stays deleted, whatever a window still types")
    func deleted() async throws {
        let asked = try Asked()
        let id = try await asked.add("one")
        let begun = try await asked.send("POST", "/api/drafts", ["entry": .text(id), "text": .text("late")])
        let name = try #require(begun["draft", "draft"]?.text)
        try await asked.send("DELETE", "/api/entries/\(id)?expecting=1", nil)
        let (status, refused) = try await asked.ask("POST", "/api/drafts/\(name)/commit", [:])
        #expect(status == 422 && refused["error", "reason"]?.text == "isDeleted")
        #expect(try asked.diary.totals().live == 0)
        try await asked.send("POST", "/api/entries/\(id)/restore")
        #expect(try asked.diary.totals().live == 1)
    }

    @Test("a new draft with nothing to see is discarded when it is committed")
    func blank() async throws {
        let asked = try Asked()
        let begun = try await asked.send("POST", "/api/drafts", ["text": .text(" \n")])
        let name = try #require(begun["draft", "draft"]?.text)
        let done = try await asked.send("POST", "/api/drafts/\(name)/commit")
        #expect(done["outcome"]?.text == "blank")
        #expect(try await asked.get("/api/state")["drafts"] == .integer(0))
    }

    @Test("undo takes back what was named, or nothing; redo brings it back; a moment can be brought back")
    func back() async throws {
        let asked = try Asked()
        let id = try await asked.add("one")
        let seq = try #require(try await asked.get("/api/state")["head"]?.whole)
        try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("two")])
        let next = try #require(try await asked.get("/api/state")["undo", "id"]?.text)
        try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("three")])
        let (status, moved) = try await asked.ask("POST", "/api/undo", ["expecting": .text(next)])
        #expect(status == 409 && moved["error", "code"]?.text == "moved-on")
        #expect(try await asked.send("POST", "/api/undo")["entry", "text"]?.text == "two")
        #expect(try await asked.send("POST", "/api/redo")["entry", "text"]?.text == "three")
        let then = try await asked.send("POST", "/api/restore", ["at": .number(seq)])
        #expect(then["entry", "text"]?.text == "one")
        #expect(try await asked.send("POST", "/api/undo")["entry", "text"]?.text == "three")
        let version = try await asked.send("POST", "/api/entries/\(id)/restore", ["version": .integer(2)])
        #expect(version["entry", "text"]?.text == "two")
        let moment = try await asked.send("POST", "/api/entries/\(id)/restore", ["at": .number(seq)])
        #expect(moment["entry", "text"]?.text == "one")
    }

    @Test("bodies that say something else are refused, and nothing is written")
    func bodies() async throws {
        let asked = try Asked()
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
            var request = asked.request("POST", "/api/entries")
            request.body = Array(bytes.utf8)
            #expect(await asked.answer(request).status == 400, "\(bytes)")
        }
        let (status, refused) = try await asked.ask("POST", "/api/entries", ["text": .text(" \u{200B} ")])
        #expect(status == 422 && refused["error", "reason"]?.text == "nothingVisible")
        #expect(try await asked.get("/api/state")["head"] == head)
    }
}

/// An entry that two devices wrote, on the page.
@Suite("What the page asks of a conflict", .timed) struct PageConflictTests {
    /// A server's diary, with an entry that a copy of it changed as well; what the copy wrote next can be taken later.
    private func conflict() async throws -> (asked: Asked, id: String, other: Diary, entry: EntryID) {
        let asked = try Asked()
        let id = try await asked.add("the quick fox")
        let path = asked.folder("copy")
        #expect(try ChildProcess.run(["cp", "-r", asked.path, path]) == 0)
        let other = try Diary(at: path)
        let entry = try #require(EntryID(hexadecimal: id))
        try await edit(entry, "the lazy fox", in: other)
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("the slow fox")])
        try await take(other, in: asked)
        return (asked, id, other, entry)
    }

    private func edit(_ entry: EntryID, _ text: String, in other: Diary) async throws {
        var edit = EntryEdit()
        edit.text = Array(text.utf8)
        _ = try await other.write(.perform([EntryRequest(entry: entry, command: .edit(edit))]))
    }

    private func take(_ other: Diary, in asked: Asked) async throws {
        try await asked.diary.onThread { diary in try Self.take(other, in: diary) }
    }

    private static func take(_ other: Diary, in diary: Diary) throws {
        var events: [PortableEvent] = []
        try other.exportEvents { if case .event(_, let event) = $0 { events.append(event) } }
        _ = try diary.importEvents(events)
    }

    @Test("an entry says the text that all were made of, who wrote each and when, and what gave way")
    func said() async throws {
        let (asked, id, _, _) = try await conflict()
        let entry = try await asked.get("/api/entries/\(id)")
        #expect(entry["status"]?.text == "conflict" && entry["base", "text"]?.text == "the quick fox")
        let devices = try #require(entry["devices"]?.list)
        #expect(devices.count == 3 && Set(devices.compactMap { $0["device"]?.text }).count == 2)
        #expect(devices.contains { $0["event"] == entry["shown"] })
        #expect(entry["lost"]?.list.isEmpty == true && entry["deletedBy"]?.list.isEmpty == true)
        #expect(try await asked.get("/api/entries/\(id)?version=1")["base"] == nil)
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

    @Test("a star, a tag or a date decides nothing about texts, be it set at once or by a draft")
    func fields() async throws {
        let (asked, id, _, _) = try await conflict()
        func status() async throws -> String? { try await asked.get("/api/entries/\(id)")["status"]?.text }
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["starred": .bool(true)])
        #expect(try await status() == "conflict")
        let draft = try await asked.send(
            "POST", "/api/drafts", ["entry": .text(id), "tags": .array([.text("walk")])])
        let name = try #require(draft["draft", "draft"]?.text)
        _ = try await asked.send("POST", "/api/drafts/\(name)/commit")
        #expect(try await status() == "conflict")
        let shown = try #require(try await asked.get("/api/entries/\(id)")["text"])
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["text": shown])
        #expect(try await status() == nil)
    }

    @Test("what was deleted elsewhere is kept by its own text, and what gave way is settled by it")
    func kept() async throws {
        let asked = try Asked()
        let id = try await asked.add("the quick fox")
        let path = asked.folder("copy")
        #expect(try ChildProcess.run(["cp", "-r", asked.path, path]) == 0)
        let other = try Diary(at: path)
        let entry = try #require(EntryID(hexadecimal: id))
        _ = try await other.write(.perform([EntryRequest(entry: entry, command: .delete)]))
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("the slow fox")])
        try await take(other, in: asked)
        let seen = try await asked.get("/api/entries/\(id)")
        #expect(seen["contested"] == .bool(true) && seen["deletedBy"]?.list.count == 1)
        let heads = try #require(seen["heads"])
        let kept = try await asked.send(
            "PUT", "/api/entries/\(id)", ["text": .text("the slow fox"), "heads": heads])
        #expect(kept["outcome"]?.text == "changed" && kept["entry", "contested"] == nil)
        #expect(try await asked.get("/api/entries/\(id)")["text"]?.text == "the slow fox")
        _ = try await asked.send("POST", "/api/undo")
        #expect(try await asked.get("/api/entries/\(id)")["contested"] == .bool(true))
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

    @Test("all texts come as one, as the terminal's editor has them; while a marker line stands nothing is written")
    func merged() async throws {
        let (asked, id, _, _) = try await conflict()
        let merge = try await asked.get("/api/entries/\(id)/merge")
        let marked = try #require(merge["marked"]?.text)
        #expect(marked.hasPrefix("<<<<<<< ") && marked.contains("\n=======\n") && marked.contains("(\(id.prefix(8))@"))
        #expect(["the slow fox\n\nthe lazy fox", "the lazy fox\n\nthe slow fox"].contains(merge["joined"]?.text))
        let head = try await asked.get("/api/state")["head"]
        let (status, refused) = try await asked.ask("PUT", "/api/entries/\(id)", ["text": .text(marked)])
        #expect(status == 422 && refused["error", "code"]?.text == "undecided" && refused["error", "line"]?.whole == 1)
        let begun = try await asked.send("POST", "/api/drafts", ["entry": .text(id), "text": .text(marked)])
        let name = try #require(begun["draft", "draft"]?.text)
        let (again, still) = try await asked.ask("POST", "/api/drafts/\(name)/commit", [:])
        #expect(again == 422 && still["error", "code"]?.text == "undecided")
        #expect(try await asked.get("/api/state")["head"] == head)
        // What is put together half way is gone on with as it is.
        #expect(try await asked.get("/api/entries/\(id)/merge?draft=\(name)")["marked"]?.text == marked)
        let late: JSONValue = ["text": .text("the slow, lazy fox"), "revision": .number(1)]
        let done = try await asked.send("POST", "/api/drafts/\(name)/commit", late)
        #expect(done["entry", "text"]?.text == "the slow, lazy fox" && done["entry", "status"] == nil)
        #expect(try await asked.ask("GET", "/api/entries/\(id)/merge").status == 404)
    }

    @Test("what wants a look is counted now and listed as conflicts lists it")
    func listed() async throws {
        let (asked, id, _, _) = try await conflict()
        _ = try await asked.add("nothing here")
        #expect(try await asked.get("/api/state")["conflicts"]?.whole == 1)
        #expect(try await asked.get("/api/state?at=1")["conflicts"] == .null)
        let listed = try await asked.get("/api/conflicts")
        #expect(listed["entries"]?.list.compactMap { $0["id"]?.text } == [id])
        #expect(listed["entries"]?.list.first?["devices"]?.list.count == 3)
        _ = try await asked.send("PUT", "/api/entries/\(id)", ["text": .text("one fox")])
        #expect(try await asked.get("/api/conflicts")["entries"]?.list.isEmpty == true)
        #expect(try await asked.get("/api/state")["conflicts"]?.whole == 0)
    }
}
