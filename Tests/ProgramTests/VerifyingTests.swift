/// `verify` from outside: exit codes, the sentence at the end, and the command that it names.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct VerifyingTests {
    private func filled(_ count: Int = 40) throws -> Sandbox {
        let sandbox = try Sandbox()
        let rows = (0..<count).map { "{\"text\":\"entry \($0) 바다\",\"date\":\"2020-01-01\"}" }
        try sandbox.run("import", "-", input: Array(rows.joined(separator: "\n").utf8)).ends(0)
        return sandbox
    }

    @Test func `a sound diary is said to be sound, with what can be run next`() throws {
        let sandbox = try filled()
        let plain = try sandbox.run("verify").ends(0)
        #expect(
            plain.error
                == "the diary is sound: 41 events, 40 entries, nothing is missing or damaged. diarylog verify --deep also proves every hash.\n"
        )
        #expect(plain.text.contains("\nevents\t41\n") || plain.text.hasPrefix("events\t41\n"))
        let deep = try sandbox.run("verify", "--deep")
        #expect(deep.code == 0 && deep.error.hasSuffix("Nothing needs to be done.\n"))
        try sandbox.run("verify", "--at", "e1").ends(2)
        #expect(try sandbox.run("verify", "--lang", "ko").error.hasPrefix("일기장이 온전합니다. 변경 41건"))
    }

    @Test func `damage ends with 5, names each event and row, and what to run`() throws {
        let sandbox = try filled()
        // The text stands in the event and in the row that follows from it.
        try sandbox.damage("entry 7 ")
        try sandbox.run("verify").ends(
            5, saying: "of 41 events, 1 cannot be trusted: e9; tables:", "diarylog verify --repair FROM",
            printing: "finding\te9\tis not what was written\n", "finding\trow 8 of streams\tis not what was written\n")
        let json = try sandbox.run("verify", "--json").ends(5)
        let document = try json.json()
        #expect(try Schema().complaints(of: document, as: "verify") == [])
        #expect(document["damaged"] == .array([.number(UInt64(9))]))
        #expect(document["next"] == .text("diarylog verify --repair FROM"))
        let korean = try sandbox.run("verify", "--lang", "ko")
        #expect(korean.text.contains("finding\tstreams의 행 8\t쓴 그대로가 아닙니다\n"), "\(korean.text)")
    }

    @Test func `a mended diary is made beside the damaged one, from a backup or an export`() throws {
        let sandbox = try filled()
        try sandbox.shell("cp -r \"$0\" \"$0-backup\"", [sandbox.diary]).ends(0)
        let hash = try sandbox.run("replay").line
        let export = try sandbox.run("export", "--events")
        try FileSystem.write(export.output.span, to: sandbox.path + "/events.jsonl")
        try sandbox.damage("entry 7 ")
        let before = try FileSystem.read(sandbox.diary + "/log-000001.mdb")
        for (from, into) in [(sandbox.diary + "-backup", "one"), (sandbox.path + "/events.jsonl", "two")] {
            let new = "\(sandbox.path)/\(into)"
            let outcome = try sandbox.run("verify", "--repair", from, "--into", new)
            #expect(outcome.code == 0 && outcome.line == new, "\(outcome.error)")
            #expect(outcome.error.contains("1 of them from elsewhere"))
            #expect(try sandbox.run("replay", "--diary", new).line == hash)
            try sandbox.run("verify", "--deep", "--diary", new).ends(0)
        }
        try sandbox.shell(
            "\"$0\" verify --repair \"$1-backup\" --into \"$1-third\" >/dev/full", [try Sandbox.program, sandbox.diary]
        ).ends(6, saying: "the change is written")
        let poor = try sandbox.run("verify", "--repair", sandbox.diary, "--json").ends(
            5, saying: "\"code\":\"not-mended\"")
        let document = try poor.json()
        #expect(try Schema().complaints(of: document, as: "verify --repair") == [])
        #expect(document["diary"] == .text(sandbox.diary + "-repaired"))
        #expect(document["holes"] == .array([.number(UInt64(9))]))
        #expect(try FileSystem.read(sandbox.diary + "/log-000001.mdb") == before)
        try sandbox.run("verify", "--repair", sandbox.diary).ends(2)
        try sandbox.run("verify", "--into", "x").ends(2)
        try sandbox.run("verify", "--deep", "--salvage").ends(2)
    }

    @Test func `a diary that cannot be opened any more is salvaged out of its pages`() throws {
        let sandbox = try filled()
        let hash = try sandbox.run("replay").line
        let file = sandbox.diary + "/log-000001.mdb"
        var bytes = try FileSystem.read(file)
        // Both of LMDB's meta pages: nothing leads to any tree.
        for index in 0..<8192 { bytes[index] = 0 }
        try FileSystem.write(bytes.span, to: file)
        try sandbox.run("list").ends(5)
        let outcome = try sandbox.run("verify", "--salvage", "--json").ends(0)
        let document = try outcome.json()
        #expect(try Schema().complaints(of: document, as: "verify --repair") == [])
        #expect(document["events"] == .number(UInt64(41)))
        let new = sandbox.diary + "-salvaged"
        #expect(try sandbox.run("replay", "--diary", new).line == hash)
        try sandbox.run("verify", "--deep", "--diary", new).ends(0)
        #expect(try FileSystem.read(file) == bytes)
    }

    @Test func `where pages of LMDB's are broken, all that can be reached is checked, and the rest salvaged`() throws {
        let sandbox = try filled(400)
        let hash = try sandbox.run("replay").line
        let file = sandbox.diary + "/log-000001.mdb"
        var bytes = try FileSystem.read(file)
        let wanted = Array("entry 30 ".utf8)
        for page in stride(from: 8192, to: bytes.count, by: 4096) {
            let own = bytes[page..<page + 4096]
            guard own.indices.contains(where: { own[$0...].starts(with: wanted) }) else { continue }
            for index in page..<page + 16 { bytes[index] = 0 }
        }
        try FileSystem.write(bytes.span, to: file)
        let outcome = try sandbox.run("verify").ends(
            5, printing: "finding\te32\tis missing\n", "finding\tthe table log\tis not what was written\n")
        #expect(!outcome.text.contains("finding\te300\t"))
        #expect(outcome.error.contains("diarylog verify --salvage"), "\(outcome.error)")
        #expect(try sandbox.run("verify", "--json").json()["next"] == .text("diarylog verify --salvage"))
        // What goes through the whole log does not lead LMDB there: that would end the program.
        let repair = ["verify", "--repair", sandbox.diary, "--into", sandbox.path + "/new"]
        let replays = [["replay"], ["replay", "--check"]]
        for command in [["engine", "compact"], ["engine", "rebuild"], ["backup", sandbox.path + "/safe"], repair]
            + replays
        {
            try sandbox.run(command).ends(5, saying: "verify --salvage", without: "was stopped")
        }
        try sandbox.run("verify", "--salvage").ends(0)
        #expect(try sandbox.run("replay", "--diary", sandbox.diary + "-salvaged").line == hash)
    }

    @Test func `a salvage takes away what a killed one left`() throws {
        let sandbox = try filled(1200)
        let new = sandbox.diary + "-salvaged"
        let left = sandbox.path + "/.diary-salvaged.salvaging-dead01"
        try FileSystem.makeDirectory(left + "/log", withParents: true)
        try FileSystem.write([1].span, to: left + "/lock")
        try sandbox.run("verify", "--salvage").ends(0)
        #expect(try FileSystem.kind(of: new) == .directory)
        #expect(try FileSystem.kind(of: left) == .missing)
        let beside = try FileSystem.contents(of: sandbox.path).filter { $0.contains("salvaging") }
        #expect(beside == [])
    }

    @Test func `a reader that stands still is named with its process, and so is one that was killed`() throws {
        let sandbox = try filled(600)
        // A process is stopped at some moment of as long as one takes here, until one is stopped while it reads. Of the
        // dead LMDB knows only while another process has the file open.
        let outcome = try sandbox.shell(
            """
            readers() { "$0" verify 2>>"$BOX/words" | grep "^reader" | sed "s/$first/FIRST/; s/$child/CHILD/" | sort; }
            whole=$(duration "$0" verify --deep)
            turn=0
            stopped() {
                "$0" verify --deep >>"$BOX/words" 2>&1 & child=$!
                turn=$((turn + 1)); pause $((whole * (turn * 37 % 100) / 100)); kill -STOP $child 2>>"$BOX/words"
                readers | grep -q "CHILD.0$" && return
                kill -KILL $child; wait $child
                return 1
            } 2>>"$BOX/words"
            stop() { until_true stopped; }
            first=none; stop; first=$child; child=none
            for n in {1..100}; do "$0" add "$n" >>"$BOX/words" 2>&1; done
            readers
            stop
            kill -KILL $first; wait $first 2>>"$BOX/words"
            readers
            readers
            kill -KILL $child
            """, [try Sandbox.program])
        #expect(
            outcome.text == "reader\tFIRST\t100\tslow\nreader\tCHILD\t0\nreader\tFIRST\tdead\nreader\tCHILD\t0\n",
            "\(outcome.error)")
    }
}
