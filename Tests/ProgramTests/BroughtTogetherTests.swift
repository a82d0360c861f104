/// Two diaries that become one: entries that both have, what happens between runs, devices that wrote meanwhile.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Two diaries become one", .timed, .needsAge)
final class BroughtTogetherTests: WithDevices {
    private var other: String { device.path + "/other" }
    private var scratch: String { device.path + "/.other.together" }
    private var into: [String] { ["sync", "join", cloud, "--into", "--key", key, "--diary", other] }

    private func add(_ text: String) throws -> String {
        let added = try device.run("add", text, "--diary", other).ends(0)
        return added.line
    }

    private func change(_ words: String..., in diary: String) throws {
        try device.run(words + ["--diary", diary]).ends(0)
    }

    @Test func `of an entry that both diaries have no text is lost: two are shown, and a forgotten one is a draft`()
        throws
    {
        let export = device.path + "/export.json"
        var ids: [String] = []
        for text in ["고칠 글", "지울 글", "잊을 글", "같은 글", "저쪽만 고칠 글", "저쪽만 지울 글", "저쪽이 지울 글"] { ids.append(try add(text)) }
        try change("export", "--output", export, in: other)
        try change("import", export, in: device.diary)
        try device.run("sync", "init", cloud, "--key", key).ends(0)
        try change("edit", ids[0], "--text", "여기서 고친 글", in: device.diary)
        try change("delete", ids[1], "--yes", in: device.diary)
        try change("forget", ids[2], "--yes", in: device.diary)
        try change("edit", ids[0], "--text", "저기서 고친 글", in: other)
        try change("edit", ids[1], "--text", "지울 글, 한 시간 더 쓴", in: other)
        try change("edit", ids[2], "--text", "한 시간 더 쓴 다른 글", in: other)
        try change("edit", ids[4], "--text", "저쪽에서 고쳤다", in: other)
        try change("edit", ids[6], "--text", "고친 뒤 남을 글", in: device.diary)
        for id in ids[5...6] { try change("delete", id, "--yes", in: other) }
        try device.run("sync").ends(0)
        try device.run(into).ends(0, saying: "draft d1 of a new entry", "3 entries were written on two devices at once")
        try device.run("conflicts", ids[0], "--diary", other).ends(0, printing: "여기서", "저기서")
        let list = try device.run("list", "--diary", other).text
        #expect(list.contains("한 시간 더 쓴") && list.contains("저쪽에서 고쳤다") && !list.contains(ids[2]), "\(list)")
        #expect(!list.contains(ids[5]) && list.contains("고친 뒤 남을 글"), "\(list)")
        #expect(try device.run("conflicts", "--diary", other).text.contains(ids[6]))
        #expect(try device.run("list", "--deleted", "--diary", other).text.contains(ids[5]))
        #expect(try device.run("draft", "show", "d1", "--diary", other).text == "한 시간 더 쓴 다른 글")
        try device.run("sync").ends(0)
        #expect(try device.run("conflicts").text == device.run("conflicts", "--diary", other).text)
        #expect(try device.run("list").text == list)
    }

    @Test func `of an entry that is forgotten there each of several texts is in the draft`() throws {
        let (export, copied) = (device.path + "/export.json", device.path + "/copied")
        let id = try add("첫 글")
        try change("export", "--output", export, in: other)
        try change("import", export, in: device.diary)
        try device.run("sync", "init", cloud, "--key", key).ends(0)
        try change("forget", id, "--yes", in: device.diary)
        try device.run("sync").ends(0)
        _ = try device.shell("cp -r \"$0\" \"$1\"", [other, copied])
        try change("edit", id, "--text", "위층에서 고친 글", in: copied)
        try change("edit", id, "--text", "아래층에서 고친 글", in: other)
        let log = try device.run("export", "--events", "--diary", copied).output
        try device.run(["import", "-", "--diary", other], input: log).ends(0)
        try device.run(into).ends(0, saying: "draft d1 of a new entry")
        let draft = try device.run("draft", "show", "d1", "--diary", other).text
        #expect(draft.contains("위층에서") && draft.contains("아래층에서"), "\(draft)")
    }

    @Test func `after a rotation what is brought in reaches the other devices, with the files of drafts`() throws {
        try begin(with: "첫 글")
        let (export, keys) = (device.path + "/export.json", copy("keys"))
        let (id, file) = (try add("잊을 글"), try device.file("photo.png", Array("photo".utf8)))
        try change("export", "--output", export, in: other)
        try change("import", export, in: device.diary)
        try change("files", "add", id, file, in: other)
        _ = try add("여기 있던 글")
        try device.run("forget", id, "--yes").ends(0)
        try device.run("sync", "key", "rotate", "--key", drawKey("new-key")).ends(0)
        try FileSystem.write(device.run("sync", "key").output.span, to: keys)
        try device.run("sync", "join", cloud, "--into", "--key", keys, "--diary", other).ends(
            0, saying: "draft d1", without: "not sent yet")
        let made = try device.run("draft", "commit", "d1", "--diary", other).line
        try device.run("sync", "--diary", other).ends(0, without: "not come yet")
        try device.run("sync").ends(0, without: "not come yet")
        #expect(try device.run("list").text.contains("여기 있던 글"))
        #expect(try device.run("files", made).text.contains("present"))
    }

