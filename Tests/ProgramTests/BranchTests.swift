/// What a person and a script see of entries on which several devices had a say.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct BranchTests {
    private func conflict() throws -> (sandbox: Sandbox, id: String) {
        try bothChanged("the quick fox", [["edit", "--text", "the slow fox"]], [["edit", "--text", "the lazy fox"]])
    }

    @Test("a conflict is said beside the text and beside the list, and stands in JSON as was promised")
    func conflicts() throws {
        let schema = try Schema()
        let (sandbox, id) = try conflict()
        let short = id.prefix(8)
        let shown = try sandbox.run("show", id)
        #expect(shown.code == 0 && ["the slow fox", "the lazy fox"].contains(shown.text))
        #expect(shown.error.contains("entry \(short) has 2 texts that nobody has decided between"))
        #expect(shown.error.contains("diarylog edit \(short) opens all of them and decides"))
        #expect(try sandbox.run("show", id, "--lang", "ko").error.contains("아직 정하지 않은 글이 2개"))
        #expect(try sandbox.run("show", id, "--quiet").error.isEmpty)

        let entry = try sandbox.run("show", id, "--json").json()
        #expect(schema.complaints(of: entry, as: "entry") == [])
        #expect(entry["status"] == .text("conflict") && entry["contested"] == .bool(false))
        let (heads, others) = (entry["heads"]?.items ?? [], entry["alternatives"]?.items ?? [])
        try #require(heads.count == 2 && heads.contains(entry["event"] ?? .null) && others.count == 1)
        // Each text is shown under the name it was told by.
        let name = "\(short)@\((others[0]["event"]?.saidText ?? "").prefix(8))"
        #expect(shown.error.contains(name))
        #expect(try sandbox.run("show", name).text == others[0]["text"]?.saidText)
        #expect(others[0]["text"]?.saidText != shown.text)

        let list = try sandbox.run("list")
        #expect(list.text.split(separator: "\t").count == 3 && list.text.hasSuffix("\t\(shown.text)\n"))
        #expect(list.error.contains("in 1 entry (\(short))"))
        #expect(try sandbox.run("list", "--lang", "ko").error.contains("1편"))
        for (definition, arguments) in [("list", ["--json"]), ("list", ["--json", "--full"])] {
            #expect(schema.complaints(of: try sandbox.run(["list"] + arguments).json(), as: definition) == [])
        }
        for document in try sandbox.run("list", "--jsonl").documents().dropLast() {
            #expect(schema.complaints(of: document, as: "entry.short") == [])
        }
        // What export writes, import takes: with nothing it does not know.
        let export = try sandbox.run("export").output
        let outcome = try sandbox.run(["import", "-", "--json", "--diary", sandbox.path + "/new"], input: export).json()
        #expect(outcome["added"] == .integer(1) && outcome["unknown"] == .object([]))
    }

    @Test("texts that were put together say of what, and a deleted entry that lives says why")
    func mergedAndContested() throws {
        let (sandbox, id) = try bothChanged(
            "one two three four", [["edit", "--text", "1 two three four"]], [["edit", "--text", "one two three 4"]])
        let shown = try sandbox.run("show", id)
        #expect(shown.text == "1 two three 4")
        #expect(shown.error.contains("was put together from \(id.prefix(8))@"))
        #expect(try sandbox.run("show", id, "--json").json()["status"] == .text("merged"))
        // A star carries the text on, and its receipt says how it stands.
        let starred = try sandbox.run("edit", id, "--star", "--json").json()
        #expect(starred["entry"]?["status"] == .text("merged"))
        #expect(try sandbox.run("show", id).error.contains("several that were not saved as one"))

        let (other, deleted) = try bothChanged("a", [["delete", "--yes"]], [["edit", "--text", "b"]])
        let living = try other.run("show", deleted)
        #expect(living.text == "b" && living.error.contains("one device deleted entry \(deleted.prefix(8))"))
        #expect(try other.run("show", deleted, "--json").json()["contested"] == .bool(true))
        #expect(try other.run("list").text.split(separator: "\n").count == 1)
    }

    @Test("history says where a version was not made on the one before it, and diff is against what it was made on")
    func made() throws {
        let (sandbox, id) = try conflict()
        _ = try sandbox.run("edit", id, "--text", "the fox")
        let lines = try sandbox.run("history", id).text.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines.map { $0.first } == ["v4", "v3", "v2", "v1"])
        #expect(["from v2, v3", "from v3, v2"].contains(lines[0].last.map(String.init)))
        // What another device wrote is told by its name.
        #expect(lines[1].last == "from v1" && lines[1].count == 8 && lines[2].count == 6 && lines[3].count == 6)
        #expect(try sandbox.run("history", id, "--lang", "ko").text.contains("v1에서"))
        let versions = try sandbox.run("history", id, "--json").json()["versions"]?.items ?? []
        #expect(versions.map { $0["parents"] }.suffix(3) == [.array([.integer(1)]), .array([.integer(1)]), .array([])])
        #expect(versions[1]["id"]?.saidText?.count == 64)
        try sandbox.run("diff", "\(id)@v3").ends(0, printing: "-the quick fox\n+the lazy fox\n")
        #expect(try sandbox.run("diff", "\(id)@v1").text.contains("+the quick fox"))
        #expect(try sandbox.run("diff", id).text.contains("+the fox"))
        #expect(try sandbox.run("history", "--lines", id).text.contains("\tthe fox\n"))
    }

    @Test("a change may expect the newest event by its id")
    func expected() throws {
        let (sandbox, id) = try conflict()
        let entry = try sandbox.run("show", id, "--json").json()
        let event = try #require(entry["event"]?.saidText)
        let other = try #require(entry["heads"]?.items.compactMap(\.saidText).first { $0 != event })
        try sandbox.run("edit", id, "--star", "--expect", String(other.prefix(12))).ends(
            3, saying: "is at event \(event.prefix(8)), not \(other.prefix(8)); nothing was written")
        try sandbox.run("edit", id, "--star", "--expect", String(event.prefix(12))).ends(0)
        try sandbox.run("delete", id, "--yes", "--expect", event).ends(3)
        try sandbox.run("delete", id, "--yes", "--expect", "abc").ends(2)
    }

    @Test("an undo of a text says that several stand, and how to decide")
    func undone() throws {
        let (sandbox, id) = try conflict()
        try sandbox.run("undo", id).ends(
            3, saying: "several texts, not decided yet",
            "hint: diarylog edit \(id.prefix(8)) saves one text and decides")
        #expect(try sandbox.run("undo", id, "--lang", "ko").error.contains("아직 정하지 않은 글이 여럿"))
    }
}
