/// Devices that exchange a diary, as people type it: what is said, the exit codes, and what lies where.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Exchange with other devices", .timed, .needsAge)
final class SyncTests: WithDevices {
    private func run(_ words: String..., of copy: String) throws -> Outcome {
        try device.run(words + ["--diary", copy])
    }

    /// Two copies, of which the first has an entry; its id.
    private func pair() throws -> String {
        let id = try begin()
        try device.run("sync", "join", cloud, copy("phone"), "--key", key).ends(0)
        return id
    }

    @Test("what one device writes is on the other after each has exchanged, and both have one state")
    func exchange() throws {
        let id = try pair()
        let phone = copy("phone")
        #expect(try run("list", of: phone).text.contains("한강을 걸었다."))
        try run("edit", id, "--text", "한강을 걸었다. 바람이 불었다.", of: phone).ends(0)
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
        _ = try pair()
        let sound = try device.run("sync", "scrub", cloud, "--json")
        #expect(try sound.code == 0 && Schema().complaints(of: sound.json(), as: "sync scrub") == [])
        #expect(try device.run("sync", "scrub", device.path).text.hasPrefix(device.path + "/cloud\t"))
        _ = try device.shell("for f in \"$0\"/events/*; do echo >> \"$f\"; break; done", [cloud])
        try device.run("sync", "scrub", cloud).ends(5, saying: "sync check --repair", printing: "  torn\tevents/")
        try device.run("sync", "scrub", copy("phone")).ends(1)
        try device.run("sync", "scrub", copy("nowhere")).ends(7)
        try device.run("sync", "scrub").ends(2)
    }

    @Test("a remote that was moved is gone on with, and nothing is sent twice")
    func moved() throws {
        _ = try pair()
        let elsewhere = copy("elsewhere")
        try device.shell("mv \"$0\" \"$1\"", [cloud, elsewhere]).ends(0)
        let foreign = copy("foreign")
        try device.shell("mkdir \"$0\" && date > \"$0/dates\"", [foreign]).ends(0)
        try device.run("sync", "init", foreign, "--moved").ends(7)
        let moved = try device.run("sync", "init", elsewhere, "--moved", "--json")
        #expect(try moved.code == 0 && moved.json()["sent"] == .integer(0), "\(moved.error)")
        #expect(try device.run("sync", "status").text.contains(elsewhere))
        try device.run("sync", "init", elsewhere).ends(2)
        // The place is lost with all that lay there.
        try device.shell("rm -r \"$0\"/*", [elsewhere]).ends(0)
        try device.run("sync").ends(7)
        try device.run("sync", "init", elsewhere, "--moved").ends(0)
        try device.run("sync", "join", elsewhere, copy("third"), "--key", key).ends(0)
        #expect(try run("list", of: copy("third")).text == device.run("list").text)
    }

