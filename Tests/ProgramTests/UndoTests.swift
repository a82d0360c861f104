/// Back and forward again: undo, redo, restore, and what is said of them.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class UndoTests: InSandbox {
    private func text(_ sandbox: Sandbox, _ id: String) throws -> String { try sandbox.run("show", id).text }

    @Test("what was undone is said in both languages, with its time and title")
    func words() throws {
        func run(_ arguments: String...) throws -> String {
            try sandbox.run(arguments, environment: ["DIARYLOG_NOW": "2026-11-02T15:05:00Z"]).error
        }
        _ = try run("add", "Persimmons\n\nFour.")
        #expect(try run("undo") == "undid add, November 2, 2026 3:05 PM; redo brings it back (1 entry, Persimmons)\n")
        #expect(try run("redo") == "redid add, November 2, 2026 3:05 PM (1 entry, Persimmons)\n")
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
        #expect(
            try run("restore", "--to", "e1", "--yes")
                == "1 entry would be deleted, 0 changed, 0 brought back\n1 entry deleted, 0 changed, 0 brought back; undo takes that back\n"
        )
        #expect(try run("undo", "--quiet").isEmpty)
    }

    @Test("--list shows what undo and redo would take, and changes nothing")
    func listing() throws {
        let id = try sandbox.add("첫 눈")
        _ = try sandbox.run("edit", id, "--text", "첫 눈이 왔다")
        _ = try sandbox.run("delete", id, "--yes")
        _ = try sandbox.run("undo")
        let rows = try sandbox.run("undo", "--list").text.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.map { $0[0] } == ["e3", "e2"])
        #expect(rows.map { $0[3] } == ["edit", "add"])
        #expect(rows.map { $0[4] } == ["edited “첫 눈이 왔다”, +1 −1 lines", "wrote “첫 눈”"])
        #expect(try sandbox.run("redo", "--list", "--json").json()["operations"]?.items.count == 1)
        #expect(try sandbox.run("log").text.split(separator: "\n").count == 5)
        // A program reads the command, a person what was done in his language.
        #expect(try sandbox.run("undo", "--list", "--lang", "ko").text.contains("\tadd\t“첫 눈”을 썼습니다"))
        guard let shown = try sandbox.onTerminal("undo --list --lang ko") else { return }
        #expect(shown.text.contains("쓰기  “첫 눈”을 썼습니다"), "\(shown.text)")
    }

    @Test("an entry, an operation, or what is next can be named, and by the beginning of an id")
    func named() throws {
        let (one, two) = (try sandbox.add("one"), try sandbox.add("two"))
        _ = try sandbox.run("edit", one, "--star")
        let tagged = try sandbox.run("edit", one, "--tag", "t", "--json").json()["operation"]?.saidText ?? ""
        #expect(try sandbox.run("undo", two).code == 0 && sandbox.count() == 1)
        #expect(try sandbox.run("undo").code == 0 && sandbox.count() == 2)
        try sandbox.run("undo", "--expect", String(tagged.prefix(8))).ends(0)
        try sandbox.run("redo", "--expect", tagged).ends(3)
        try sandbox.run("redo", "--expect", "e8").ends(0)
        let receipt = try sandbox.run("undo", "--operation", String(tagged.prefix(12)), "--json").json()
        #expect(receipt["undoes"] == .text(tagged) && receipt["entry"]?["tags"] == .array([]))
        #expect(receipt["entry"]?["starred"] == .bool(true))
        try sandbox.run("undo", "--operation", "e4").ends(0)
        #expect(try sandbox.run("show", one, "--json").json()["starred"] == .bool(false))
    }

    @Test(
        "what cannot be meant together is a mistake, and what is not there is said to be missing",
        arguments: [
            ("undo @9", 1), ("undo @1@v1", 2), ("undo --operation what", 2), ("undo @1 --operation e2", 2),
            ("undo --force --skip-changed", 2), ("undo --expect e999", 2), ("undo --at e1", 2), ("restore", 2),
            ("restore --to e99", 2), ("restore --to someday", 2), ("restore --to e2 @1 @1", 2), ("restore @1@v9", 1),
            ("restore @1@v1 @1@v2", 2), ("undo @1 --list", 2),
        ] as [(String, Int32)])
    func mistakes(words: String, code: Int32) throws {
        _ = try sandbox.run("edit", try sandbox.add("one"), "--text", "two")
        let outcome = try sandbox.run(words.split(separator: " ").map(String.init))
        #expect(outcome.code == code && outcome.error.hasPrefix("error: "), "\(outcome.error)")
        #expect(try sandbox.run("log").lines.count == 3)
    }

    @Test("what changed since is listed, exit 3; --skip-changed leaves it, and --force goes back over it")
    func conflict() throws {
        let id = try sandbox.add("Title\n\nbase")
        for text in ["mine", "yours"] { _ = try sandbox.run("edit", id, "--text", "Title\n\n" + text) }
        let undo = ["undo", "--operation", "e3"]
        #expect(
            try sandbox.run(undo).error == """
                error: 1 entry was changed since; nothing was written
                  \(id.prefix(8))  Title: text
                hint: --skip-changed leaves them as they are, --force goes back over the changes.

                """)
        #expect(try sandbox.run(undo + ["--lang", "ko"]).error.contains("\(id.prefix(8))  Title: 글"))
        #expect(try sandbox.run(undo + ["--skip-changed"]).error == "nothing changed\n")
        try sandbox.run(undo + ["--force"]).ends(0)
        #expect(try text(sandbox, id) == "Title\n\nbase")
    }

    @Test("restore makes the diary, or one entry, what it was, alive if it was deleted; undo takes it back")
    func restore() throws {
        let (one, two) = (try sandbox.add("one", "--tag", "t"), try sandbox.add("two"))
        _ = try sandbox.run("edit", one, "--text", "one more", "--untag", "t")
        _ = try sandbox.run("delete", one, "--yes")
        let version = try sandbox.run("restore", "\(one)@v1")
        #expect(version.error == "restored 1 entry\n" && version.line == one)
        #expect(try sandbox.run("show", one, "--json").json()["tags"] == .array([.text("t")]))
        #expect(try sandbox.run("restore", "\(one)@v1").error == "nothing changed\n")
        #expect(try sandbox.run("restore", "--to", "e4", one).code == 2)
        #expect(
            try sandbox.run("restore", "--to", "e4", one, "--yes").error.contains("0 entries deleted, 1 changed"))
        #expect(try text(sandbox, one) == "one more" && text(sandbox, two) == "two")
        #expect(try sandbox.run("restore", "--to", "e2", "--yes").code == 0 && sandbox.count() == 1)
        #expect(try sandbox.run("undo").code == 0 && sandbox.count() == 2)
        #expect(try text(sandbox, one) == "one more")
    }
}
