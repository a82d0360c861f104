/// What a person sees of what devices wrote against each other, and how it is decided.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Deciding", .timed) final class DecidingTests: InSandbox {
    private func take(_ other: String, in sandbox: Sandbox) throws {
        let log = try sandbox.run("export", "--events", "--diary", other).output
        try sandbox.run(["import", "-"], input: log).ends(0)
    }

    private func conflict(_ one: String = "the slow fox", _ two: String = "the lazy fox") throws -> (
        sandbox: Sandbox, id: String
    ) {
        try bothChanged("the quick fox", [["edit", "--text", one]], [["edit", "--text", two]])
    }

    private func isConflict(_ sandbox: Sandbox, _ id: String) throws -> Bool {
        try sandbox.run("show", id, "--json").json()["status"] == .text("conflict")
    }

    @Test("the editor has all texts, each under its device, and the one they were made of")
    func opened() throws {
        let (sandbox, id) = try conflict()
        let seen = sandbox.path + "/seen"
        try sandbox.onTerminal("edit \(id)", editor: "cp \"$1\" \(seen)").ends(
            0, printing: "nothing was decided: entry \(id.prefix(8)) still has 2 texts")
        let lines = String(decoding: try FileSystem.read(seen), as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(lines.count == 7, "\(lines)")
        #expect(lines[0].hasPrefix("<<<<<<< ") && lines[0].contains("(\(id.prefix(8))@"))
        #expect(lines[2].hasPrefix("||||||| ") && lines[4] == "=======" && lines[6].hasPrefix(">>>>>>> "))
        #expect([lines[1], lines[3], lines[5]] == ["the lazy fox", "the quick fox", "the slow fox"])
        #expect(try isConflict(sandbox, id) && sandbox.drafts().isEmpty)
    }

    @Test("while a line between the texts stands nothing is written, by the editor or by its draft; the line is named")
    func marked() throws {
        let (sandbox, id) = try conflict()
        try sandbox.onTerminal("edit \(id)", editor: "sed -i '/^<<<<<<<\\|^|||||||/d' \"$1\"").ends(
            3, printing: "line 3 still stands between two texts: =======")
        #expect(try isConflict(sandbox, id) && sandbox.drafts() == ["d1"])
        try sandbox.run("draft", "commit", "d1").ends(3, saying: "line 3 still stands between two texts")
        #expect(try sandbox.run("draft", "commit", "d1", "--lang", "ko").error.contains("3번째 줄이 아직 두 글 사이에"))
        try sandbox.run(["draft", "edit", "d1"], input: Array("the slow, lazy fox".utf8)).ends(0)
        try sandbox.run("draft", "commit", "d1").ends(0)
        #expect(try sandbox.run("show", id).text == "the slow, lazy fox")
        #expect(try !isConflict(sandbox, id))
    }

    @Test("a text with a line of seven signs is an ordinary text where nothing is to be decided")
    func ordinary() throws {
        let id = try sandbox.add("제목\n=======\n하나")
        try sandbox.onTerminal("edit \(id)", editor: "printf '<<<<<<< x\\n' >>\"$1\"").ends(0)
        #expect(try sandbox.run("show", id).text == "제목\n=======\n하나\n<<<<<<< x")
        // In a conflict the lines between are longer than those of the texts.
        let (other, entry) = try conflict("제목\n=======\n하나", "제목\n=======\n둘")
        try other.onTerminal("edit \(entry)", editor: "sed -i '/^<<<<<<<</,/^========/d; /^>>>>>>>>/d' \"$1\"").ends(0)
        #expect(["제목\n=======\n하나", "제목\n=======\n둘"].contains(try other.run("show", entry).text))
    }

    @Test(
        "a text that is given, one that is chosen and an earlier one decide: the others are named, and undo brings back",
        arguments: ["shown", "--text", "--keep", "restore"])
    func chosen(by way: String) throws {
        let (sandbox, id) = try conflict()
        let short = id.prefix(8)
        let shown = try sandbox.run("show", id).text
        let other = try sandbox.run("show", id, "--json").json()["alternatives"]?.items.first?["event"]?.saidText
        let name = "\(short)@\(try #require(other).prefix(8))"
        let (words, text) =
            switch way {
            case "shown": (["edit", id, "--text", shown, "--expect", "v3"], shown)
            case "--text": (["edit", id, "--text", "neither"], "neither")
            case "--keep": (["conflicts", id, "--keep", name], "the slow fox")
            default: (["restore", "\(id)@v1"], "the quick fox")
            }
        let decided = try sandbox.run(words).ends(0, saying: "instead of \(short)@")
        #expect(decided.error.contains(name) == (way != "--keep"), "\(decided.error)")
        let back = way == "shown" ? "restore \(name) takes that text" : "undo brings back the text that was shown"
        #expect(decided.error.contains(back), "\(decided.error)")
        #expect(try sandbox.run("show", id).text == text && !isConflict(sandbox, id))
        #expect(try sandbox.run("show", id).error.isEmpty && sandbox.run("list").error.isEmpty)
        try sandbox.run("undo").ends(0)
        #expect(try sandbox.run("show", id).text == shown && !isConflict(sandbox, id))
    }

    @Test("--keep all takes all texts, the oldest first")
    func joined() throws {
        let (sandbox, id) = try conflict()
        try sandbox.run("conflicts", id, "--keep", "all", "--lang", "ko").ends(0, saying: "undo로 앞서 보이던 글로 돌아갈 수 있습니다")
        #expect(try sandbox.run("show", id).text == "the slow fox\n\nthe lazy fox")
        #expect(try sandbox.run("conflicts", id, "--keep", "all").error.contains("has one text"))
        try sandbox.run("conflicts", "--keep", "all").ends(2)
        try sandbox.run("conflicts", id, "--keep", "all", "--at", "e1").ends(2)
        #expect(try conflict().sandbox.run("conflicts", "@1", "--keep", "v1").error.contains("is none of the texts"))
    }

    @Test("an editor on many entries leaves out what is to be decided, and says so")
    func manyAtOnce() throws {
        let (sandbox, id) = try conflict()
        _ = try sandbox.add("another entry")
        let many = try sandbox.onTerminal("edit --where fox --yes", editor: "sed -i s/fox/dog/ \"$1\"")
        #expect(many.text.contains("left alone: 1 entry in conflict"))
        #expect(try isConflict(sandbox, id))
    }

    @Test("what comes from elsewhere while the editor is open is not decided against: exit 3, and the text is a draft")
    func arrived() throws {
        let (sandbox, id) = try conflict()
        let other = sandbox.path + "/other"
        try sandbox.run("edit", id, "--text", "a third text", "--diary", other).ends(0)
        let log = try sandbox.run("export", "--events", "--diary", other).output
        let file = try sandbox.file("log", log)
        try sandbox.onTerminal(
            "edit \(id)", editor: "'\(try Sandbox.program)' import \(file) >/dev/null 2>&1; printf decided >\"$1\""
        ).ends(3)
        #expect(try sandbox.drafts() == ["d1"] && sandbox.run("draft", "show", "d1").text == "decided")
        try sandbox.run("conflicts", id).ends(0, printing: "+a third text", "+the slow fox")
    }

    @Test("more than four texts are not opened at once: their versions are named, and --keep all takes all")
    func many() throws {
        let id = try sandbox.add("base")
        for number in 1...5 {
            try sandbox.shell("cp -r \"$0\" \"$1\"", [sandbox.diary, sandbox.path + "/c\(number)"]).ends(0)
        }
        for number in 1...5 {
            let other = sandbox.path + "/c\(number)"
            try sandbox.run("edit", id, "--text", "text \(number)", "--diary", other).ends(0)
            if number == 4 {
                // Four are opened, each below a line that names it.
                let seen = sandbox.path + "/seen"
                _ = try sandbox.onTerminal("edit \(id)", editor: "cp \"$1\" \(seen)")
                let text = String(decoding: try FileSystem.read(seen), as: UTF8.self)
                #expect(text.split(separator: "\n").count { $0.hasPrefix("======= ") } == 2, "\(text)")
            }
            try take(other, in: sandbox)
        }
        try sandbox.onTerminal("edit \(id)", editor: "touch \(sandbox.path)/opened").ends(
            3, printing: "has 5 texts, too many to open at once")
        #expect(try FileSystem.kind(of: sandbox.path + "/opened") == .missing)
        try sandbox.run("conflicts", id, "--keep", "all").ends(0)
        #expect(try sandbox.run("show", id).text.split(separator: "\n").count == 5)
    }

    @Test("conflicts lists texts, deletions and values that gave way, in JSON as was promised; exit 1 where is nothing")
    func listed() throws {
        let schema = try Schema()
        let (sandbox, id) = try bothChanged(
            "fox", [["edit", "--date", "2026-11-01", "--star"]], [["edit", "--date", "2026-11-05"]])
        let row = try sandbox.run("conflicts").text.split(separator: "\t").map(String.init)
        #expect(row == [id, "-", "-", "date", "fox\n"])
        let document = try sandbox.run("conflicts", "--json").json()
        #expect(schema.complaints(of: document, as: "list") == [])
        let one = try sandbox.run("conflicts", id, "--json").json()
        #expect(schema.complaints(of: one, as: "entry") == [])
        #expect(schema.complaints(of: try sandbox.run("show", id, "--json").json(), as: "entry") == [])
        #expect(one["lost"]?.items.map { $0["field"] } == [.text("date")])

        let shown = try sandbox.run("show", id)
        #expect(shown.text == "fox" && shown.error.contains("take it: diarylog edit \(id.prefix(8)) --date 2026-11-0"))
        #expect(try sandbox.run("show", id, "--lang", "ko").error.contains("되찾기: diarylog edit"))
        let shownDate = try sandbox.run("show", id, "--json").json()["date"]
        let command = try #require(shown.error.split(separator: "take it: diarylog ").last)
        try sandbox.shell("\"$0\" \(command)", [Sandbox.program]).ends(0)
        let none = try sandbox.run("conflicts")
        #expect(none.code == 1 && none.text.isEmpty && none.error.contains("no entry has conflicting changes"))
        try sandbox.run("conflicts", id).ends(1)
        #expect(try sandbox.run("conflicts", "--json").json()["entries"] == .array([]))
        try sandbox.run("undo").ends(0)
        #expect(try sandbox.run("show", id, "--json").json()["date"] == shownDate)

        let (other, deleted) = try bothChanged("a", [["edit", "--text", "b"]], [["delete", "--yes"]])
        let contested = try other.run("conflicts").text.split(separator: "\t")
        #expect(contested.count == 5 && contested[1] == "-" && contested[2] != "-" && contested[3] == "-")
        #expect(try other.run("search", "is:contested").text.contains(deleted))
        #expect(try other.run("list", "--where", "is:contested").text.contains(deleted))
        #expect(try other.run("search", "상태:엇갈림").text.contains(deleted))
        #expect(try other.run("list").error.contains("deleted on one device and edited on another: 1 entry"))
        let line = try #require(try other.run("conflicts", "--jsonl").documents().first)
        #expect(schema.complaints(of: line, as: "entry.short") == [])
    }
}

/// A diary whose entry two copies changed: in `sandbox.diary`, which has both.
func bothChanged(
    _ text: String, _ here: [[String]], _ there: [[String]]
) throws -> (sandbox: Sandbox, id: String) {
    let sandbox = try Sandbox()
    let id = try sandbox.add(text)
    let other = sandbox.path + "/other"
    try sandbox.shell("cp -r \"$0\" \"$1\"", [sandbox.diary, other]).ends(0)
    for (folder, changes) in [(sandbox.diary, here), (other, there)] {
        for change in changes {
            try sandbox.run([change[0], id] + change.dropFirst() + ["--diary", folder]).ends(0)
        }
    }
    let log = try sandbox.run("export", "--events", "--diary", other).output
    try sandbox.run(["import", "-"], input: log).ends(0)
    return (sandbox, id)
}
