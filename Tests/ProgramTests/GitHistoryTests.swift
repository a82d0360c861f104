/// `export --history`, read by git itself.

import DiarylogTestSupport
import Testing

@Suite(.timed) struct GitHistoryTests {
    @Test func `each operation is a commit, and the newest tree is what an export of Markdown is`() throws {
        let sandbox = try Sandbox()
        let first = try sandbox.add("첫눈\n\n하나", "--date", "2026-01-02", "--tag", "겨울")
        let second = try sandbox.add("same", "--date", "2026-01-05T10:00")
        // The later one is of the earlier date: their numbers change places in the end.
        _ = try sandbox.add("same", "--date", "2026-01-05T09:00")
        for arguments in [
            ["edit", first, "--text", "첫눈\n\n둘", "--star"], ["edit", second, "--date", "2026-02-01"],
            ["delete", first, "--yes"], ["undo"], ["undo", "--operation", "e6", "--skip-changed"],
            ["add", "third “quoted” $(x)\nline"],
        ] {
            let run = try sandbox.run(arguments)
            #expect(run.code == 0, "\(arguments): \(run.error)")
        }
        let stream = try sandbox.run("export", "--history", "--format", "markdown")
        #expect(stream.code == 0, "\(stream.error)")
        #expect(try sandbox.run("export", "--history").code == 2)
        #expect(try sandbox.run("export", "--history", "--format", "markdown", "--starred").code == 2)
        #expect(try sandbox.run("export", "--format", "markdown", "--output", sandbox.path + "/out").code == 0)
        guard try sandbox.shell("command -v git", []).code == 0 else {
            print("skipped: there is no git to read the stream with")
            return
        }
        let script = """
            cd "$0" && git init -q -b main repo && cd repo && git fast-import --quiet < "$BOX/in" \
            && git checkout -q main && diff -r -x .git . ../out && git log --reverse --format='%aI %s'
            """
        let git = try sandbox.shell(script, [sandbox.path], input: stream.output)
        #expect(git.code == 0, "\(git.text)\(git.error)")
        let commits = git.text.split(separator: "\n")
        let operations = try sandbox.run("log", "--operations", "--jsonl").text.split(separator: "\n").count - 2
        #expect(commits.count == operations || commits.count == operations + 1, "\(git.text)")
        #expect(commits[0].hasSuffix("wrote “첫눈”"), "\(git.text)")
        #expect(commits.contains { $0.hasSuffix("deleted “첫눈”") })
        #expect(commits.contains { $0.contains("undid") || $0.contains("undo") }, "\(git.text)")
        let past = try sandbox.run("export", "--history", "--format", "markdown", "--at", "e2")
        #expect(past.text.split(separator: "\n").count { $0.hasPrefix("commit ") } == 1)
    }
}
