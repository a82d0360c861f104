/// What a first-time user does wrong: what is said, and that nothing of theirs is touched.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Exchange, begun wrongly", .timed, .needsAge)
final class SyncMistakeTests: WithDevices {
    @Test func `a README of the user's stays as it is`() throws {
        _ = try device.add("한강을 걸었다.")
        try FileSystem.makeDirectory(cloud)
        let text = Array("my own text, of years\n".utf8)
        try FileSystem.write(text.span, to: cloud + "/README.txt")
        try device.run("sync", "init", cloud, "--key", key).ends(0)
        #expect(try FileSystem.read(cloud + "/README.txt") == text)
        try device.run("sync").ends(0)
    }

    @Test func `the diary's own folder, or one in it, is no remote`() throws {
        _ = try device.add("한강을 걸었다.")
        for place in [device.diary, device.diary + "/sync", device.diary + "/cloud"] {
            try device.run("sync", "init", place, "--key", key).ends(2, saying: "the diary's own folder")
        }
        #expect(try FileSystem.contents(of: device.diary).allSatisfy { !$0.hasPrefix("diary-") && $0 != "sync" })
    }

    @Test func `another diary's folder, and one that has diaries in it, are no remote`() throws {
        _ = try device.add("한강을 걸었다.")
        let other = copy("diaries/other")
        try device.run("add", "남의 글", "--diary", other).ends(0)
        let before = try FileSystem.contents(of: other)
        for place in [other, other + "/cloud", copy("diaries"), FileSystem.parent(of: device.path)] {
            try device.run("sync", "init", place, "--key", key).ends(2, saying: "nothing was put there")
        }
        #expect(try FileSystem.contents(of: other) == before && FileSystem.contents(of: copy("diaries")) == ["other"])
        try device.run("sync", "init", copy("diaries/cloud"), "--key", key).ends(0)
    }

    @Test func `no diary is made within a remote, by any door, and one that lies there is named`() throws {
        try begin()
        let before = try FileSystem.contents(of: cloud)
        for place in [cloud + "/inside", cloud + "/events/inside"] {
            let doors = [
                ["sync", "join", cloud, place, "--key", key], ["backup", place], ["add", "x", "--diary", place],
            ]
            for words in doors {
                try device.run(words).ends(2, saying: "in a remote")
            }
        }
        #expect(try FileSystem.contents(of: cloud) == before)
        try FileSystem.rename(from: device.diary, to: cloud + "/moved")
        for words in [["sync"], ["add", "x"]] {
            try device.run(words + ["--diary", cloud + "/moved"]).ends(0, saying: "in clear")
        }
        try device.run("sync", "init", "/", "--key", key, "--diary", cloud + "/moved").ends(2, without: "//remote")
    }

    @Test func `a folder to mend a diary by that is not there is asked for by what it is to be`() throws {
        _ = try device.add("한강을 걸었다.")
        try device.run("verify", "--repair", copy("absent")).ends(2, saying: "wants a backup")
    }

    @Test func `a folder that keeps nothing is told with its reason, and so is a diary that may only be read`() throws {
        _ = try device.add("한강을 걸었다.")
        try FileSystem.makeDirectory(cloud)
        try FileSystem.write([1].span, to: cloud + "/events")
        try device.run("sync", "init", cloud, "--key", key).ends(7, saying: "\(cloud)/events")
        guard let disk = try device.mountSmallDisk() else { return }
        defer { device.unmount(disk) }
        try device.run("sync", "join", cloud, disk + "/x", "--key", key).ends(7)
        _ = try device.shell("cp -r \"$0\" \"$1\"; mount -o remount,ro \"$1\"", [device.diary, disk])
        for words in [["sync"], ["sync", "leave", "--yes"]] {
            try device.run(words + ["--diary", disk + "/diary"]).ends(6, saying: "may only be read")
        }
    }

