import DiarylogTestSupport
import Testing

@Suite("Folders that are imported as they lie on a disk", .timed) final class ImportFolderTests: InSandbox {
    @Test func `a link that leads out of the folder, or nowhere, is left out by name, and one within is followed`()
        throws
    {
        _ = try sandbox.file("secret.md", Array("of another".utf8))
        _ = try sandbox.file("notes/2026-11-01.md", Array("mine".utf8))
        let links = "cd \"$0/notes\"; ln -s ../secret.md 2.md; ln -s /nowhere 3.md; ln -s 2026-11-01.md 2026-11-02.md"
        try sandbox.shell(links, [sandbox.path]).ends(0)
        let read = try sandbox.run("import", sandbox.path + "/notes")
        #expect(read.code == 2 && read.error.contains("2.md") && read.error.contains("3.md"))
        #expect(try sandbox.run("list").text.split(separator: "\n").count == 2)
    }

    @Test func `a file whose name is of a Korean Windows comes in under that name`() throws {
        _ = try sandbox.file("notes/2026-11-01.md", Array("mine".utf8))
        try sandbox.shell("printf x >\"$0/notes/$(printf '2026-11-02 \\272\\361').md\"", [sandbox.path]).ends(0)
        try sandbox.run("import", sandbox.path + "/notes").ends(0)
        #expect(try sandbox.run("list").text.contains("비"))
    }

    @Test func `a row that is longer than a screen is shown as far as it goes, and says what it does not keep`() throws
    {
        let tags = (1...300).map { "\"t\($0)\"" }.joined(separator: ",")
        let row = "{\"date\":\"2026-11-01\",\"text\":\"\(String(repeating: "가", count: 4000))\",\"tags\":[\(tags)]}\n"
        let file = try sandbox.file("a.jsonl", Array(row.utf8))
        let shown = try sandbox.run("import", "--dry-run", file)
        #expect(shown.text.utf8.count < 400 && shown.text.hasPrefix("2026-11-01  가") && shown.text.hasSuffix("…\n"))
        #expect(shown.error.contains("44 tags are not kept as tags"))
    }

    @Test func `a dry run names all that would be left out`() throws {
        let rows = (1...30).map { "nothing \($0),x\n" }.joined()
        let table = try sandbox.file("a.csv", Array("date,text\n2026-11-01,ok\n\(rows)".utf8))
        let named = try sandbox.run("import", "--dry-run", table).error
        #expect(named.contains("\"nothing 1\"") && named.contains("\"nothing 30\""))
        #expect(try !sandbox.run("import", table).error.contains("\"nothing 30\""))
    }
}