    @Test("all diaries that have names are exchanged; one that fails hinders no other, and the exit code is the worst")
    func all() throws {
        _ = try pair()
        for name in ["cloud-a", "cloud-b"] { _ = try device.shell("cp -r \"$0\" \"$1\"", [cloud, copy(name)]) }
        for (name, place) in [("a", "cloud-a"), ("b", "cloud-b")] {
            try device.run("sync", "join", copy(place), copy(name), "--key", key).ends(0)
            try device.run("config", "set", "diaries." + name, copy(name)).ends(0)
        }
        try run("add", "가족 일기", of: copy("a")).ends(0)
        let metrics = copy("metrics")
        let fine = try device.run("sync", "--all", "--json", "--metrics", metrics).ends(0)
        let schema = try Schema()
        for document in try fine.documents() { #expect(schema.complaints(of: document, as: "sync --all") == []) }
        #expect(fine.text.contains(#""diary":"a""#) && fine.text.contains(#""diary":"b""#))
        let figures = try String(decoding: FileSystem.read(metrics), as: UTF8.self)
        #expect(figures.contains("diarylog_sync_sent_events{diary=\"a\"} 1\n"), "\(figures)")
        #expect(figures.contains("diarylog_sync_exit_code{diary=\"b\"} 0\n"))
        #expect(try device.shell("stat -c %a \"$0\"", [metrics]).text == "644\n")
        _ = try device.shell("rm -r \"$0\"", [copy("cloud-a")])
        try run("add", "또 하나", of: copy("b")).ends(0)
        try device.run("sync", "--all").ends(7, saying: "1 of 2", printing: "b\tsent 1 event")
        try device.run("sync", "--all", "--diary", copy("a")).ends(2)
        try device.run("sync", "status", "--all").ends(2)
    }

    @Test("a change leaves an exchange behind, unless the settings say no")
    func byItself() throws {
        _ = try pair()
        func objects() throws -> Int { try FileSystem.contents(of: cloud + "/events").count }
        let before = try objects()
        _ = try device.add("저절로 가지 않는다")
        // An exchange that was left behind would be a process of this home.
        let ofHome = "grep -qs \"HOME=$HOME\" $(ls -d /proc/[0-9]*/environ | grep -v /$$/)"
        try device.shell("until_true '! \(ofHome)'", []).ends(0)
        #expect(try objects() == before)
        try device.run("config", "set", "sync.auto", "yes").ends(0)
        _ = try device.add("저절로 간다")
        try eventually("an object more on the remote") { try objects() > before }
    }

    @Test("a diary that takes part in none is told how to; one that takes part in one begins no other")
    func without() throws {
        _ = try device.add("글")
        try device.run("sync").ends(2, saying: "diarylog sync init REMOTE")
        try device.run("sync", "init").ends(2)
        try device.run("sync", "init", copy("none/there"), "--key", key).ends(2)
        try device.run("sync", "init", cloud, "--key", key).ends(0)
        try device.run("sync", "init", copy("other"), "--key", key).ends(2, saying: "diarylog sync leave")
        #expect(try FileSystem.kind(of: copy("other")) == .missing)
        // Without a terminal nobody can be asked for a passphrase.
        try device.run("sync", "leave", "--yes").ends(0)
        try device.run("sync", "init", copy("other")).ends(2)
        #expect(try FileSystem.kind(of: device.diary + "/sync/remote") == .missing)
    }

    @Test("a remote that is gone or empty is 7 and is not made again; what waits is counted")
    func gone() throws {
        _ = try pair()
        try FileSystem.rename(from: cloud, to: copy("away"))
        _ = try device.add("기다리는 글")
        try device.run("sync").ends(7, saying: "1 event waits to be sent")
        #expect(try FileSystem.kind(of: cloud) == .missing)
        try FileSystem.makeDirectory(cloud)
        try device.run("sync").ends(7, saying: "Only diarylog sync init makes a remote")
        #expect(try FileSystem.isEmptyDirectory(cloud))
        try FileSystem.removeEmptyDirectory(cloud)
        try FileSystem.rename(from: copy("away"), to: cloud)
        #expect(try device.run("sync").error == "sent 1 event, received 1\n")
    }

    @Test("another diary's remote is left alone, and another key opens nothing: no empty diary comes of it")
    func foreign() throws {
        _ = try pair()
        let other = try Sandbox()
        _ = try other.add("남의 일기")
        let listing = try FileSystem.contents(of: cloud + "/events")
        try other.run("sync", "init", cloud, "--key", key).ends(3, saying: "another diary lies at")
        #expect(try FileSystem.contents(of: cloud + "/events") == listing)
        try device.run("sync", "join", cloud, copy("third"), "--key", drawKey("wrong")).ends(
            7, saying: "cannot be opened")
        // It is not kept: who comes without one is asked for it.
        #expect(try FileSystem.kind(of: copy("third")) == .missing)
        try device.run("sync", "join", cloud, copy("third")).ends(2, saying: "--key FILE")
        try device.run("sync", "join", cloud, copy("third"), "--key", "/dev/null").ends(2, saying: "AGE-SECRET-KEY-1")
        // The same join, with the right key, goes on.
        try device.run("sync", "join", cloud, copy("third"), "--key", key).ends(0)
        #expect(try run("list", of: copy("third")).text.contains("한강"))
        #expect(try FileSystem.contents(of: device.path).contains { $0.hasSuffix(".joining") } == false)
    }

    @Test(.enabled(if: ExternalProgram("rclone") != nil, "skipped: rclone is not installed"))
    func `a remote behind rclone is begun and joined, and what rclone says is said`() throws {
        _ = try device.add("한강을 걸었다.")
        let settings = copy("rclone.conf")
        try FileSystem.write(Array("[here]\ntype = local\n".utf8).span, to: settings)
        func sync(_ words: String...) throws -> Outcome {
            try device.shell(
                "exec \"$0\" sync \"$@\"", [Sandbox.program] + words, environment: ["RCLONE_CONFIG": settings])
        }
        try sync("init", "rclone:nowhere:diary", "--key", key).ends(7, saying: "didn't find section in config file")
        try sync("init", "rclone:here:" + cloud, "--key", key).ends(0)
        try sync("join", "rclone:here:" + cloud, copy("phone"), "--key", key).ends(0)
        #expect(try run("list", of: copy("phone")).text.contains("한강을 걸었다."))
        try sync("scrub", "rclone:here:" + device.path).ends(0)
    }

    @Test("without age or rclone it is said which line installs them")
    func programs() throws {
        _ = try device.add("글")
        let onlyAge = device.path + "/bin"
        try device.shell("mkdir \"$0\" && ln -s \"$(command -v age)\" \"$0\"", [onlyAge]).ends(0)
        try device.run("sync", "init").ends(2, saying: "remote", without: "go together")
        for (path, remote, name) in [("/nowhere", cloud, "age"), (onlyAge, "rclone:none:diary", "rclone")] {
            try device.shell(
                "PATH=\"$0\" exec \"$@\"", [path, Sandbox.program, "sync", "init", remote, "--key", key]
            ).ends(2, saying: "sudo apt install \(name)")
            #expect(try FileSystem.kind(of: device.diary + "/sync/remote") == .missing)
            #expect(try FileSystem.kind(of: cloud) == .missing, "no folder is left behind")
        }
    }

    @Test("a backup brings where the remote is and the key, and goes on as a device of its own")
    func restored() throws {
        _ = try pair()
        try device.run("backup", copy("backup")).ends(0)
        _ = try device.add("백업 뒤의 글")
        try device.run("sync").ends(0)
        #expect(try run("sync", of: copy("backup")).error == "sent 0 events, received 2\n")
        #expect(try run("list", of: copy("backup")).text.contains("백업 뒤의 글"))
        let mode = try device.shell("stat -c %a \"$0\"/sync \"$0\"/sync/key", [copy("backup")])
        #expect(mode.text == "700\n600\n")
    }

    @Test("check names what is torn or gone, and --repair puts it anew; a status says why the last exchange failed")
    func checking() throws {
        _ = try pair()
        // What the other device wrote is put anew as well, by whoever has it.
        try device.run("sync").ends(0)
        try device.run("sync", "check").ends(0, saying: "every event is in a sound one")
        let events = cloud + "/events"
        let object = try #require(FileSystem.contents(of: events).first)
        var bytes = try FileSystem.read(events + "/" + object)
        bytes[bytes.count / 2] ^= 1
        try FileSystem.write(bytes.span, to: events + "/" + object)
        try device.run("sync", "check").ends(5, saying: object)
        let repaired = try device.run("sync", "check", "--repair", "--json").json()
        #expect(try Schema().complaints(of: repaired, as: "sync") == [])
        #expect(repaired["unreadable"] == .array([]) && repaired["unsent"] == .integer(0))
        #expect(try FileSystem.kind(of: events + "/" + object) == .missing)
        try device.run("sync", "check").ends(0)
        try device.run("sync", "join", cloud, copy("third"), "--key", key).ends(0)
        try FileSystem.rename(from: cloud, to: copy("away"))
        try device.run("sync").ends(7)
        try device.run("sync", "status").ends(0, printing: "the remote was not reached")
        #expect(try device.run("sync", "status", "--json").json()["failure"] == .text("unreachable"))
    }

    @Test("leave takes this device out and leaves diary and remote; init takes part again with the same key")
    func leaving() throws {
        _ = try pair()
        try device.run("sync", "leave").ends(2)
        try device.run("sync", "leave", "--yes").ends(0)
        #expect(try FileSystem.kind(of: device.diary + "/sync") == .missing)
        #expect(try device.count() == 1)
        // With another key nothing is put that the other devices could not open.
        let before = try FileSystem.contents(of: cloud + "/events")
        try device.run("sync", "init", cloud, "--key", drawKey("wrong")).ends(7)
        #expect(try FileSystem.contents(of: cloud + "/events") == before)
        try device.run("sync", "init", cloud, "--key", key).ends(0)
        try device.run("sync").ends(0)
    }

    @Test("watch brings an edit of another device, and takes one of its own there, unasked")
    func watching() throws {
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
        _ = try device.add("암호로 여는 일기")
        // The key is drawn before it is shown: with one that is there, its ending is known to the test.
        try FileSystem.makeDirectory(device.diary + "/sync")
        try device.shell("grep SECRET \"$0\" > \"$1\"", [key, device.diary + "/sync/key"]).ends(0)
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

/// Tests of a device with a key, the folder that it shares with others, and places for their diaries. They exchange
/// when they say so.
class WithDevices {
    let device: Sandbox
    var cloud: String { copy("cloud") }
    var key: String { copy("key") }

    init() throws {
        device = try Sandbox()
        _ = try drawKey("key")
        try device.run("config", "set", "sync.auto", "no").ends(0)
    }

    func copy(_ name: String) -> String { device.path + "/" + name }

    /// Draws a key; the path of its file.
    func drawKey(_ name: String) throws -> String {
        try device.shell("age-keygen 2> /dev/null > \"$0\"", [copy(name)]).ends(0)
        return copy(name)
    }

    /// Writes an entry, and begins to exchange it; its id.
    @discardableResult
    func begin(with text: String = "한강을 걸었다.") throws -> String {
        let id = try device.add(text)
        try device.run("sync", "init", cloud, "--key", key).ends(0)
        return id
    }
}

extension Trait where Self == ConditionTrait {
    /// Tests whose devices have a key of age.
    static var needsAge: ConditionTrait {
        .enabled(if: ExternalProgram("age-keygen") != nil, "skipped: age is not installed")
    }
}
