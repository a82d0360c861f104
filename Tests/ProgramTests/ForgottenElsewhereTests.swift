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
        try mine.run("export", "--events", "--output", file).ends(0)
        try theirs.run("engine", "init", "--from-events", file).ends(0)
        try theirs.run("forget", id, "--yes").ends(0)
        let news = try theirs.run("export", "--events").output
        _ = try mine.run("edit", id, "--text", "여기서만 쓴 글")
        // What is said, and the same in JSON of a copy.
        try mine.run("backup", mine.path + "/copy").ends(0)
        let json = try mine.run("import", "-", "--json", "--diary", mine.path + "/copy", input: news).json()
        #expect(json["forgotten"] == .array([.text(id)]))
        try mine.run("import", "-", input: news).ends(
            0, saying: "entry \(id.prefix(8)) was forgotten, unaware of",
            "diarylog draft commit d1 writes it", "what it said is gone from this diary's files, too: \(id.prefix(8))")
        #expect(json["drafts"] == .array([.text("d1")]))
        try mine.run("draft", "commit", "d1").ends(0)
        #expect(try mine.run("list").text.contains("여기서만 쓴 글"))
        let again = try mine.run("import", "-", "--json", input: news).ends(0, without: "forgotten")
        #expect(try again.json()["forgotten"] == nil)
    }

    @Test("a log that says what nobody who forgot the entry here has seen leaves that as a draft")
    func unseen() throws {
        let (mine, theirs) = (try Sandbox(), try Sandbox())
        let id = try mine.add("첫 글")
        try theirs.run("import", "-", input: mine.run("export", "--events").output).ends(0)
        try theirs.run("edit", id, "--text", "저기서 이어 쓴 글").ends(0)
        try mine.run("forget", id, "--yes").ends(0)
        let log = try theirs.run("export", "--events").output
        try mine.run("import", "-", input: log).ends(
            0, saying: "entry \(id.prefix(8)) was forgotten, unaware of", "draft commit d1", without: "0 entries")
        #expect(try mine.run("draft", "show", "d1").text == "저기서 이어 쓴 글")
        try mine.run("import", "-", input: log).ends(0, without: "d2")
    }
}

@Suite(.timed, .needsAge) final class ForgottenBySyncTests: WithDevices {
    @Test("a sync that brings a forgetting ends what editors had of the entry, and nothing that was typed is lost")
    func editorFiles() throws {
        let (id, phone) = (try begin(with: "first secret fox"), copy("phone"))
        let kept = try device.add("second fox", "--date", "2020-01-01")
        try device.run("sync").ends(0)
        try device.run("sync", "join", cloud, phone, "--key", key).ends(0)
        _ = try device.onTerminal("--diary \(phone) edit \(id)", editor: "kill -9 $$")
        _ = try device.onTerminal("--diary \(phone) edit \(id)", editor: "echo typed there >>\"$1\"; kill -9 $$")
        _ = try device.onTerminal("--diary \(phone) edit --where fox", editor: "sed -i 's/fox/cat/' \"$1\"; kill -9 $$")
        #expect(try device.files().count == 3)
        try device.run("forget", id, "--yes").ends(0)
        #expect(try device.files().count == 3)
        try device.run("sync").ends(0)
        try device.run("sync", "--diary", phone).ends(0, saying: "is kept as d1", "is kept as d2", without: "still has")
        let texts = try ["d1", "d2"].map { try device.run("draft", "show", $0, "--diary", phone).text }
        #expect(Set(texts) == ["first secret fox\ntyped there", "first secret cat"], "\(texts)")
        let file = try #require(try device.files().first)
        #expect(
            try device.files().count == 1 && !device.shell("cat $(dirname \"$0\")/*", [file]).text.contains("secret"))
        try device.run("draft", "commit", file, "--diary", phone).ends(0)
        #expect(try device.run("show", kept, "--diary", phone).text == "second cat")
    }
}