    @Test func `two devices of one name are told apart by their ids, and commands for others name no path of here`()
        throws
    {
        try device.run("config", "set", "sync.name", "same").ends(0)
        try begin()
        try device.run("sync", "status", "--diary", device.diary).ends(0)
        let copies = [copy("b"), copy("c")]
        for place in copies { try device.run("sync", "join", cloud, place, "--key", key).ends(0) }
        let next = try drawKey("next")
        try device.run("sync", "key", "rotate", "--key", next, "--diary", device.diary).ends(
            0, without: "diarylog --diary \(device.diary) sync key fetch")
        for place in copies {
            try device.run("add", "늦은 글", "--diary", place).ends(0)
            try device.run("sync", "--diary", place).ends(0)
        }
        let told = try device.run("sync", "--diary", device.diary).error
        let ids = try device.run("sync", "devices").text.split(separator: "\n").filter { !$0.contains("this device") }
            .map { String($0.prefix(8)) }
        #expect(ids.count == 2)
        let status = try device.run("sync", "status", "--diary", device.diary).text
        for id in ids {
            let command = "diarylog --diary \(device.diary) sync devices take \(id)"
            #expect(told.contains(command) && status.contains(command), "\(told)\n\(status)")
            #expect(status.contains("\(id): last heard"), "\(status)")
        }
        // Whoever has the newest key alone cannot open what an older one sealed, and no newer one helps.
        try device.run("sync", "join", cloud, copy("d"), "--key", next).ends(7, saying: "an older key", "sync key show")
        try device.run("sync", "devices", "take", ids[0]).ends(0)
    }

    @Test func `who begins with what cannot be reached is not told that something goes on`() throws {
        _ = try device.add("한강을 걸었다.")
        try device.run("sync", "join", copy("absent"), copy("phone"), "--key", key).ends(
            7, saying: "the same command again", without: "goes on")
    }

    @Test func `of one rotation after another nobody is told that two keys were drawn at once`() throws {
        try begin()
        let phone = copy("phone")
        try device.run("sync", "join", cloud, phone, "--key", key).ends(0)
        for number in 1...2 {
            let next = try drawKey("key-\(number)")
            try device.run("sync", "key", "rotate", "--key", next).ends(0)
            // One alone is not told from one that another device drew at the same time.
            let keys = number == 1 ? next : copy("keys")
            if number == 2 {
                try device.run("sync", "key", "fetch", "--key", next, "--diary", phone).ends(2, saying: "sync key show")
                try FileSystem.write(device.run("sync", "key").output.span, to: keys)
            }
            try device.run("sync", "key", "fetch", "--key", keys, "--diary", phone).ends(0, without: "at once")
            try device.run("add", "전화기의 \(number)", "--diary", phone).ends(0)
            try device.run("sync", "--diary", phone).ends(0)
            try device.run("sync").ends(0, saying: "received", without: "held apart")
        }
        #expect(try device.run("sync", "key").text == device.run("sync", "key", "--diary", phone).text)
        // What the newest opens is all: what older ones sealed is asked for no more.
        try device.run("sync", "join", cloud, copy("desk"), "--key", copy("key-2")).ends(0, without: "no key")
        try device.run("sync", "--diary", copy("desk")).ends(0)
        #expect(try device.run("list", "--diary", copy("desk")).text == device.run("list").text)
    }

    @Test func `a join that is ahead of its carrier waits: the same command goes on`() throws {
        try begin()
        let part = copy("part")
        _ = try device.shell("mkdir \"$1\" && cp \"$0\"/diary-* \"$1\"", [cloud, part])
        try device.run("sync", "join", part, copy("phone"), "--key", key).ends(7, saying: "none of its events yet")
        #expect(try FileSystem.kind(of: copy("phone")) == .missing)
        _ = try device.shell("cp -r \"$0\"/events \"$1\"", [cloud, part])
        try device.run("sync", "join", part, copy("phone"), "--key", key).ends(0)
        #expect(try device.run("list", "--diary", copy("phone")).text.contains("한강"))
    }

