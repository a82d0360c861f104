/// What is typed in the editor is never lost, whatever keeps it from being written.

import Host
import Testing

@Suite("The editor") struct EditorTests {
    /// Runs the program on a terminal, with an editor that types a text.
    private func run(
        _ place: Place, _ arguments: String, typing text: String, then: String = "true"
    ) throws -> (code: Int32, text: String) {
        let editor = "sh -c 'printf %s \"\(text)\" >\"$1\"; \(then)' sh"
        let outcome = try place.shell(
            "script -qec \"$0 \(arguments)\" /dev/null", [try Place.program],
            environment: ["EDITOR": editor, "SHELL": "/bin/sh"])
        return (outcome.code, outcome.text + outcome.error)
    }

    @Test("its text becomes the entry, and leaves nothing behind")
    func written() throws {
        let place = try Place()
        #expect(try run(place, "add --tag a", typing: "오늘 저녁").code == 0)
        #expect(try place.run("show", "@1").text == "오늘 저녁")
        #expect(try place.drafts().isEmpty)
    }

    @Test(
        "what is wrong with an option is said before anybody types",
        arguments: [
            "add --place nonsense", "add --tag ''", "add --date nonsense", "add --diary /etc",
            "add --tag \(String(repeating: "x", count: 1025))",
        ])
    func before(arguments: String) throws {
        let place = try Place()
        let outcome = try run(place, arguments, typing: "lost", then: "touch \(place.path)/opened")
        #expect(outcome.code == 2 || outcome.code == 3 || outcome.code == 6, "\(outcome.text)")
        #expect(try FileSystem.kind(of: place.path + "/opened") == .missing)
    }

    @Test("a text that cannot be written stays in a file, for this user alone, and is named with what goes on")
    func kept() throws {
        let place = try Place()
        _ = try place.run("add", "other", "--key", "k")
        let outcome = try run(place, "add --key k", typing: "한 시간 동안 쓴 글")
        #expect(outcome.code == 3, "\(outcome.text)")
        let draft = try #require(try place.drafts().first)
        #expect(outcome.text.contains("diarylog add - <\(draft)"))
        #expect(try FileSystem.read(draft) == Array("한 시간 동안 쓴 글".utf8))
        #expect(try place.shell("stat -c %a \"$0\"", [draft]).line == "600")
        #expect(try place.run(["add", "-"], input: FileSystem.read(draft)).code == 0)
        #expect(try place.run("show", "@1").text == "한 시간 동안 쓴 글")
    }

    @Test("a diary that is lost while somebody types does not take the text with it")
    func diaryLost() throws {
        let place = try Place()
        _ = try place.add("first")
        let outcome = try run(place, "add", typing: "still here", then: "rm -r \(place.diary); touch \(place.diary)")
        #expect(outcome.code != 0)
        #expect(try FileSystem.read(#require(try place.drafts().first)) == Array("still here".utf8))
    }

    @Test("one that fails leaves its text; one that left nothing leaves no file")
    func failing() throws {
        let place = try Place()
        #expect(try run(place, "add", typing: "half", then: "exit 1").code == 2)
        #expect(try FileSystem.read(#require(try place.drafts().first)) == Array("half".utf8))
        try FileSystem.removeTree(place.path + "/.local")
        #expect(try run(place, "add", typing: "", then: "exit 1").code == 2)
        #expect(try run(place, "add", typing: "  ").code == 2)
        #expect(try place.drafts().isEmpty)
    }
}

extension Place {
    /// The files that the editor left.
    func drafts() throws -> [String] {
        let folder = path + "/.local/state/diarylog/drafts"
        guard try FileSystem.kind(of: folder) == .directory else { return [] }
        return try FileSystem.contents(of: folder).map { "\(folder)/\($0)/entry.md" }
    }
}
