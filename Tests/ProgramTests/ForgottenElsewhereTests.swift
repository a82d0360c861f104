/// What is said when a log comes in by which another device forgot an entry.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct ForgottenElsewhereTests {
    @Test("an import that brings a forget says that the words are gone, and which draft keeps what was unseen")
    func report() throws {
        let (mine, theirs) = (try Sandbox(), try Sandbox())
        let id = try mine.add("비밀스러운 unrepeatableword")
        let file = mine.path + "/log"
        #expect(try mine.run("export", "--events", "--output", file).code == 0)
        #expect(try theirs.run("engine", "init", "--from-events", file).code == 0)
        #expect(try theirs.run("forget", id, "--yes").code == 0)
        let news = try theirs.run("export", "--events").output
        _ = try mine.run("edit", id, "--text", "여기서만 쓴 글")
        // What is said, and the same in JSON of a copy.
        #expect(try mine.run("backup", mine.path + "/copy").code == 0)
        let json = try mine.run("import", "-", "--json", "--diary", mine.path + "/copy", input: news).json()
        #expect(json["forgotten"] == .array([.text(id)]))
        let taken = try mine.run("import", "-", input: news)
        #expect(taken.code == 0, "\(taken.error)")
        #expect(taken.error.contains("entry \(id.prefix(8)) was forgotten on another device, unaware of"))
        #expect(taken.error.contains("diarylog draft commit d1 writes it"))
        #expect(taken.error.contains("what it said is gone from this diary's files, too: \(id.prefix(8))"))
        #expect(json["drafts"] == .array([.text("d1")]))
        #expect(try mine.run("draft", "commit", "d1").code == 0)
        #expect(try mine.run("list").text.contains("여기서만 쓴 글"))
        let again = try mine.run("import", "-", "--json", input: news)
        #expect(again.code == 0 && !again.error.contains("forgotten"), "\(again.error)")
        #expect(try again.json()["forgotten"] == nil)
    }
}