    @Test func `a join that was killed in its last steps is ended by the same command, and so is one that is done`()
        throws
    {
        try begin()
        let words = ["sync", "join", cloud, copy("phone"), "--key", key]
        try device.run(words).ends(0)
        try device.run(words).ends(0)
        // As where it is killed after the diary is made: its folder is still beside it.
        let (own, beside) = (copy("phone") + "/sync", device.path + "/.phone.joining")
        try FileSystem.makeDirectory(beside)
        try FileSystem.rename(from: own, to: beside + "/sync")
        try device.run(words).ends(0)
        #expect(try FileSystem.kind(of: own + "/remote") == .file && FileSystem.kind(of: beside) == .missing)
        let elsewhere = try device.run("sync", "join", copy("other"), copy("phone"), "--key", key)
        #expect(elsewhere.code != 0)
    }

    @Test func `what waits is told for a diary whose remote is away, in JSON and in figures`() throws {
        try begin()
        try device.run("config", "set", "diaries.mine", device.diary).ends(0)
        _ = try device.add("기다리는 글")
        try FileSystem.rename(from: cloud, to: copy("away"))
        try device.run("sync", "--all", "--json", "--metrics", copy("metrics")).ends(7, printing: "\"unsent\":1")
        let figures = try String(decoding: FileSystem.read(copy("metrics")), as: UTF8.self)
        #expect(figures.contains("diarylog_sync_unsent_events{diary=\"mine\"} 1\n"), "\(figures)")
    }

    @Test func `a forgetting starts an exchange as every change does`() throws {
        try begin()
        let id = try device.add("잊을 것")
        try device.run("sync").ends(0)
        func names() throws -> [String] { try FileSystem.contents(of: cloud + "/events") }
        let before = try names()
        try device.run("config", "set", "sync.auto", "yes").ends(0)
        try device.run("forget", id, "--yes").ends(0)
        try eventually("other objects on the remote") { try names() != before }
    }

    @Test func `a copy that only reads is listed on the others, and may not have heard of a forgetting`() throws {
        try begin()
        let id = try device.add("지울 글")
        try device.run("config", "set", "sync.name", "전화기").ends(0)
        try device.run("sync", "join", cloud, copy("phone"), "--key", key).ends(0)
        try device.run("list", "--diary", copy("phone")).ends(0)
        try device.run("forget", id, "--yes").ends(0)
        try device.run("sync").ends(0)
        #expect(try device.run("sync", "devices").text.contains("전화기"))
        let standing = try device.run("sync", "status").text
        #expect(standing.contains("전화기") && standing.contains(id.prefix(8)), "\(standing)")
    }

    @Test func `two diaries that met in one folder are told apart, and one of them moves away`() throws {
        try begin()
        let (other, otherKey) = (copy("other"), try drawKey("other-key"))
        try device.run("add", "책상에서 썼다.", "--diary", other).ends(0)
        try device.run("sync", "init", copy("cloud2"), "--key", otherKey, "--diary", other).ends(0)
        // The carrier makes one folder of the two.
        _ = try device.shell("cp -rn \"$1\"/. \"$0\" && rm -r \"$1\" && ln -s \"$0\" \"$1\"", [cloud, copy("cloud2")])
        _ = try device.add("또 썼다.")
        try device.run("sync").ends(3, saying: "two diaries lie on the remote")
        #expect(try device.run("sync", "status", "--json").json()["unsent"] == .integer(0))
        try device.run("sync", "key", "fetch", "--key", otherKey).ends(3)
        #expect(try device.run("sync", "key").text.split(separator: "\n").count == 1)
        try device.run("sync", "join", cloud, copy("phone"), "--key", key).ends(3)
        try device.run("sync", "init", copy("own"), "--moved").ends(0)
        #expect(try device.run("sync").code == 0 && device.run("sync", "--diary", other).code == 0)
        try device.run("sync", "join", copy("own"), copy("phone"), "--key", key).ends(0)
        #expect(try device.run("list", "--diary", copy("phone")).text.contains("또 썼다."))
    }