    @Test func `what was forgotten or deleted between two runs stays so`() throws {
        try begin(with: "첫 글")
        let ids = try ["잊을 비밀", "지울 글", "남을 글"].map(add)
        // As where it was killed behind its import, and once more where its folder lay in the other diary already.
        for isLater in [false, true] {
            try FileSystem.removeTree(scratch + "/sync")
            let made = scratch + "/diary"
            try FileSystem.makeDirectory(scratch, withParents: true)
            try device.run("sync", "join", cloud, made, "--key", key).ends(0)
            let export = device.path + "/entries.json"
            try change("export", "--output", export, in: other)
            try change("import", export, in: made)
            if !isLater {
                try FileSystem.rename(from: made + "/sync", to: scratch + "/sync")
                try change("forget", ids[0], "--yes", in: other)
                let left = try device.shell("grep -rla '잊을 비밀' \"$0\" \"$1\"", [other, scratch])
                #expect(left.text.isEmpty, "\(left.text)")
                #expect(try device.run("verify", "--diary", other).error.contains(scratch))
            } else {
                try change("delete", ids[1], "--yes", in: other)
            }
        }
        try device.run(into).ends(0)
        let list = try device.run("list", "--diary", other).text
        #expect(list.contains("남을 글") && list.contains("첫 글"))
        #expect(!list.contains("지울 글") && !list.contains("잊을 비밀"), "\(list)")
        #expect(try FileSystem.kind(of: scratch) == .missing)
        #expect(try device.run("sync").code == 0 && device.run("list").text == list)
    }

