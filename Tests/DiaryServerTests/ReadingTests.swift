/// What the page reads: lists, searches, entries, history, as of any moment.

import DiaryEngine
import DiaryServer
import DiarylogTestSupport
import Interchange
import Testing

@Suite("What the page reads", .timed) final class ReadingTests: InAsked {
    @Test func `the state tells where the diary stands, and what undo would take back`() async throws {
        var state = try await asked.get("/api/state")
        #expect(state["entries"] == .integer(0) && state["undo"] == .null && state["diary"]?.text == "diary")
        try await asked.add("감나무\n\n감을 땄다.")
        state = try await asked.get("/api/state")
        #expect(state["entries"] == .integer(1))
        #expect(state["undo", "command"]?.text == "add")
        #expect(state["undo", "title"]?.text == "감나무")
        let before = try await asked.get("/api/state?at=0")
        #expect(before["entries"] == .integer(0) && before["undo"] == .null)
        #expect(before["head"] == state["head"])
    }

    @Test func `a list goes on where a page ended, and shows any moment`() async throws {
        for number in 1...7 { try await asked.add("entry \(number)", [.init("date", .text("2026-11-0\(number)"))]) }
        let first = try await asked.get("/api/entries?limit=3")
        #expect(first["entries"]?.list.compactMap { $0["title"]?.text } == ["entry 7", "entry 6", "entry 5"])
        #expect(first["entries"]?.list.first?["text"] == nil)
        let next = try #require(first["next"]?.text)
        let second = try await asked.get("/api/entries?limit=3&after=" + next)
        #expect(second["entries"]?.list.compactMap { $0["title"]?.text } == ["entry 4", "entry 3", "entry 2"])
        let seq = try #require(first["entries"]?.list.last?["seq"]?.whole)
        let then = try await asked.get("/api/entries?at=\(seq)")
        #expect(then["entries"]?.list.count == 5)
        let days = try await asked.get("/api/days")
        #expect(days["days"]?.list.count == 7)
        #expect(days["days"]?.list.first == .array([.integer(20_764), .integer(1)]))
        let until = try await asked.get("/api/entries?to=2026-11-02&from=2026-11-02")
        #expect(until["entries"]?.list.compactMap { $0["title"]?.text } == ["entry 2"])
    }

