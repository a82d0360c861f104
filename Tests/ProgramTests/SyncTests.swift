/// Devices that exchange a diary, as people type it: what is said, the exit codes, and what lies where.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Exchange with other devices", .timed)
struct SyncTests {
    private let device: Sandbox
    private var cloud: String { device.cloud }
    private var key: String { device.key }
    private var hasAge: Bool { device.hasAge }

    init() throws { device = try Sandbox.exchanging() }

    private func copy(_ name: String) -> String { device.path + "/" + name }

    private func run(_ words: String..., of copy: String) throws -> Outcome {
        try device.run(words + ["--diary", copy])
    }

    /// Two copies, of which the first has an entry; its id.
    private func pair() throws -> String {
        let id = try device.add("한강을 걸었다.")
        #expect(try device.run("sync", "init", cloud, "--key", key).code == 0)
        #expect(try device.run("sync", "join", cloud, copy("phone"), "--key", key).code == 0)
        try turnOff()
        return id
    }

    /// Tests exchange when they say so.
    private func turnOff() throws {
        #expect(try device.run("config", "set", "sync.auto", "no").code == 0)
    }

    @Test("what one device writes is on the other after each has exchanged, and both have one state")
    func exchange() throws {
        guard hasAge else { return }
        let id = try pair()
        let phone = copy("phone")
        #expect(try run("list", of: phone).text.contains("한강을 걸었다."))
        #expect(try run("edit", id, "--text", "한강을 걸었다. 바람이 불었다.", of: phone).code == 0)
        #expect(try device.run("show", id).text.contains("바람") == false)
        let sent = try run("sync", "--json", of: phone).json()
        #expect(sent["sent"] == .integer(1) && sent["unsent"] == .integer(0))
        let received = try device.run("sync")
        #expect(received.code == 0 && received.error == "sent 0 events, received 2\n", "\(received.error)")
        #expect(try device.run("show", id).text.contains("바람이 불었다."))
        #expect(try device.run("sync").error == "nothing new on either side\n")
        let schema = try Schema()
        #expect(schema.complaints(of: sent, as: "sync") == [])
        #expect(schema.complaints(of: try device.run("sync", "status", "--json").json(), as: "sync status") == [])
        let states = try [device.diary, phone].map { try run("replay", "--json", of: $0).json()["stateHash"] }
        #expect(states[0] == states[1] && states[0] != nil)
        #expect(try device.run("sync", "status", "--json").json()["unsent"] == .integer(0))
        // Nothing of it lies there in clear.
        #expect(try device.shell("grep -rl 한강 \"$0\"", [cloud]).text.isEmpty)
    }