    @Test func `who writes an entry that another device wrote at once hears of it from sync, its status, and diarylog`()
        throws
    {
        let id = try begin()
        let phone = copy("phone")
        try device.run("sync", "join", cloud, phone, "--key", key).ends(0)
        try device.run("edit", id, "--text", "노트북의 줄").ends(0)
        try device.run("edit", id, "--text", "전화기의 줄", "--diary", phone).ends(0)
        try device.run("sync", "--diary", phone).ends(0)
        try device.run("sync").ends(0, saying: "diarylog conflicts")
        #expect(try !device.run("sync").error.contains("diarylog conflicts"))
        #expect(try device.run("sync", "status").text.contains("diarylog conflicts"))
        #expect(try device.run().text.contains("diarylog conflicts"))
    }

    @Test
    func `after a rotation for a lost device its forgetting stays apart, is named, and can be struck out or taken`()
        throws
    {
        let id = try begin(with: "소중한 기억")
        let (lost, phone, newKey) = (copy("lost"), copy("phone"), try drawKey("new-key"))
        for path in [lost, phone] { #expect(try device.run("sync", "join", cloud, path, "--key", key).code == 0) }
        try device.run("sync", "key", "rotate", "--key", key).ends(2)
        try device.run("sync", "key", "rotate", "--key", newKey).ends(0, saying: "held apart")
        _ = try device.add("그 뒤의 글")
        try device.run("sync").ends(0)
        try device.run("forget", id, "--yes", "--diary", lost).ends(0)
        try device.run("sync", "--diary", lost).ends(
            7, saying: "no key of this device opens", "diarylog --diary \(lost) sync key fetch")
        try device.run("sync", "key", "fetch", "--key", newKey, "--diary", phone).ends(0)
        try device.run("add", "전화기의 글", "--diary", phone).ends(0)
        try device.run("sync", "--diary", phone).ends(0)
        try device.run("sync").ends(0, saying: "held apart")
        // What lies there is nobody's to write anew.
        let gone = try device.add("잊을 글")
        try device.run("forget", gone, "--yes").ends(0, saying: "held apart", "untouched by what was forgotten since")
        try device.run("sync").ends(0, saying: "untouched by what was forgotten since")
        #expect(try device.run("list").text.contains("소중한 기억") && device.run("list").text.contains("전화기의 글"))
        #expect(try device.run("sync", "status").text.contains("held apart"))
        let listed = try device.run("sync", "devices", "--json").json()
        #expect(try Schema().complaints(of: listed, as: "sync devices") == [])
        let row = try #require(
            try device.run("sync", "devices").text.split(separator: "\n").first { $0.contains("held apart") })
        let name = String(row.prefix(8))
        try device.run("sync", "devices", "rename", name, "잃은 전화기").ends(0)
        #expect(try device.run("sync", "devices").text.contains("잃은 전화기"))
        let before = try FileSystem.contents(of: cloud + "/events").count
        try device.run("sync", "devices", "strike", "잃은 전화기").ends(0)
        try device.run("sync").ends(0, without: "held apart")
        #expect(try FileSystem.contents(of: cloud + "/events").count < before)
        #expect(try !device.run("sync", "status").text.contains("잃은 전화기"))
        try device.run("sync", "devices", "strike", "nobody").ends(1)
        try device.run("sync", "devices", "rename", name).ends(2)
        // The lost one puts it again; taken, it counts.
        try device.run("sync", "check", "--repair", "--diary", lost).ends(7)
        try device.run("sync", "devices", "take", "잃은 전화기").ends(0)
        #expect(try !device.run("list").text.contains("소중한 기억"))
    }

