/// Back and forward again: undo, redo, restore, and what is said of them.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct UndoTests {
    private func text(_ sandbox: Sandbox, _ id: String) throws -> String { try sandbox.run("show", id).text }

    @Test("undo walks back through everything, and redo forward again")
    func walk() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        _ = try sandbox.run("edit", id, "--text", "two")
        _ = try sandbox.run("edit", id, "--tag", "t", "--star")
        _ = try sandbox.run("delete", id, "--yes")
        func state() throws -> String {
            try sandbox.run("list").text + "|" + sandbox.run("list", "--deleted").text + text(sandbox, id)
                + "\(try sandbox.run("show", id, "--json").json()["tags"] as JSONValue?)"
        }
        var states = [try state()]
        for _ in 1...4 {
            #expect(try sandbox.run("undo").code == 0)
            states.append(try state())
        }
        #expect(Set(states).count == 5, "\(states)")
        #expect(try sandbox.run("undo").code == 1)
        for expected in states.reversed().dropFirst() {
            #expect(try sandbox.run("redo").code == 0)
            #expect(try state() == expected)
        }
        #expect(try sandbox.run("redo").code == 1)
        #expect(try sandbox.run("replay", "--check").code == 0)
    }

    @Test("what was undone is said in both languages, with its time and title")
    func words() throws {
        let sandbox = try Sandbox()
        func run(_ arguments: String...) throws -> String {
            try sandbox.run(arguments, environment: ["DIARYLOG_NOW": "2026-11-02T15:05:00Z"]).error
        }
        _ = try run("add", "Persimmons\n\nFour.")
        #expect(try run("undo") == "undid add, November 2, 2026 3:05 PM; redo brings it back (1 entry, Persimmons)\n")
        #expect(try run("redo") == "did again add, November 2, 2026 3:05 PM (1 entry, Persimmons)\n")
        #expect(
            try run("undo", "--lang", "ko")
                == "되돌렸습니다: 쓰기, 2026년 11월 2일 오후 3:05. redo로 다시 할 수 있습니다 (일기 1편, Persimmons)\n")
        #expect(try run("redo", "--lang", "ko") == "다시 했습니다: 쓰기, 2026년 11월 2일 오후 3:05 (일기 1편, Persimmons)\n")
        #expect(
            try run("redo")
                == "error: there is nothing to redo\nhint: Only what undo has just taken back.\n")
        #expect(
            try run("redo", "--lang", "ko")
                == "오류: 다시 할 것이 없습니다\n도움말: 바로 앞에서 undo로 되돌린 것만 다시 할 수 있습니다.\n")
        #expect(try run("restore", "--to", "e1") == "restored as of e1; undo takes that back (1 entry, Persimmons)\n")
        #expect(try run("undo", "--quiet").isEmpty)
    }

    @Test("--list shows what undo and redo would take, and changes nothing")
    func listing() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("첫 눈")
        _ = try sandbox.run("edit", id, "--text", "첫 눈이 왔다")
        _ = try sandbox.run("delete", id, "--yes")
        _ = try sandbox.run("undo")
        let rows = try sandbox.run("undo", "--list").text.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.map { $0[0] } == ["e3", "e2"])
        #expect(rows.map { $0[2] } == ["edit", "add"])
        #expect(rows.map { $0[3] } == ["첫 눈이 왔다", "첫 눈"])
        #expect(try sandbox.run("undo", "--list", "--limit", "1").text.split(separator: "\n").count == 1)
        let redo = try sandbox.run("redo", "--list", "--json").json()["operations"]
        guard case .array(let operations)? = redo else { return #expect(Bool(false), "\(redo as Any)") }
        #expect(operations.count == 1)
        #expect(try sandbox.run("log").text.split(separator: "\n").count == 5)
        #expect(try sandbox.run("undo", "--limit", "1").code == 2)
        #expect(try sandbox.run("undo", id, "--list").code == 2)
    }

    @Test("undo ENTRY takes back that entry's last change alone, and undo takes that back")
    func entry() throws {
        let sandbox = try Sandbox()
        let one = try sandbox.add("one")
        let two = try sandbox.add("two")
        _ = try sandbox.run("edit", one, "--text", "one more")
        _ = try sandbox.run("edit", two, "--text", "two more")
        #expect(try sandbox.run("undo", one).code == 0)
        #expect(try text(sandbox, one) == "one")
        #expect(try text(sandbox, two) == "two more")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try text(sandbox, one) == "one more")
        #expect(try sandbox.run("undo", "@2").code == 0)
        #expect(try text(sandbox, one) == "one")
        #expect(try sandbox.run("undo", "none").code == 1)
        #expect(try sandbox.run("undo", "@9").code == 1)
        #expect(try sandbox.run("undo", "\(one)@v1").code == 2)
    }

    @Test("one operation of many is taken back by its id or an event of it")
    func operation() throws {
        let sandbox = try Sandbox()
        let one = try sandbox.add("one")
        _ = try sandbox.run("edit", one, "--star")
        _ = try sandbox.run("edit", one, "--tag", "t")
        guard case .array(let operations)? = try sandbox.run("log", "--operations", "--json").json()["operations"],
            case .string(let id)? = operations[1]["id"]
        else { return }
        let name = String(decoding: id, as: UTF8.self)
        let receipt = try sandbox.run("undo", "--operation", String(name.prefix(12)), "--json").json()
        #expect(receipt["undoes"] == .text(name))
        #expect(receipt["entry"]?["starred"] == .bool(false))
        #expect(receipt["entry"]?["tags"] == .array([.text("t")]))
        #expect(try sandbox.run("undo", "--operation", "e4").code == 0)
        #expect(try sandbox.run("show", one, "--json").json()["tags"] == .array([]))
        #expect(try sandbox.run("undo", "--operation", "ffffffffffff").code == 1)
        #expect(try sandbox.run("undo", "--operation", "e99").code == 1)
        #expect(try sandbox.run("undo", "--operation", "what").code == 2)
        #expect(try sandbox.run("undo", one, "--operation", "e4").code == 2)
    }

    @Test("what changed since is a conflict: listed, exit 3, nothing written; --force and --skip-changed decide")
    func conflict() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("Title\n\nbase")
        _ = try sandbox.run("edit", id, "--text", "Title\n\nmine")
        _ = try sandbox.run("edit", id, "--text", "Title\n\nyours")
        let outcome = try sandbox.run("undo", "--operation", "e3")
        #expect(outcome.code == 3)
        #expect(
            outcome.error == """
                error: 1 entry was changed since; nothing was written
                  \(id.prefix(8))  Title: text
                hint: --skip-changed leaves them as they are, --force goes back over the changes.

                """)
        #expect(
            try sandbox.run("undo", "--operation", "e3", "--lang", "ko").error.contains("\(id.prefix(8))  Title: 글"))
        #expect(try text(sandbox, id) == "Title\n\nyours")
        let skipped = try sandbox.run("undo", "--operation", "e3", "--skip-changed")
        #expect(skipped.code == 0)
        #expect(skipped.error == "nothing changed\n")
        #expect(try sandbox.run("undo", "--operation", "e3", "--force").code == 0)
        #expect(try text(sandbox, id) == "Title\n\nbase")
        #expect(try sandbox.run("undo", "--force", "--skip-changed").code == 2)
    }

    @Test("--expect writes nothing where another operation is next")
    func expect() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one")
        let first = try sandbox.run("edit", id, "--text", "two", "--json").json()
        guard case .string(let bytes)? = first["operation"] else { return }
        let operation = String(decoding: bytes, as: UTF8.self)
        #expect(try sandbox.run("undo", "--expect", "e2").code == 3)
        #expect(try text(sandbox, id) == "two")
        #expect(try sandbox.run("undo", "--expect", String(operation.prefix(8))).code == 0)
        #expect(try sandbox.run("redo", "--expect", operation).code == 3)
        #expect(try sandbox.run("redo", "--expect", "e4").code == 0)
        #expect(try sandbox.run("undo", "--expect", "e999").code == 2)
        #expect(try sandbox.run("undo", "--at", "e1").code == 2)
    }

    @Test("restore --to makes the diary, or one entry, what it was; undo takes it back")
    func restoreTo() throws {
        let sandbox = try Sandbox()
        let one = try sandbox.add("one")
        _ = try sandbox.run("edit", one, "--text", "one more")
        let two = try sandbox.add("two")
        _ = try sandbox.run("edit", two, "--text", "two more")
        #expect(try sandbox.run("restore", "--to", "e2", one).code == 0)
        #expect(try text(sandbox, one) == "one")
        #expect(try text(sandbox, two) == "two more")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.run("restore", "--to", "e2").code == 0)
        #expect(try sandbox.count() == 1)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try text(sandbox, one) == "one more")
        #expect(try sandbox.count() == 2)
        #expect(try sandbox.run("restore", "--to", "e99").code == 2)
        #expect(try sandbox.run("restore", "--to", "someday").code == 2)
        #expect(try sandbox.run("restore", "--to", "e2", one, two).code == 2)
        #expect(try sandbox.run("restore").code == 2)
        #expect(try sandbox.run("restore", "--to", "e6").error.contains("restored"))
    }

    @Test("restore ENTRY@v1 brings a version back as one operation, alive if it was deleted")
    func restoreVersion() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("one", "--tag", "t")
        _ = try sandbox.run("edit", id, "--text", "two", "--untag", "t")
        _ = try sandbox.run("delete", id, "--yes")
        let outcome = try sandbox.run("restore", "\(id)@v1")
        #expect(outcome.error == "restored 1 entry\n")
        #expect(try text(sandbox, id) == "one")
        #expect(try sandbox.run("show", id, "--json").json()["tags"] == .array([.text("t")]))
        #expect(try sandbox.run("log", "--operations").text.split(separator: "\n").count == 5)
        #expect(try sandbox.run("restore", "\(id)@v1").error == "nothing changed\n")
        #expect(try sandbox.run("restore", "\(id)@v9").code == 1)
        #expect(try sandbox.run("restore", "\(id)@v1", "\(id)@v2").code == 2)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.count() == 0)
    }

    @Test("an import of many is undone and done again as one")
    func many() throws {
        let sandbox = try Sandbox()
        let rows = (1...250).map { "{\"text\":\"row \($0)\"}\n" }.joined()
        _ = try sandbox.run("import", "-", input: Array(rows.utf8))
        let undone = try sandbox.run("undo", "--json").json()
        guard case .array(let ids)? = undone["entries"] else { return }
        #expect(ids.count == 250)
        #expect(undone["entry"] == .null)
        #expect(try sandbox.count() == 0)
        #expect(try sandbox.run("redo").error.contains("(250 entries, row"))
        #expect(try sandbox.count() == 250)
    }
}
