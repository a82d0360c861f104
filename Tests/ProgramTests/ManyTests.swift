/// Changes of many entries at once: what is said before, that they are one operation, and that undo takes it back.

import DiarylogTestSupport
import Testing

@Suite(.timed) struct ManyTests {
    private func diary() throws -> Sandbox {
        let sandbox = try Sandbox()
        for text in ["바다 #여행", "산 #여행", "집"] { _ = try sandbox.add(text, "--date", "2026-11-01") }
        _ = try sandbox.add("들", "--tag", "여행", "--date", "2026-11-02")
        return sandbox
    }

    private func texts(_ sandbox: Sandbox, _ more: String...) throws -> Set<String> {
        Set(try sandbox.run(["list"] + more).text.split(separator: "\n").map { String($0.split(separator: "\t")[2]) })
    }

    private func operations(_ sandbox: Sandbox) throws -> Int {
        try sandbox.run("log", "--operations").text.split(separator: "\n").count
    }

    @Test("delete --where says how many and which, wants --yes, and is one operation")
    func deleteWhere() throws {
        let sandbox = try diary()
        let count = try operations(sandbox)
        let unasked = try sandbox.run("delete", "--where", "tag:여행")
        #expect(unasked.code == 2)
        #expect(unasked.error.contains("3 entries: ") && unasked.error.contains("바다 #여행"), "\(unasked.error)")
        #expect(try sandbox.count() == 4)
        #expect(try sandbox.run("delete", "--where", "tag:여행 date:2026-11-01", "--yes").code == 0)
        #expect(try texts(sandbox) == ["집", "들"])
        #expect(try operations(sandbox) == count + 1)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.count() == 4)
        #expect(try sandbox.run("delete", "--where", "없는말", "--yes").code == 1)
        #expect(try sandbox.run("delete", "--where", "집", "@1", "--yes").code == 2)
        #expect(try sandbox.run("delete").code == 2)
    }

    @Test("edit --where changes all that a query finds, and undo takes all of it back")
    func editWhere() throws {
        let sandbox = try diary()
        let outcome = try sandbox.run("edit", "--where", "after:2026-10-31", "--star", "--tag", "가을", "--yes")
        #expect(outcome.code == 0 && outcome.error.contains("changed 4 entries"), "\(outcome.error)")
        #expect(try texts(sandbox, "--starred", "--tag", "가을").count == 4)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try texts(sandbox, "--starred").isEmpty)
        #expect(try sandbox.run("edit", "--where", "집", "--yes").code == 2)
        #expect(try sandbox.run("edit", "--where", "집", "--text", "x", "--yes").code == 2)
    }

