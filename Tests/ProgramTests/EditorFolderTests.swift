/// A folder that somebody else made is nobody's to write from or to remove; and in our own nothing goes unnamed.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("The editor's folder", .timed) final class EditorFolderTests: InSandbox {
    @Test(
        "a file that happens to be called entry.md is refused, and its folder stays as it is",
        arguments: ["show", "diff", "commit", "discard"])
    func foreign(action: String) throws {
        let folder = sandbox.path + "/vault"
        try FileSystem.makeDirectory(folder + "/photos", withParents: true)
        for name in ["entry.md", "life.txt", "photos/p.jpg"] {
            try FileSystem.write(Array(name.utf8).span, to: folder + "/" + name, sync: false)
        }
        for path in ["entry.md", "life.txt", "none.md"] {
            let words = ["draft", action, folder + "/" + path] + (action == "discard" ? ["--yes"] : [])
            #expect(try sandbox.run(words).code == 2)
            #expect(try FileSystem.contents(of: folder) == ["entry.md", "life.txt", "photos"])
            #expect(try FileSystem.contents(of: folder + "/photos") == ["p.jpg"])
        }
    }

    @Test("a file that was moved with its note is written or removed, and what else is there stays")
    func moved() throws {
        for action in ["commit", "discard"] {
            _ = try sandbox.onTerminal("add", editor: "printf moved >\"$1\"; kill -9 $$")
            let file = try #require(try sandbox.files().first)
            let folder = sandbox.path + "/" + action
            try FileSystem.makeDirectory(folder + "/photos", withParents: true)
            try FileSystem.write(Array("life".utf8).span, to: folder + "/life.txt", sync: false)
            for name in ["entry.md", "what"] {
                try FileSystem.rename(
                    from: FileSystem.parent(of: file) + "/" + name, to: folder + "/" + name)
            }
            try FileSystem.removeEmptyDirectory(FileSystem.parent(of: file))
            try sandbox.run(["draft", action, folder + "/entry.md"] + (action == "discard" ? ["--yes"] : [])).ends(0)
            let left = try FileSystem.contents(of: folder)
            #expect(left.contains("life.txt") && left.contains("photos") && !left.contains("entry.md"), "\(left)")
        }
        #expect(try sandbox.run("list").text.split(separator: "\n").count == 1)
    }

    @Test("of many texts one that was emptied costs none of the others: the file stays")
    func emptied() throws {
        _ = try sandbox.add("one fox")
        _ = try sandbox.add("two fox")
        let editor = "sed -i 's/^one fox$//; s/two/TYPED/' \"$1\""
        try sandbox.onTerminal("edit --where fox", editor: editor).ends(2)
        let file = try #require(try sandbox.files().first)
        #expect(try String(decoding: FileSystem.read(file), as: UTF8.self).contains("TYPED fox"))
        #expect(try sandbox.run("draft", "show", file).text.contains("TYPED fox"))
    }

    @Test(
        "what an editor saved in a folder, under a hidden name or as a copy stays and is named",
        arguments: ["bak/entry.md", ".hidden", "entry.md.orig", ".deep/one/two.md"])
    func besides(name: String) throws {
        let id = try sandbox.add("a text")
        let place = "\"$(dirname \"$1\")/\(name)\""
        let editor = "echo more >>\"$1\"; mkdir -p \"$(dirname \(place))\"; echo aside >\(place); sleep 0.3"
        try sandbox.onTerminal("edit \(id)", editor: editor).ends(0, printing: "may have more of it")
        let folder = sandbox.path + "/.local/state/diarylog/drafts"
        let own = try #require(try FileSystem.contents(of: folder).first)
        #expect(try FileSystem.read(folder + "/\(own)/\(name)") == Array("aside\n".utf8))
    }
}
