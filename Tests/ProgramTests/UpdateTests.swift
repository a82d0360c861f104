/// `import --update` over files that changed since they were imported.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class UpdateTests: InSandbox {
    private func dayOne(_ texts: [String]) -> [UInt8] {
        let entries = texts.enumerated().map { index, text in
            let uuid = String(repeating: "ABCDEF0\(index)", count: 4)
            return #"{"uuid":"\#(uuid)","creationDate":"2024-05-0\#(index + 1)T00:00:00Z","text":"\#(text)"}"#
        }
        return bytes("{\"metadata\":{\"version\":\"1.0\"},\"entries\":[" + entries.joined(separator: ",") + "]}")
    }

    @Test func `a changed export is offered, taken over in one operation, and never over what was changed here`() throws
    {
        let path = sandbox.path + "/Journal.json"
        func write(_ texts: [String]) throws { try FileSystem.write(dayOne(texts).span, to: path, sync: false) }
        try write(["하나", "둘", "셋"])
        try sandbox.run("import", path).ends(0)
        let mine = String(repeating: "abcdef02", count: 4)
        try sandbox.run("edit", mine, "--text", "내 셋").ends(0)
        try write(["하나, 고침", "둘", "셋, 고침", "넷"])
        let dry = try sandbox.run("import", path, "--dry-run", "--update")
        #expect(dry.error.contains("would update 1 entry"), "\(dry.error)")
        let plain = try sandbox.run("import", path, "--dry-run", "--json").json()
        #expect(plain["changed"] == .integer(1) && plain["differing"] == .integer(2))
        #expect(plain["conflicts"] == .array([.text(mine)]) && plain["added"] == .integer(1))
        let said = try sandbox.run("import", path, "--dry-run")
        #expect(said.error.contains("1 entry has changed at the source since the import; --update takes that over"))
        try sandbox.run("import", path, "--update").ends(
            0, saying: "updated 1 entry", "1 entry was changed both here and at the source", "abcdef02")
        #expect(try sandbox.run("list").text.contains("하나, 고침") && sandbox.count() == 4)
        #expect(try sandbox.run("show", mine).text.contains("내 셋"))
        try sandbox.run("undo").ends(0)
        #expect(try sandbox.count() == 3 && !sandbox.run("list").text.contains("고침"))
        try sandbox.run("import", path, "--update", "--again").ends(2)
        // Who wants both has both, but for what was undone here.
        try sandbox.run("import", path, "--both").ends(0, saying: "updated 1 entry")
        #expect(try sandbox.run("conflicts").text.hasPrefix(mine) && sandbox.count() == 4)
        try sandbox.run("import", path, "--both", "--update").ends(2)
        #expect(try !sandbox.run("import", path, "--both").error.contains("updated"))
    }
}