    @Test func `what is written on from a lost device's words waits for them, and who strikes it is told of that`()
        throws
    {
        let id = try begin(with: "첫 글")
        let (lost, phone, newKey) = (copy("lost"), copy("phone"), try drawKey("new-key"))
        for path in [lost, phone] { try device.run("sync", "join", cloud, path, "--key", key).ends(0) }
        try device.run("sync", "key", "rotate", "--key", newKey).ends(0)
        try device.run("edit", id, "--text", "남이 쓴 글", "--diary", lost).ends(0)
        _ = try device.run("sync", "--diary", lost)
        _ = try device.run("sync", "--diary", phone)
        try device.run("sync", "key", "fetch", "--key", newKey, "--diary", phone).ends(0)
        try device.run("edit", id, "--text", "거기 이어 쓴 글", "--diary", phone).ends(0)
        try device.run("sync", "--diary", phone).ends(0, saying: "waits for it on other devices")
        try device.run("sync").ends(0, saying: "1 object waits", "they may follow what")
        let row = try #require(
            try device.run("sync", "devices").text.split(separator: "\n").first { $0.contains("held apart") })
        let name = String(row.prefix(8))
        // Whoever strikes it hears of it, and goes on hearing.
        try device.run("sync", "devices", "strike", name).ends(0)
        try device.run("sync", "devices", "strike", name, "--diary", phone).ends(0, saying: "waits for it on other")
        try device.run("sync").ends(0, saying: "1 object waits", "they may follow what")
        try device.run("sync", "--diary", phone).ends(0, saying: "waits for it on other devices")
        #expect(try device.run("sync", "status", "--diary", phone).text.contains("waits for it on other devices"))
        try device.run("sync", "devices", "take", name, "--diary", phone).ends(0)
        try device.run("sync").ends(0, without: "waits")
        #expect(try device.run("list").text.contains("거기 이어 쓴 글"))
    }

    /// Another diary, with an entry of two versions, a picture and a deleted entry; its path.
    private func another() throws -> String {
        let other = copy("other")
        let picture = copy("picture.png")
        try FileSystem.write(Array("picture".utf8).span, to: picture)
        try device.run("add", "책상에서 썼다.", "--attach", picture, "--diary", other).ends(0)
        try device.run("edit", "@1", "--text", "책상에서 다시 썼다.", "--diary", other).ends(0)
        try device.run("add", "지운 글", "--diary", other).ends(0)
        try device.run("delete", "@1", "--yes", "--expect", "v1", "--diary", other).ends(0)
        return other
    }

    private func expectTogether(_ other: String) throws {
        let text = try device.run("list", "--diary", other).text
        #expect(text.contains("한강을 걸었다.") && text.contains("책상에서 다시 썼다.") && !text.contains("지운 글"))
        let id = try #require(
            text.split(separator: "\n").first { $0.contains("책상") }.map { String($0.prefix(32)) })
        #expect(try device.run("show", id + "@v1", "--diary", other).text.contains("책상에서 썼다."))
        #expect(try device.run("files", id, "--diary", other).text.contains("picture.png"))
        try device.run("verify", "--deep", "--diary", other).ends(0)
        try device.run("sync").ends(0)
        #expect(try device.run("list").text == text)
        let states = try [device.diary, other].map { path in
            try device.run("replay", "--json", "--diary", path).json()["stateHash"]
        }
        #expect(states[0] == states[1])
        #expect(try device.run("list", "--deleted", "--diary", other + ".before").text.contains("지운 글"))
        #expect(try FileSystem.kind(of: other + ".before/sync") == .missing)
        #expect(try FileSystem.contents(of: device.path).allSatisfy { !$0.hasSuffix(".together") })
    }

    @Test func `who has a diary on both laptops is told of one command, and it makes one diary of the two`() throws {
        try begin()
        let other = try another()
        try device.run("sync", "join", cloud, other, "--key", key).ends(2, saying: "--into")
        try device.run("sync", "init", cloud, "--key", key, "--diary", other).ends(3, saying: "--into")
        try device.run("sync", "join", cloud, "--into", "--key", key, "--diary", other).ends(
            0, saying: other + ".before")
        try expectTogether(other)
        try device.run("sync", "join", cloud, copy("none"), "--into", "--key", key).ends(2)
        try device.run("sync", "init", copy("c2"), "--into", "--key", key).ends(2)
        // One that takes part in it already, as after a kill in the very end, exchanges; a copy that does not is told.
        _ = try device.add("더 쓴 글")
        try device.run("sync", "join", cloud, "--into", "--key", key).ends(0, saying: "sent 1 event")
        try device.run("sync", "leave", "--yes").ends(0)
        try device.run("sync", "join", cloud, "--into", "--key", key).ends(3, saying: "is the one that is here")
    }
}
