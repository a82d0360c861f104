/// Changes of many entries at once: what is said before, that they are one operation, and that undo takes it back.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class ManyTests: InSandbox {
    override init() throws {
        try super.init()
        for text in ["바다 #여행", "산 #여행", "집"] { _ = try sandbox.add(text, "--date", "2026-11-01") }
        _ = try sandbox.add("들", "--tag", "여행", "--date", "2026-11-02")
    }

    private func texts(_ sandbox: Sandbox, _ more: String...) throws -> Set<String> {
        Set(try sandbox.run(["list"] + more).text.split(separator: "\n").map { String($0.split(separator: "\t")[2]) })
    }

    private func operations(_ sandbox: Sandbox) throws -> Int {
        try sandbox.run("log", "--operations").text.split(separator: "\n").count
    }

    @Test("delete and edit take a query or filters: they say how many and which, want --yes, and are one operation")
    func chosen() throws {
        let count = try operations(sandbox)
        for choice in [["--where", "tag:여행 date:2026-11-01"], ["--tag", "여행", "--on", "2026-11-01"]] {
            let unasked = try sandbox.run(["delete"] + choice).ends(2, saying: "2 entries: ")
            #expect(try unasked.error.contains("바다 #여행") && sandbox.count() == 4)
            try sandbox.run(["delete"] + choice + ["--yes"]).ends(0)
            #expect(try texts(sandbox) == ["집", "들"])
            let undone = try sandbox.run("undo", "--json").json()
            #expect(undone["entries"]?.items.count == 2 && undone["entry"] == .null)
        }
        try sandbox.run("edit", "--where", "tag:여행 -집", "--star", "--tag", "가을", "--yes").ends(
            0, saying: "changed 3 entries")
        #expect(try texts(sandbox, "--starred", "--tag", "가을") == ["바다 #여행", "산 #여행", "들"])
        try sandbox.run("edit", "--where", "tag:가을", "--untag", "가을", "--yes").ends(0)
        #expect(try texts(sandbox, "--tag", "가을").isEmpty && operations(sandbox) == count + 6)
        for _ in 0..<2 { #expect(try sandbox.run("undo").error.contains("(3 entries, ")) }
        #expect(try texts(sandbox, "--where", "star:no").count == 4)
        for choice in [["--where", "없는말"], ["--tag", "없는"]] {
            try sandbox.run(["delete"] + choice + ["--yes"]).ends(1)
        }
        for mistake in [
            ["delete"], ["delete", "--where", "집", "@1", "--yes"], ["delete", "@1", "--starred", "--yes"],
            ["edit", "@1", "--where", "tag:여행", "--star"], ["edit", "@1", "@2", "--star"],
            ["tags", "rename", "여행", "길", "--starred"], ["edit", "--where", "집", "--text", "x", "--yes"],
            ["edit", "--where", "집", "--yes"], ["edit", "--on", "2026", "--star"],
        ] {
            try sandbox.run(mistake).ends(2)
        }
        #expect(try sandbox.run("edit", "@1", "--untag", "좋음").error.contains("nothing changed"))
        #expect(try sandbox.run("tag", "add", "좋음", "@1").error.contains("Did you mean edit ENTRY --tag"))
        #expect(try operations(sandbox) == count + 8)
    }

    /// Edits what a query finds on a terminal, with an editor that runs this script of sed on the file.
    private func editTogether(_ sandbox: Sandbox, _ query: String, sed: String) throws -> Outcome {
        try sandbox.shell(
            "script -qec \"$0 edit --where '\(query)'\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "sed -i -e '\(sed)'", "SHELL": "/bin/sh"])
    }

    @Test("edit --where on a terminal opens all texts in one editor, and writes those that were changed at once")
    func oneBuffer() throws {
        _ = try sandbox.add("----- 줄\n\n끝\n", "--date", "2026-11-01", "--tag", "여행")
        let before = try texts(sandbox)
        let count = try operations(sandbox)
        try editTogether(sandbox, "tag:여행", sed: "s/산/큰 산/; s/끝/끝끝/").ends(0, printing: "changed 2 entries")
        #expect(try texts(sandbox) == before.subtracting(["산 #여행"]).union(["큰 산 #여행"]))
        try sandbox.run("search", "끝끝").ends(0)
        #expect(try operations(sandbox) == count + 1)
        try sandbox.run("undo").ends(0)
        #expect(try texts(sandbox) == before)
        try editTogether(sandbox, "tag:여행", sed: "3d").ends(
            2, printing: "not where it was, or stands twice; nothing", "what was typed is kept in")
        #expect(try editTogether(sandbox, "tag:여행", sed: "").text.contains("nothing changed"))
        #expect(try texts(sandbox) == before)
    }

    @Test("tags rename changes given tags and those of texts, in one operation")
    func rename() throws {
        try sandbox.run("tags", "rename", "여행", "두 낱말", "--yes").ends(2)
        let count = try operations(sandbox)
        for tag in ["", " ", "#", "a\nb"] {
            let words = tag.isEmpty ? "cannot be ''" : "a tag is a word"
            let renamed = try sandbox.run("tags", "rename", "여행", tag, "--yes").ends(2, saying: words)
            #expect(!renamed.error.contains("2 entries"), "\(renamed.error)")
            try sandbox.run("add", "x", "--tag", tag).ends(2, saying: "a tag is a word")
        }
        try sandbox.run("tags", "rename", "#여행", "나들이", "--yes").ends(0)
        #expect(try operations(sandbox) == count + 1)
        #expect(try texts(sandbox, "--tag", "여행").isEmpty)
        #expect(try texts(sandbox, "--tag", "나들이") == ["바다 #나들이", "산 #나들이", "들"])
        try sandbox.run("undo").ends(0)
        #expect(try texts(sandbox, "--tag", "여행") == ["바다 #여행", "산 #여행", "들"])
        try sandbox.run("tags", "rename", "없음", "있음", "--yes").ends(1)
        try sandbox.run("tags", "rename", "여행").ends(2)
    }
}
