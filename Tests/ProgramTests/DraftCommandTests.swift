/// The drafts of a diary, from the command line.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("The command draft", .timed) final class DraftCommandTests: InSandbox {
    private var id = ""

    /// A diary with an entry, a draft of a new entry and one of that entry; the entry's id.
    override init() throws {
        try super.init()
        id = try sandbox.add("한 줄", "--tag", "가족")
        let diary = try Diary(at: sandbox.diary)
        let entry = try #require(try EntryID(hexadecimal: id).flatMap { try diary.entry($0) })
        var new = EntryContent(text: Array("new one".utf8), date: entry.content.date)
        new.isStarred = true
        _ = try diary.write(.begin(DraftStart(), with: new))
        var changed = entry.content
        changed.text = Array("changed".utf8)
        _ = try diary.write(.begin(DraftStart(of: entry.id), with: changed))
    }

    @Test("lists, shows and commits what was typed, and its options with it")
    func commit() throws {
        let lines = try sandbox.run("draft", "list").text.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines.map { "\($0[0]) \($0[1]) \($0[3])" } == ["d2 \(id) changed", "d1 - new one"])
        #expect(try sandbox.run("draft").text == sandbox.run("draft", "list").text)
        let shown = try sandbox.run("draft", "show", "d2")
        #expect(shown.text == "changed")
        #expect(shown.error == "d2 is a draft of entry \(id.prefix(8)), begun at version 1\n")
        let committed = try sandbox.run("draft", "commit", "d1")
        #expect(committed.code == 0 && committed.error.hasPrefix("added "), "\(committed.error)")
        #expect(try sandbox.run("show", committed.line, "--json").json()["starred"] == .bool(true))
        #expect(try sandbox.run("draft", "commit", "d2").line == id)
        let none = try sandbox.run("draft", "list")
        #expect(none.code == 0 && none.text.isEmpty && none.error == "there are no drafts\n")
        try sandbox.run("draft", "commit", "d2").ends(1)
    }

    @Test("edit keeps the text, and only commit writes it")
    func edit() throws {
        #expect(try sandbox.run(["draft", "edit", "d2"], input: Array("from a pipe".utf8)).line == "d2")
        try sandbox.onTerminal("draft edit d1", editor: "echo more >>\"$1\"").ends(0)
        #expect(try sandbox.run("show", id).text == "한 줄" && sandbox.count() == 1)
        #expect(try sandbox.run("draft", "show", "d1").text == "new one\nmore")
        #expect(try sandbox.run("draft", "show", "d2").text == "from a pipe")
        try sandbox.run("draft", "edit", "d2").ends(2)
        #expect(try sandbox.run("draft", "show", "d2").text == "from a pipe")
    }

    @Test("a draft that was emptied stays as it was, and it is said what removes it")
    func emptied() throws {
        try sandbox.run(["draft", "edit", "d2"], input: Array(" \n".utf8)).ends(
            2, saying: "nothing was written", "d2 is as it was; diarylog draft discard d2 removes it")
        #expect(try sandbox.run("draft", "show", "d2").text == "changed")
    }

    @Test("discard asks, and removes for ever")
    func discard() throws {
        try sandbox.run("draft", "discard", "d1").ends(2)
        #expect(try sandbox.drafts() == ["d2", "d1"])
        let gone = try sandbox.run("draft", "discard", "d1", "--yes")
        #expect(gone.code == 0 && gone.error == "discarded d1 new one\n")
        #expect(try sandbox.drafts() == ["d2"])
        try sandbox.run("draft", "show", "d1").ends(1)
    }

    @Test("what stands among the words wrongly is a mistake in the command")
    func mistakes() throws {
        for arguments in [
            ["show"], ["commit"], ["list", "d1"], ["list", "--expect", "v1"], ["show", "d1", "--yes"], ["burn", "d1"],
            ["list", "--at", "e1"],
        ] {
            try sandbox.run(["draft"] + arguments).ends(2)
        }
        for name in ["d0", "1", "d", "dx", "d18446744073709551616"] {
            try sandbox.run("draft", "show", name).ends(1)
        }
    }

    @Test("every document has the shape that was promised")
    func schema() throws {
        let schema = try Schema()
        for (definition, arguments) in [
            ("draft list", ["list"]), ("draft", ["show", "d1"]), ("draft", ["show", "d2"]),
            ("draft", ["edit", "d1"]), ("receipt", ["commit", "d1"]), ("draft discard", ["discard", "d2", "--yes"]),
            ("draft list", ["list"]),
        ] {
            let outcome = try sandbox.run(["draft"] + arguments + ["--json"], input: Array("x".utf8))
            #expect(outcome.code == 0 && outcome.error.isEmpty, "\(arguments): \(outcome.error)")
            #expect(schema.complaints(of: try outcome.json(), as: definition) == [], "\(arguments)")
        }
        try sandbox.onTerminal("edit \(id)", editor: "printf changed >\"$1\"; kill -9 $$").ends(2)
        let file = try #require(try sandbox.files().first)
        for arguments in [["list"], ["diff", file]] {
            let document = try sandbox.run(["draft"] + arguments + ["--json"]).json()
            #expect(schema.complaints(of: document, as: "draft \(arguments[0])") == [], "\(arguments)")
        }
        try sandbox.run("draft", "discard", file, "--yes").ends(0)
        try sandbox.run("edit", id, "--text", "later", "--expect", "v9", "--draft").ends(3)
        for (document, definition) in zip(
            try sandbox.run("draft", "list", "--jsonl").documents(), ["draft.short", "end"])
        {
            #expect(schema.complaints(of: document, as: definition) == [])
        }
        let late = try sandbox.run("edit", id, "--text", "late", "--expect", "v9", "--draft", "--json").ends(3)
        let error = try late.problem()
        #expect(schema.complaints(of: error, as: "error") == [])
        let name = try #require(error["error"]?["draft"]?.saidText)
        #expect(try sandbox.run("draft", "show", name).text == "late")
    }
}