    @Test("whoever keeps diaries looks through them without a key, and what is wrong is named with exit 5")
    func scrub() throws {
        guard hasAge else { return }
        _ = try pair()
        let sound = try device.run("sync", "scrub", cloud, "--json")
        #expect(try sound.code == 0 && Schema().complaints(of: sound.json(), as: "sync scrub") == [])
        #expect(try device.run("sync", "scrub", device.path).text.hasPrefix(device.path + "/cloud\t"))
        _ = try device.shell("for f in \"$0\"/events/*; do echo >> \"$f\"; break; done", [cloud])
        let harmed = try device.run("sync", "scrub", cloud)
        #expect(
            harmed.code == 5 && harmed.text.contains("  torn\tevents/") && harmed.error.contains("sync check --repair"))
        #expect(try device.run("sync", "scrub", copy("phone")).code == 1)
        #expect(try device.run("sync", "scrub", copy("nowhere")).code == 7)
        #expect(try device.run("sync", "scrub").code == 2)
    }

    @Test("a remote that was moved is gone on with, and nothing is sent twice")
    func moved() throws {
        guard hasAge else { return }
        _ = try pair()
        let elsewhere = copy("elsewhere")
        #expect(try device.shell("mv \"$0\" \"$1\"", [cloud, elsewhere]).code == 0)
        let foreign = copy("foreign")
        #expect(try device.shell("mkdir \"$0\" && date > \"$0/dates\"", [foreign]).code == 0)
        #expect(try device.run("sync", "init", foreign, "--moved").code == 7)
        let moved = try device.run("sync", "init", elsewhere, "--moved", "--json")
        #expect(try moved.code == 0 && moved.json()["sent"] == .integer(0), "\(moved.error)")
        #expect(try device.run("sync", "status").text.contains(elsewhere))
        #expect(try device.run("sync", "init", elsewhere).code == 2)
        // The place is lost with all that lay there.
        #expect(try device.shell("rm -r \"$0\"/*", [elsewhere]).code == 0)
        #expect(try device.run("sync").code == 7)
        #expect(try device.run("sync", "init", elsewhere, "--moved").code == 0)
        #expect(try device.run("sync", "join", elsewhere, copy("third"), "--key", key).code == 0)
        #expect(try run("list", of: copy("third")).text == device.run("list").text)
    }

    @Test("all diaries that have names are exchanged; one that fails hinders no other, and the exit code is the worst")
    func all() throws {
        guard hasAge else { return }
        _ = try pair()
        for name in ["cloud-a", "cloud-b"] { _ = try device.shell("cp -r \"$0\" \"$1\"", [cloud, copy(name)]) }
        for (name, place) in [("a", "cloud-a"), ("b", "cloud-b")] {
            #expect(try device.run("sync", "join", copy(place), copy(name), "--key", key).code == 0)
            #expect(try device.run("config", "set", "diaries." + name, copy(name)).code == 0)
        }
        #expect(try run("add", "가족 일기", of: copy("a")).code == 0)
        let metrics = copy("metrics")
        let fine = try device.run("sync", "--all", "--json", "--metrics", metrics)
        #expect(fine.code == 0, "\(fine.error)")
        let schema = try Schema()
        for document in try fine.documents() { #expect(schema.complaints(of: document, as: "sync --all") == []) }
        #expect(fine.text.contains(#""diary":"a""#) && fine.text.contains(#""diary":"b""#))
        let figures = try String(decoding: FileSystem.read(metrics), as: UTF8.self)
        #expect(figures.contains("diarylog_sync_sent_events{diary=\"a\"} 1\n"), "\(figures)")
        #expect(figures.contains("diarylog_sync_exit_code{diary=\"b\"} 0\n"))
        #expect(try device.shell("stat -c %a \"$0\"", [metrics]).text == "644\n")
        _ = try device.shell("rm -r \"$0\"", [copy("cloud-a")])
        #expect(try run("add", "또 하나", of: copy("b")).code == 0)
        let partly = try device.run("sync", "--all")
        #expect(partly.code == 7 && partly.text.contains("b\tsent 1 event") && partly.error.contains("1 of 2"))
        #expect(try device.run("sync", "--all", "--diary", copy("a")).code == 2)
        #expect(try device.run("sync", "status", "--all").code == 2)
    }

    @Test("a change leaves an exchange behind, unless the settings say no")
    func byItself() throws {
        guard hasAge else { return }
        _ = try pair()
        func objects() throws -> Int { try FileSystem.contents(of: cloud + "/events").count }
        let before = try objects()
        _ = try device.add("저절로 가지 않는다")
        // Time for an exchange that nobody asked for to show itself: where there is none, it is right without it.
        WallClock.pause(nanoseconds: 500_000_000)
        #expect(try objects() == before)
        #expect(try device.run("config", "set", "sync.auto", "yes").code == 0)
        _ = try device.add("저절로 간다")
        try eventually("an object more on the remote") { try objects() > before }
    }

    @Test("a diary that takes part in none is told how to; one that takes part in one begins no other")
    func without() throws {
        _ = try device.add("글")
        let none = try device.run("sync")
        #expect(none.code == 2 && none.error.contains("diarylog sync init REMOTE"), "\(none.error)")
        #expect(try device.run("sync", "init").code == 2)
        #expect(try device.run("sync", "init", copy("none/there"), "--key", key).code == 2)
        guard hasAge else { return }
        #expect(try device.run("sync", "init", cloud, "--key", key).code == 0)
        let second = try device.run("sync", "init", copy("other"), "--key", key)
        #expect(second.code == 2 && second.error.contains("diarylog sync leave"), "\(second.error)")
        #expect(try FileSystem.kind(of: copy("other")) == .missing)
        // Without a terminal nobody can be asked for a passphrase.
        #expect(try device.run("sync", "leave", "--yes").code == 0)
        #expect(try device.run("sync", "init", copy("other")).code == 2)
        #expect(try FileSystem.kind(of: device.diary + "/sync/remote") == .missing)
    }

    @Test("a remote that is gone or empty is 7 and is not made again; what waits is counted")
    func gone() throws {
        guard hasAge else { return }
        _ = try pair()
        try FileSystem.rename(from: cloud, to: copy("away"))
        _ = try device.add("기다리는 글")
        let gone = try device.run("sync")
        #expect(gone.code == 7 && gone.error.contains("1 event waits to be sent"), "\(gone.error)")
        #expect(try FileSystem.kind(of: cloud) == .missing)
        try FileSystem.makeDirectory(cloud)
        let empty = try device.run("sync")
        #expect(empty.code == 7 && empty.error.contains("Only diarylog sync init makes a remote"), "\(empty.error)")
        #expect(try FileSystem.isEmptyDirectory(cloud))
        try FileSystem.removeEmptyDirectory(cloud)
        try FileSystem.rename(from: copy("away"), to: cloud)
        #expect(try device.run("sync").error == "sent 1 event, received 1\n")
    }

    @Test("another diary's remote is left alone, and another key opens nothing: no empty diary comes of it")
    func foreign() throws {
        guard hasAge else { return }
        _ = try pair()
        let other = try Sandbox()
        _ = try other.add("남의 일기")
        let listing = try FileSystem.contents(of: cloud + "/events")
        let refused = try other.run("sync", "init", cloud, "--key", key)
        #expect(refused.code == 3 && refused.error.contains("another diary lies at"), "\(refused.error)")
        #expect(try FileSystem.contents(of: cloud + "/events") == listing)
        #expect(try device.shell("age-keygen 2> /dev/null > \"$0\"", [copy("wrong")]).code == 0)
        let closed = try device.run("sync", "join", cloud, copy("third"), "--key", copy("wrong"))
        #expect(closed.code == 7 && closed.error.contains("cannot be opened"), "\(closed.error)")
        // It is not kept: who comes without one is asked for it.
        #expect(try FileSystem.kind(of: copy("third")) == .missing)
        let asked = try device.run("sync", "join", cloud, copy("third"))
        #expect(asked.code == 2 && asked.error.contains("--key FILE"), "\(asked.error)")
        let nothing = try device.run("sync", "join", cloud, copy("third"), "--key", "/dev/null")
        #expect(nothing.code == 2 && nothing.error.contains("AGE-SECRET-KEY-1"), "\(nothing.error)")
        // The same join, with the right key, goes on.
        #expect(try device.run("sync", "join", cloud, copy("third"), "--key", key).code == 0)
        #expect(try run("list", of: copy("third")).text.contains("한강"))
        #expect(try FileSystem.contents(of: device.path).contains { $0.hasSuffix(".joining") } == false)
    }

    @Test func `a remote behind rclone is begun and joined, and what rclone says is said`() throws {
        let hasRclone = try device.shell("command -v rclone", []).code == 0
        if !hasRclone { print("skipped: rclone is not installed") }
        guard hasAge, hasRclone else { return }
        try turnOff()
        _ = try device.add("한강을 걸었다.")
        let settings = copy("rclone.conf")
        try FileSystem.write(Array("[here]\ntype = local\n".utf8).span, to: settings)
        func sync(_ words: String...) throws -> Outcome {
            try device.shell(
                "exec \"$0\" sync \"$@\"", [Sandbox.program] + words, environment: ["RCLONE_CONFIG": settings])
        }
        let away = try sync("init", "rclone:nowhere:diary", "--key", key)
        #expect(away.code == 7 && away.error.contains("didn't find section in config file"), "\(away.error)")
        let begun = try sync("init", "rclone:here:" + cloud, "--key", key)
        #expect(begun.code == 0, "\(begun.error)")
        let joined = try sync("join", "rclone:here:" + cloud, copy("phone"), "--key", key)
        #expect(joined.code == 0, "\(joined.error)")
        #expect(try run("list", of: copy("phone")).text.contains("한강을 걸었다."))
        #expect(try sync("scrub", "rclone:here:" + device.path).code == 0)
    }

    @Test("without age or rclone it is said which line installs them")
    func programs() throws {
        guard hasAge else { return }
        _ = try device.add("글")
        for (remote, name) in [(cloud, "age"), ("rclone:none:diary", "rclone")] {
            let bare = try device.shell(
                "PATH=/nowhere exec \"$0\" \"$@\"", [Sandbox.program, "sync", "init", remote, "--key", key])
            #expect(bare.code == 2 && bare.error.contains("sudo apt install \(name)"), "\(bare.error)")
            #expect(try FileSystem.kind(of: device.diary + "/sync/remote") == .missing)
        }
    }

    @Test("a backup brings where the remote is and the key, and goes on as a device of its own")
    func restored() throws {
        guard hasAge else { return }
        _ = try pair()
        #expect(try device.run("backup", copy("backup")).code == 0)
        _ = try device.add("백업 뒤의 글")
        #expect(try device.run("sync").code == 0)
        #expect(try run("sync", of: copy("backup")).error == "sent 0 events, received 2\n")
        #expect(try run("list", of: copy("backup")).text.contains("백업 뒤의 글"))
        let mode = try device.shell("stat -c %a \"$0\"/sync \"$0\"/sync/key", [copy("backup")])
        #expect(mode.text == "700\n600\n")
    }

    @Test("check names what is torn or gone, and --repair puts it anew; a status says why the last exchange failed")
    func checking() throws {
        guard hasAge else { return }
        _ = try pair()
        // What the other device wrote is put anew as well, by whoever has it.
        #expect(try device.run("sync").code == 0)
        let sound = try device.run("sync", "check")
        #expect(sound.code == 0 && sound.error.contains("every event is in a sound one"), "\(sound.error)")
        let events = cloud + "/events"
        let object = try #require(FileSystem.contents(of: events).first)
        var bytes = try FileSystem.read(events + "/" + object)
        bytes[bytes.count / 2] ^= 1
        try FileSystem.write(bytes.span, to: events + "/" + object)
        let torn = try device.run("sync", "check")
        #expect(torn.code == 5 && torn.error.contains(object), "\(torn.error)")
        let repaired = try device.run("sync", "check", "--repair", "--json").json()
        #expect(try Schema().complaints(of: repaired, as: "sync") == [])
        #expect(repaired["unreadable"] == .array([]) && repaired["unsent"] == .integer(0))
        #expect(try FileSystem.kind(of: events + "/" + object) == .missing)
        #expect(try device.run("sync", "check").code == 0)
        #expect(try device.run("sync", "join", cloud, copy("third"), "--key", key).code == 0)
        try FileSystem.rename(from: cloud, to: copy("away"))
        #expect(try device.run("sync").code == 7)
        let status = try device.run("sync", "status")
        #expect(status.code == 0 && status.text.contains("the remote was not reached"), "\(status.text)")
        #expect(try device.run("sync", "status", "--json").json()["failure"] == .text("unreachable"))
    }

    @Test("leave takes this device out and leaves diary and remote; init takes part again with the same key")
    func leaving() throws {
        guard hasAge else { return }
        _ = try pair()
        #expect(try device.run("sync", "leave").code == 2)
        #expect(try device.run("sync", "leave", "--yes").code == 0)
        #expect(try FileSystem.kind(of: device.diary + "/sync") == .missing)
        #expect(try device.count() == 1)
        // With another key nothing is put that the other devices could not open.
        #expect(try device.shell("age-keygen 2> /dev/null > \"$0\"", [copy("wrong")]).code == 0)
        let before = try FileSystem.contents(of: cloud + "/events")
        #expect(try device.run("sync", "init", cloud, "--key", copy("wrong")).code == 7)
        #expect(try FileSystem.contents(of: cloud + "/events") == before)
        #expect(try device.run("sync", "init", cloud, "--key", key).code == 0)
        #expect(try device.run("sync").code == 0)
    }

    @Test("watch brings an edit of another device, and takes one of its own there, unasked")
    func watching() throws {
        guard hasAge else { return }
        _ = try pair()
        let phone = copy("phone")
        let outcome = try device.shell(
            """
            "$0" --diary "$1" sync watch >/dev/null & first=$!
            "$0" --diary "$2" sync watch >/dev/null & second=$!
            carried() {
                "$0" --diary "$1" add "$3" >/dev/null; until_true "'$0' --diary '$2' list | grep -q '$3'"; echo "$3"
            }
            # The first may come with the round that each begins with; by then both stay.
            carried "$2" "$1" 전화에서; carried "$1" "$2" 집에서; carried "$2" "$1" "다시 전화에서"
            kill $first $second
            wait
            """, [try Sandbox.program, device.diary, phone])
        #expect(outcome.text == "전화에서\n집에서\n다시 전화에서\n", "\(outcome.text) \(outcome.error)")
    }

    @Test("one that is asked for while another runs makes that one go round once more, and ends at once")
    func turns() throws {
        guard hasAge else { return }
        _ = try pair()
        let lock = try LockFile.open(device.diary + "/sync/lock", creating: true)
        #expect(try lock.tryLock(byte: 1, .exclusive))
        let asked = try device.run("sync", "--unless-running", "--json")
        #expect(asked.code == 0 && asked.output.isEmpty)
        #expect(try lock.read(count: 1) == [1])
    }

    // MARK: On a terminal

    @Test("on a terminal the key is shown and asked back, and a passphrase joins; a wrong one makes no diary")
    func passphrases() throws {
        guard hasAge else { return }
        _ = try device.add("암호로 여는 일기")
        // The key is drawn before it is shown: with one that is there, its ending is known to the test.
        try FileSystem.makeDirectory(device.diary + "/sync")
        #expect(try device.shell("grep SECRET \"$0\" > \"$1\"", [key, device.diary + "/sync/key"]).code == 0)
        let identity = try device.shell("cat \"$0\"", [device.diary + "/sync/key"]).line
        let typing = "wrong1\n\(identity.suffix(6))\nto the river\nto the river\n"
        guard let begun = try device.onTerminal("sync init \(cloud)", typing: typing) else { return }
        #expect(begun.code == 0, "\(begun.text)")
        #expect(begun.text.contains(identity) && begun.text.contains("Those are not the last six"))
        #expect(try FileSystem.contents(of: cloud).contains { $0.hasPrefix("key-") })
        let wrong = try device.onTerminal("sync join \(cloud) \(copy("phone"))", typing: "to the sea\n")
        #expect(wrong?.code == 7, "\(String(describing: wrong))")
        #expect(try FileSystem.kind(of: copy("phone")) == .missing)
        let joined = try device.onTerminal("sync join \(cloud) \(copy("phone"))", typing: "to the river\n")
        #expect(joined?.code == 0, "\(String(describing: joined))")
        #expect(try run("list", of: copy("phone")).text.contains("암호로 여는 일기"))
        #expect(try run("sync", "key", of: copy("phone")).line == identity)
    }
}

extension Sandbox {
    /// A device: a place with a key file, if age is there to make one, and a folder that several share.
    static func exchanging() throws -> Sandbox {
        let device = try Sandbox()
        let made = try device.shell("command -v age age-keygen && age-keygen 2> /dev/null > \"$0\"", [device.key])
        if made.code != 0 { print("skipped: age is not installed") }
        return device
    }

    var cloud: String { path + "/cloud" }
    var key: String { path + "/key" }
    var hasAge: Bool { ((try? FileSystem.size(of: key)) ?? 0) > 0 }
}