    @Test func `a text's marks come as a list of ranges, and a text without any has none`() async throws {
        /// The marks of a text, and its title in a list.
        func read(_ text: String, _ asked: Asked) async throws -> (marks: String, title: String?) {
            let id = try await asked.add(text)
            let rows = try await asked.get("/api/entries")["entries"]?.list
            let marks = try #require(try await asked.get("/api/entries/" + id)["marks"])
            let row = rows?.first { $0["id"]?.text == id }
            return (String(decoding: JSONWriter.bytes(marks), as: UTF8.self), row?["title"]?.text)
        }
        #expect(try await read("감나무\n\n감을 땄다.", asked).marks == "null")
        let (marks, title) = try await read("# 😀 *감*\n\n- [ ] a &amp; b", asked)
        #expect(
            marks == """
                [{"is":"heading","level":1},[2,5],{"is":"emphasis"},[6,7],0,0,1,{"is":"list","ordered":false},\
                {"is":"item","box":13,"done":false},[16,18],"&",[23,25],0,0]
                """)
        #expect(title == "😀 감")
        let written = try await read("# *감*", Asked(isMarkdown: false))
        #expect(written.marks == "null" && written.title == "# *감*")
    }

    @Test func `tags, stars and years narrow a list and a search`() async throws {
        try await asked.add("한강 산책", [.init("tags", .array([.text("산책")])), .init("date", .text("2024-05-01"))])
        try await asked.add("한강 달리기", [.init("starred", .bool(true)), .init("date", .text("2025-05-01"))])
        for path in ["/api/entries?", "/api/search?q=%ED%95%9C%EA%B0%95&"] {
            func titles(_ filter: String) async throws -> [String] {
                let answer = try await asked.get(path + filter)
                let rows = answer["entries"]?.list ?? answer["hits"]?.list.compactMap { $0["entry"] } ?? []
                return rows.compactMap { $0["title"]?.text }
            }
            #expect(try await titles("") == ["한강 달리기", "한강 산책"])
            #expect(try await titles("tag=%EC%82%B0%EC%B1%85") == ["한강 산책"])
            #expect(try await titles("starred=1") == ["한강 달리기"])
            #expect(try await titles("year=2024") == ["한강 산책"])
        }
    }

    @Test func `a search is cut at its matches; half a syllable finds; a mistake is marked where it is`() async throws {
        try await asked.add("감나무 아래에서 감을 먹었다 👍 감")
        let found = try await asked.get("/api/search?q=%EA%B0%90&count=1")
        #expect(found["count"] == .integer(1))
        let pieces = found["hits"]?.list.first?["pieces"]?.list.compactMap(\.text)
        #expect(pieces == ["", "감", "나무 아래에서 ", "감", "을 먹었다 👍 ", "감", ""])
        let typing = try await asked.get("/api/search?q=%EA%B0%90%EB%82%98%E3%85%81&typing=1")
        #expect(typing["hits"]?.list.count == 1)
        // 가 is one unit of UTF-16 and three bytes: the range must count as JavaScript does.
        let (status, problem) = try await asked.ask("GET", "/api/search?q=%EA%B0%80%20%22x")
        #expect(status == 400 && problem["error", "code"]?.text == "query")
        #expect(problem["error", "range"] == .array([.integer(2), .integer(3)]))
        let blank = try await asked.get("/api/search?q=%20")
        #expect(blank["hits"]?.list.count == 1)
    }

    @Test func `an entry tells its links, and the places of a search, as JavaScript counts`() async throws {
        let id = try await asked.add("👍 감 https://example.org/감 전화 010-1234-5678")
        let entry = try await asked.get("/api/entries/\(id)?q=%EA%B0%90")
        #expect(
            entry["matches"] == .array([.array([.integer(3), .integer(4)]), .array([.integer(25), .integer(26)])]))
        let links = entry["links"]?.list ?? []
        #expect(links.compactMap { $0["target"]?.text } == ["https://example.org/감", "tel:+821012345678"])
        #expect(links.first?["range"] == .array([.integer(5), .integer(26)]))
    }

    @Test func `history, differences, blame and any version of an entry`() async throws {
        let id = try await asked.add("one\ntwo\n")
        try await asked.send(
            "PUT", "/api/entries/\(id)", ["text": .text("one\ntwo and a half\n"), "starred": .bool(true)])
        let versions = try await asked.get("/api/entries/\(id)/history")["versions"]?.list ?? []
        #expect(versions.compactMap { $0["kind"]?.text } == ["entry.edit", "entry.create"])
        let diff = try await asked.get("/api/entries/\(id)/diff?from=1&to=2")
        let lines = diff["hunks"]?.list.first?["lines"]?.list.compactMap { $0["text"]?.text }
        #expect(lines == ["one", "two", "two and a half"])
        let pieces = diff["hunks"]?.list.first?["pieces"]?.list.compactMap { $0["text"]?.text }
        #expect(pieces == ["one\ntwo", " and a half", "\n"])
        #expect(diff["fields", "starred", "after"] == .bool(true))
        let new = try await asked.get("/api/entries/\(id)/diff?from=0&to=1")
        #expect(new["change"]?.text == "added")
        let first = try await asked.get("/api/entries/\(id)?version=1")
        #expect(first["text"]?.text == "one\ntwo\n")
        let blame = try await asked.get("/api/entries/\(id)/blame")
        #expect(blame["lines"]?.list.compactMap { $0["version"]?.whole } == [1, 2])
    }

    @Test func `the slider steps by operations, one for an import, and goes on from what it knows`() async throws {
        let before = try await asked.get("/api/timeline")
        let start = try #require(before["head"]?.whole)
        let id = try await asked.add("one")
        try await asked.add("two")
        let requests = try asked.diary.list().entries.map { EntryRequest(entry: $0.id, command: .delete) }
        _ = try await asked.diary.write(.perform(requests))
        let line = try await asked.get("/api/timeline?after=\(start)")
        #expect(line["lengths"] == .array([.integer(1), .integer(1), .integer(2)]))
        #expect(line["head"]?.whole == start + 4)
        let whole = try await asked.get("/api/timeline")
        #expect(whole["lengths"]?.list.compactMap(\.whole).reduce(0, +) == start + 4)
        let seconds = whole["seconds"]?.list.compactMap(\.whole) ?? []
        #expect(seconds.reduce(0, +) > 1_700_000_000)
        let changes = try await asked.get("/api/changes?from=\(start + 2)&to=\(start + 4)&limit=1")
        #expect(changes["entries"]?.list.count == 1 && changes["more"] == .bool(true))
        #expect(changes["entries"]?.list.first?["change"]?.text == "removed")
        let operations = try await asked.get("/api/operations?at=\(start + 1)&limit=1")
        #expect(operations["operations"]?.list.first?["entry"]?.text == id)
    }

    @Test func `counts: months, tags, and this day through the years`() async throws {
        for year in [2020, 2022, 2026] {
            try await asked.add("가을 #감", [.init("date", .text("\(year)-11-22"))])
        }
        try await asked.add("다른 날", [.init("date", .text("2026-11-21"))])
        let stats = try await asked.get("/api/stats")
        #expect(stats["entries"] == .integer(4) && stats["longestStreak"] == .integer(2))
        let tags = try await asked.get("/api/tags")
        #expect(tags["tags"]?.list.first?["tag"]?.text == "감")
        let today = try await asked.get("/api/today?day=11-22")
        #expect(today["entries"]?.list.compactMap { $0["date"]?.text } == ["2026-11-22", "2022-11-22", "2020-11-22"])
    }

    @Test("tags are counted the same from what changed as from all entries, forwards and back in time")
    func tagCounts() async throws {
        let words = ["#감", "#감 #밤", "#밤 @민수", "없음", "#감 @민수 #밤"]
        var ids: [String] = []
        for step in 0..<30 {
            if step % 3 == 0 || ids.isEmpty { ids.append(try await asked.add(words[step % 5])) }
            let id = ids[step * 7 % ids.count]
            let path = "/api/entries/" + id
            switch step % 4 {
            case 0: _ = try await asked.ask("PUT", path, ["text": .text(words[(step + 2) % 5])])
            case 1: _ = try await asked.ask("PUT", path, ["tags": .array([.text("감"), .text("하나")])])
            case 2: _ = try await asked.ask("DELETE", path)
            default: _ = try await asked.ask("POST", path + "/restore", [:])
            }
            _ = try await asked.get("/api/tags")
        }
        let head = try #require(try await asked.get("/api/state")["head"]?.whole)
        for at in [head, 3, head / 2, 0, head - 1, head] {
            let options = with(ServerOptions(token: asked.token, hosts: [asked.host])) { $0.isReadOnly = true }
            let fresh = try DiaryServer(diary: asked.path, options)
            guard case .reading(let read) = fresh.handle(asked.request("GET", "/api/tags?at=\(at)")) else { continue }
            let reply = await asked.answer(asked.request("GET", "/api/tags?at=\(at)"))
            #expect(reply.text == read().text)
        }
    }

    @Test func `a date in words is read in either language, and what is no date yet is none`() async throws {
        // "2024년 3월 1일", "march 5 2024 9pm", "어"
        for (text, date, precision) in [
            ("2024%EB%85%84%203%EC%9B%94%201%EC%9D%BC", "2024-03-01", "day"),
            ("march+5+2024+9pm", "2024-03-05T21:00", "minute"), ("%EC%96%B4", nil, nil), ("", nil, nil),
        ] {
            let answer = try await asked.get("/api/date?text=" + text)
            #expect(answer["date"]?.text?.prefix(date?.count ?? 0) == date.map { $0[...] }, "\(text): \(answer)")
            #expect(answer["datePrecision"]?.text == precision)
        }
    }

    @Test func `what is shared are the bytes of the text, or Markdown of it`() async throws {
        let id = try await asked.add("제목\n\n글 \u{1112}\u{1161}", [.init("date", .text("2026-11-22"))])
        let text = await asked.answer(asked.request("GET", "/api/entries/\(id)/share?format=txt"))
        #expect(text.body == Array("제목\n\n글 \u{1112}\u{1161}".utf8))
        let markdown = await asked.answer(
            asked.request("GET", "/api/entries/\(id)/share?format=md", changing: ["accept-language": "ko-KR,en;q=0.5"]))
        #expect(markdown.text == "# 제목\n\n*2026년 11월 22일*\n\n글 \u{1112}\u{1161}\n")
    }

    @Test func `what cannot be read is refused and named, in the reader's language`() async throws {
        let id = try await asked.add("one")
        for (target, name) in [
            ("/api/entries?limit=0", "limit"), ("/api/entries?limit=501", "limit"), ("/api/entries?after=zz", "after"),
            ("/api/entries?nonsense=1", "nonsense"), ("/api/state?at=-1", "at"), ("/api/state?at=1&at=2", "at"),
            ("/api/entries?from=2026-02-30", "from"), ("/api/entries?year=0", "year"), ("/api/today?day=13-01", "day"),
            ("/api/date", "text"),
            ("/api/changes?from=0", "to"), ("/api/entries/\(id)/diff?from=1", "to"), ("/api/search?sort=x", "sort"),
            ("/api/state?at=%zz", "query"), ("/api/entries/\(id)/share?format=exe", "format"),
        ] {
            let (status, answer) = try await asked.ask("GET", target)
            #expect(status == 400 && answer["error", "name"]?.text == name, "\(target): \(answer)")
        }
        for target in ["/api/state?at=999", "/api/entries/\(id)?version=9", "/api/entries/\(id.reversed())x"] {
            #expect(try await asked.ask("GET", target).status == 404, "\(target)")
        }
        let korean = await asked.answer(
            asked.request("GET", "/api/state?at=999", changing: ["accept-language": "ko"]))
        #expect(korean.text.contains("일기장"))
    }
}