    @Test("delete takes filters and edit a query, as one operation")
    func filters() throws {
        let sandbox = try diary()
        let count = try operations(sandbox)
        let unasked = try sandbox.run("delete", "--tag", "여행", "--on", "2026-11-01")
        #expect(unasked.code == 2 && unasked.error.contains("2 entries: ") && unasked.error.contains("바다 #여행"))
        #expect(try sandbox.run("edit", "--where", "tag:여행 -tag:산", "--star", "--yes").code == 0)
        #expect(try texts(sandbox, "--starred") == ["바다 #여행", "산 #여행", "들"])
        #expect(try sandbox.run("edit", "--where", "star:yes after:2026-11-01", "--tag", "가을", "--yes").code == 0)
        #expect(try texts(sandbox, "--tag", "가을") == ["들"])
        #expect(try sandbox.run("edit", "--where", "(바다 OR 집) star:yes", "--tag", "물", "--yes").code == 0)
        #expect(try texts(sandbox, "--tag", "물") == ["바다 #여행"])
        #expect(try sandbox.run("delete", "--tag", "여행", "--on", "2026-11-01", "--yes").code == 0)
        #expect(try texts(sandbox) == ["집", "들"])
        #expect(try operations(sandbox) == count + 4)
        for _ in 0..<4 { #expect(try sandbox.run("undo").code == 0) }
        #expect(try texts(sandbox, "--where", "star:no").count == 4)
        #expect(try sandbox.run("delete", "--tag", "없는", "--yes").code == 1)
        for mistake in [
            ["delete", "@1", "--starred", "--yes"], ["edit", "@1", "--where", "tag:여행", "--star"],
            ["edit", "@1", "@2", "--star"], ["tags", "rename", "여행", "길", "--starred"],
            ["edit", "--where", "date:2026", "--text", "x", "--yes"], ["edit", "--where", "date:2026", "--yes"],
            ["edit", "--on", "2026", "--star"],
        ] {
            #expect(try sandbox.run(mistake).code == 2, "\(mistake)")
        }
        #expect(try sandbox.count() == 4)
    }

    /// Edits what a query finds on a terminal, with an editor that runs this script of sed on the file.
    private func editTogether(_ sandbox: Sandbox, _ query: String, sed: String) throws -> Outcome {
        try sandbox.shell(
            "script -qec \"$0 edit --where '\(query)'\" /dev/null", [try Sandbox.program],
            environment: ["EDITOR": "sed -i -e '\(sed)'", "SHELL": "/bin/sh"])
    }

    @Test("edit --where on a terminal opens all texts in one editor, and writes those that were changed at once")
    func oneBuffer() throws {
        let sandbox = try diary()
        _ = try sandbox.add("----- 줄\n\n끝\n", "--date", "2026-11-01", "--tag", "여행")
        let before = try texts(sandbox)
        let count = try operations(sandbox)
        let outcome = try editTogether(sandbox, "tag:여행", sed: "s/산/큰 산/; s/끝/끝끝/")
        #expect(outcome.code == 0 && outcome.text.contains("changed 2 entries"), "\(outcome.text)")
        #expect(try texts(sandbox) == before.subtracting(["산 #여행"]).union(["큰 산 #여행"]))
        #expect(try sandbox.run("search", "끝끝").code == 0)
        #expect(try operations(sandbox) == count + 1)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try texts(sandbox) == before)
        let gone = try editTogether(sandbox, "tag:여행", sed: "3d")
        #expect(gone.code == 2 && gone.text.contains("is not where it was; nothing was written"), "\(gone.text)")
        #expect(gone.text.contains("what was typed is kept in"))
        #expect(try editTogether(sandbox, "tag:여행", sed: "").text.contains("nothing changed"))
        #expect(try texts(sandbox) == before)
    }

    @Test("tags rename changes given tags and those of texts, in one operation")
    func rename() throws {
        let sandbox = try diary()
        #expect(try sandbox.run("tags", "rename", "여행", "두 낱말", "--yes").code == 2)
        let count = try operations(sandbox)
        #expect(try sandbox.run("tags", "rename", "#여행", "나들이", "--yes").code == 0)
        #expect(try operations(sandbox) == count + 1)
        #expect(try texts(sandbox, "--tag", "여행").isEmpty)
        #expect(try texts(sandbox, "--tag", "나들이") == ["바다 #나들이", "산 #나들이", "들"])
        #expect(try sandbox.run("undo").code == 0)
        #expect(try texts(sandbox, "--tag", "여행") == ["바다 #여행", "산 #여행", "들"])
        #expect(try sandbox.run("tags", "rename", "없음", "있음", "--yes").code == 1)
        #expect(try sandbox.run("tags", "rename", "여행").code == 2)
    }

    @Test("a tag is given and taken off by name, by query, and by its old name")
    func addAndRemove() throws {
        let sandbox = try diary()
        #expect(try sandbox.run("edit", "@1", "--tag", "좋음").code == 0)
        #expect(try texts(sandbox, "--tag", "좋음").count == 1)
        #expect(try sandbox.run("edit", "--where", "date:2026-11", "--tag", "좋음", "--yes").code == 0)
        #expect(try texts(sandbox, "--tag", "좋음") == texts(sandbox, "--on", "2026-11"))
        #expect(try sandbox.run("edit", "--where", "tag:좋음", "--untag", "좋음", "--yes").code == 0)
        #expect(try texts(sandbox, "--tag", "좋음").isEmpty)
        #expect(try sandbox.run("edit", "@1", "--untag", "좋음").error.contains("nothing changed"))
        #expect(try sandbox.run("tag", "add", "좋음", "@1").error.contains("Did you mean edit ENTRY --tag"))
    }
}