    @Test func `killed between two renames, no command sees an empty diary or makes one; a join ends it`() throws {
        try begin(with: "첫 글")
        _ = try add("여기 있던 글")
        let between = device.path + "/between"
        try device.run("engine", "init", between).ends(0)
        try device.run("add", "그 사이의 글", "--diary", between).ends(0)
        try device.run(into).ends(0)
        let put = {
            try FileSystem.makeDirectory(self.scratch)
            try FileSystem.rename(from: self.other, to: self.scratch + "/diary")
            let identity = String(repeating: "a", count: 32)
            try FileSystem.write(Array(identity.utf8).span, to: self.scratch + "/of")
        }
        try put()
        let entry = #"{"text": "글", "date": "2026-01-01"}"#
        for command in [
            ["add", "글"], ["list"], [], ["verify"], ["sync"], ["import", "-"], ["import", "-", "--dry-run"],
            ["engine", "init"], ["sync", "join", cloud + "/no", "--into", "--key", key],
        ] {
            let words = command + (command.isEmpty ? [] : ["--diary", other])
            let settings = ["DIARYLOG_DIARY": other]
            try device.run(words, input: Array(entry.utf8), environment: settings).ends(
                2, saying: "was stopped in its last step", "sync join \(cloud) --into ends it")
            #expect(try FileSystem.kind(of: other) == .missing)
        }
        try device.run("sync", "join", cloud, other, "--key", key).ends(0)
        #expect(try device.run("list", "--diary", other).text.contains("여기 있던 글"))
        // A diary that somebody laid there meanwhile is brought in as well.
        try put()
        try FileSystem.rename(from: between, to: other)
        try device.run(into).ends(0)
        let list = try device.run("list", "--diary", other).text
        for text in ["첫 글", "여기 있던 글", "그 사이의 글"] { #expect(list.contains(text), "\(list)") }
    }

    @Test func `what another device had put of the lesser diary comes along, and nobody is left with what none opens`()
        throws
    {
        let (otherKey, phone, shared) = (try drawKey("other-key"), copy("phone"), copy("cloud2"))
        try begin()
        _ = try add("책상에서 썼다.")
        try device.run("sync", "init", shared, "--key", otherKey, "--diary", other).ends(0)
        try device.run("sync", "join", shared, phone, "--key", otherKey).ends(0)
        _ = try device.shell("cp -rn \"$1\"/. \"$0\" && rm -r \"$1\" && ln -s \"$0\" \"$1\"", [cloud, shared])
        let file = try device.file("photo.png", Array("photo".utf8))
        try change("add", "전화기에서 썼다.", "--attach", file, in: phone)
        try device.run("sync", "--diary", phone).ends(3)
        // Two diaries are no reason to ask for a key.
        let standing = try device.run("sync", "status", "--diary", phone).text
        #expect(standing.contains("two diaries") && standing.contains("--into"), "\(standing)")
        #expect(!standing.contains("a key is wanted") && !standing.contains("--repair"), "\(standing)")
        let before = device.path + "/before"
        _ = try device.shell("cp -r \"$0\"/events \"$1\"", [cloud, before])
        try device.run("sync", "join", shared, "--into", "--key", key, "--diary", other).ends(0)
        let list = try device.run("list", "--diary", other).text
        #expect(list.contains("전화기에서") && list.contains("책상에서") && list.contains("한강"), "\(list)")
        let row = try #require(list.split(separator: "\n").first { $0.contains("전화기에서") })
        #expect(try device.run("files", String(row.prefix(32)), "--diary", other).text.contains("photo.png"))
        #expect(try device.run("sync").code == 0 && device.run("list").text == list)
        // What comes there all the same, as from a carrier that was late, goes with the phone's own join.
        _ = try device.shell("cp -n \"$0\"/* \"$1\"/events", [before, cloud])
        try change("add", "나중에 썼다.", in: phone)
        try device.run("sync", "--diary", phone).ends(3, saying: "--into")
        try device.run("sync", "join", shared, "--into", "--key", key, "--diary", phone).ends(0)
        #expect(try device.run("sync").code == 0 && device.run("list").text.contains("나중에 썼다."))
        try device.run("sync", "check", "--repair").ends(0)
    }

    @Test func `a join that failed ties no diary to a remote which was begun since`() throws {
        try begin()
        let (wrong, part) = (try drawKey("wrong-key"), copy("part"))
        _ = try device.shell("mkdir \"$1\" && cp \"$0\"/diary-* \"$1\"", [cloud, part])
        // A wrong key is not kept; a right one is, where the diary's events have not come yet.
        for (place, failing) in [(cloud, wrong), (part, key)] {
            try device.run("sync", "join", place, other, "--key", failing).ends(7)
            let words = "a sync join was not ended: diarylog --diary \(other) sync join \(place) ends it"
            try device.run("list", "--diary", other).ends(
                2, saying: "there is no diary", words.replacing("a s", with: "A s"))
            #expect(
                try device.run([], environment: ["DIARYLOG_DIARY": other]).text.contains("a sync join was not ended"))
            try device.run("add", "따로 시작한 글", "--diary", other).ends(0, saying: "a new diary was made", words)
            try device.run("verify", "--diary", other).ends(0, saying: words)
            try device.run("sync", "--diary", other).ends(2, saying: words)
            try device.run("sync", "join", place, other, "--key", key).ends(2, saying: "--into")
            #expect(try FileSystem.kind(of: other + "/sync") == .missing)
            if place == cloud { try FileSystem.removeTree(other) }
        }
        #expect(try FileSystem.contents(of: device.path).allSatisfy { !$0.hasSuffix(".joining") })
        try device.run(into).ends(0)
        #expect(try device.run("list", "--diary", other).text.contains("따로 시작한 글"))
        #expect(try FileSystem.contents(of: device.path).allSatisfy { !$0.hasSuffix(".joining") })
    }

    @Test func `forget names where else its words are: logs beside the diary's own, and what was here before`() throws {
        try begin()
        let (id, kept) = (try add("비밀스러운 글"), try add("남을 글"))
        try device.run(into).ends(0)
        let names = [
            "log-000001 (conflicted copy).mdb", "log-000001.mdb.conflict1", "log-000001.mdb..path1",
            "Copy of log-000001.mdb", "Conflict-log-000001.mdb", "taken-log-000001.mdb",
        ]
        for name in names { _ = try device.shell("cp \"$0\"/log-000001.mdb \"$0/$1\"", [other, name]) }
        try FileSystem.write(Array("torn".utf8).span, to: other + "/log-000001 (2).mdb")
        let forgotten = try device.run("forget", id, "--yes", "--diary", other).ends(0)
        for name in names { #expect(forgotten.error.contains("\(name) has its words"), "\(name) \(forgotten.error)") }
        #expect(forgotten.error.contains("(2).mdb may have its words"))
        #expect(forgotten.error.contains(other + ".before has its words"))
        try device.run("forget", id, "--yes", "--diary", other).ends(3, saying: "taken-log-000001.mdb has its words")
        // Of what says nothing of it nothing is said.
        try FileSystem.removeTree(other + ".before")
        for name in names + ["log-000001 (2).mdb"] { try FileSystem.removeFile("\(other)/\(name)") }
        #expect(try !device.run("forget", kept, "--yes", "--diary", other).error.contains("words"))
    }
}
