/// The ways in which jrnl 4.6 loses what was written, tried on it one by one. None of them is a way here: each test
/// goes it with `jrnl-diarylog`, or with the command of ours that does the same.

import DiarylogTestSupport
import Interchange
import Testing

@Suite("what jrnl loses", .timed) struct JrnlLossTests {
    @Test("1: entries written at the same time are all there")
    func atOnce() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl("j first")
        let outcome = try sandbox.jrnl("for n in $(seq 20); do j \"entry $n\" & done; wait; j --short | wc -l")
        #expect(outcome.line == "21", "\(outcome.error)")
    }

    @Test("2: an entry written while an editor is open on others is there, and so is what was edited")
    func whileEditing() throws {
        let sandbox = try Sandbox()
        try sandbox.write("\"$HOME/jrnl-diarylog\" meanwhile 2>/dev/null\nsed -i s/One/Two/ \"$1\"\n", to: "edit.sh")
        let outcome = try sandbox.jrnl(
            "j 2020-07-01 10:00: One; j --config-override editor \"sh $HOME/edit.sh\" --edit; j --short | cut -d' ' -f3"
        )
        #expect(outcome.line == "Two\nmeanwhile", "\(outcome.error)")
    }

    @Test("3: an entry that was changed elsewhere while it was edited is not written over, and the text is kept")
    func changedMeanwhile() throws {
        let sandbox = try Sandbox()
        try sandbox.write("\"$PROGRAM\" --quiet edit @1 --text theirs >&2\nsed -i s/One/mine/ \"$1\"\n", to: "edit.sh")
        let outcome = try sandbox.jrnl(
            "j 2020-07-01 10:00: One; j --config-override editor \"sh $HOME/edit.sh\" --edit",
            environment: ["PROGRAM": try Sandbox.program])
        #expect(outcome.code == 3)
        #expect(try sandbox.run("show", "@1").text == "theirs")
        let kept = try sandbox.shell("cat \"$HOME\"/.local/state/diarylog/drafts/*/entry.md", [])
        #expect(kept.text.contains("mine"), "\(outcome.error)")
    }

    @Test("4: another time format changes no date")
    func timeFormat() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl("j '2020-07-01 10:20: One'; j '2020-07-02 11:30: Two'")
        for format in ["%d.%m.%Y", "%H:%M", "week", "%Y-%m-%d %H:%M"] {
            try sandbox.writeJrnlSettings(timeFormat: format)
            _ = try sandbox.jrnl("j 'more'; j -n 9 --config-override editor 'sed -i s/One/One/' --edit")
        }
        let outcome = try sandbox.jrnl("j -to 2021-01-01 --short")
        #expect(outcome.line == "2020-07-01 10:20 One\n2020-07-02 11:30 Two", "\(outcome.error)")
    }

    @Test(
        "5: a filter that cannot be read deletes nothing",
        arguments: ["-on 2024-13-45", "-from 'gibberish date'", "-to 2024-02-30", "-month 13", "-day 32", "-year x"])
    func unreadableFilter(filter: String) throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.jrnl("j One; yes y | j \(filter) --delete")
        #expect(outcome.code == 2)
        #expect(try sandbox.count() == 1)
    }

    @Test("6: a line of a body that looks like an entry stays a line, through editing and export")
    func datesInBodies() throws {
        let sandbox = try Sandbox()
        let text = "Title\n[2019-05-01 10:00] not an entry\n [2019-05-02 10:00] nor this\n[yesterday at noon] nor that"
        let outcome = try sandbox.jrnl(
            "printf '%s' \"$1\" | j; j --config-override editor 'sed -i s/Title/Head/' --edit", [text])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try sandbox.run("show", "@1").text == "Head" + text.dropFirst(5))
        try sandbox.write(try sandbox.jrnl("j --format txt").text, to: "out.txt")
        _ = try sandbox.jrnl("j work --import --file out.txt")
        #expect(try sandbox.jrnl("j work --short | wc -l").line == "1")
    }

    @Test("7: a date that cannot be is refused, and never filed as now")
    func impossibleDate() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.jrnl("j '2024-02-30: x'").code == 2)
        #expect(try sandbox.jrnl("j '25:70: x'").code == 2)
        #expect(try sandbox.jrnl("j --short | wc -l").line == "0")
    }

    @Test("8: seconds and zones of a date stay")
    func zones() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.jrnl(
            "j '2026-11-01T15:55:31-04:00: x'; j --config-override editor 'sed -i s/x/y/' --edit")
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try sandbox.run("show", "@1").text == "y")
        #expect(try sandbox.run("show", "@1", "--json").json()["date"] == .text("2026-11-01T15:55:31-04:00"))
    }

    @Test("9: what was deleted comes back, by question, in the editor, and all at once")
    func deletedComesBack() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl("j '2020-07-01 10:00: One'; j '2020-07-02 10:00: Two'")
        for script in ["yes y | j --delete", "j --config-override editor 'sed -i 1,2d' --edit"] {
            #expect(try sandbox.jrnl(script).code == 0)
            #expect(try sandbox.count() < 2, "\(script)")
            #expect(try sandbox.run("undo").code == 0)
            #expect(try sandbox.count() == 2, "\(script)")
        }
    }

    @Test("9b: an entry that was taken out and one that was typed are two, and share nothing")
    func takenOutAndTyped() throws {
        let sandbox = try Sandbox()
        let id = try sandbox.add("One", "--date", "2020-07-01T10:00", "--tag", "given", "--star")
        _ = try sandbox.add("Two", "--date", "2020-07-02T10:00")
        try sandbox.write("sed -i 1,2d \"$1\"; printf '\\n[2020-07-05 10:00] Three\\n' >>\"$1\"\n", to: "edit.sh")
        let outcome = try sandbox.jrnl("j --config-override editor \"sh $HOME/edit.sh\" --edit")
        #expect(outcome.error.contains("1 entry added\n1 entry deleted\n"), "\(outcome.error)")
        #expect(try sandbox.run("list", "--deleted").text.hasPrefix(id))
        #expect(try sandbox.run("show", "@1", "--json").json()["tags"] == .array([]))
    }

    @Test("9c: two thousand entries in one editor are read back at once, and only the changed one is written")
    func many() throws {
        let sandbox = try Sandbox()
        let file = (0..<2000).map { "[2020-07-01 10:00] entry \($0)\nbody\n" }.joined(separator: "\n")
        try sandbox.write(file, to: "in.txt")
        let outcome = try sandbox.jrnl(
            "j --import --file in.txt; j --config-override editor \"sed -i 's/entry 1999/changed/'\" --edit")
        #expect(
            outcome.code == 0 && outcome.error.hasSuffix("2000 entries found\n1 entry modified\n"), "\(outcome.error)")
    }

    @Test("10: an editor that leaves nothing deletes nothing")
    func emptied() throws {
        let sandbox = try Sandbox()
        for editor in ["truncate -s 0", "sed -i s/.*//", "rm -f"] {
            let outcome = try sandbox.jrnl("j One; j --config-override editor '\(editor)' --edit")
            #expect([1, 2].contains(outcome.code), "\(editor): \(outcome.error)")
        }
        #expect(try sandbox.count() == 3)
    }

    @Test("11: a date that was broken in the editor does not swallow its entry, and the text is kept")
    func brokenDate() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.jrnl(
            """
            j '2020-07-01 10:00: One'; j '2020-07-02 10:00: Two'
            j --config-override editor "sed -i 's/2020-07-02/2020-07-32/; s/One/Three/'" --edit
            """)
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("line 3"), "\(outcome.error)")
        #expect(try sandbox.jrnl("j --short").line == "2020-07-01 10:00 One\n2020-07-02 10:00 Two")
        #expect(try sandbox.shell("cat \"$HOME\"/.local/state/diarylog/drafts/*/entry.md", []).text.contains("Three"))
    }

    @Test("12: a kill in the middle of writing leaves what was there, whole")
    func killed() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl("j One; j Two")
        // Each a little later than the one before, to the end of as long as one takes here.
        _ = try sandbox.jrnl(
            """
            whole=$(duration j Three)
            for n in $(seq 15); do
              j "entry $n" & process=$!; pause $((whole * n / 15)); kill -9 $process 2>/dev/null; wait $process
            done
            """)
        #expect(try sandbox.run("verify").code == 0)
        #expect(try sandbox.jrnl("j --short | grep -cE ' (One|Two)$'").line == "2")
    }

    @Test("13: bytes that are not UTF-8 are refused, not replaced")
    func notUTF8() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.jrnl("printf 'caf\\351\\n' | j")
        #expect(outcome.code == 2)
        #expect(try sandbox.jrnl("printf '[2020-07-01 10:00] caf\\351\\n' | j --import").code == 2)
        #expect(try sandbox.jrnl("j --short | wc -l").line == "0")
    }

    @Test("14: text above the first date of a file is no entry of today, and is named")
    func textAbove() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.jrnl("printf 'By hand\\n[2020-07-01 10:00] One\\n' | j --import")
        #expect(outcome.code == 2 && outcome.error.contains("line 1") && outcome.error.contains("By hand"))
        #expect(try sandbox.jrnl("j --short | wc -l").line == "1")
    }

    @Test("15: an import twice is once, and two equal entries of a file stay two")
    func importTwice() throws {
        let sandbox = try Sandbox()
        try sandbox.write("[2020-07-01 10:00] One\n\n[2020-07-01 10:00] One\n", to: "in.txt")
        #expect(try sandbox.jrnl("j --import --file in.txt; j --import --file in.txt; j --short | wc -l").line == "2")
    }

    @Test(
        "16: a text from a pipe stays byte for byte: indents, blanks at ends, backslashes, line ends of Windows",
        arguments: [
            "Title\n    indented\n\ttab", "Title\n\n\n   first line of the body", "C:\\new\\table", "Title  \nbody   ",
            "one\r\ntwo\r\n", "**bold** and *so*", "a\u{301} \u{1100}\u{1161}", "Title\n* a\n* b",
        ])
    func bytes(text: String) throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.jrnl("printf '%s' \"$1\" | j", [text])
        #expect(outcome.code == 0, "\(outcome.error)")
        let whole = text.hasSuffix("\r\n") ? String(text.dropLast()) : text
        #expect(try sandbox.run("show", "@1").output == Array(whole.utf8))
        // Changing another entry in the same buffer changes nothing of it.
        _ = try sandbox.jrnl("j other; j --config-override editor 'sed -i s/other/else/' --edit")
        #expect(try sandbox.run("show", "@2").output == Array(whole.utf8))
    }

    @Test("17: an export writes over nothing in a folder, and two entries of one day and title are two files")
    func exports() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl(
            "j '2020-07-01 10:00: One. a'; j '2020-07-01 11:00: One. b'; mkdir mine; echo x >mine/a.txt")
        #expect(try sandbox.jrnl("j --format txt --file mine").code != 0)
        #expect(try sandbox.file("mine/a.txt") == "x\n")
        #expect(try sandbox.jrnl("mkdir new; j --format txt --file new && cat new/* | grep -c '^[ab]$'").line == "2")
    }

    @Test("18: a star takes no sign of the text with it")
    func stars() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl(
            "j '2020-07-01 10:00: **Bold** start'; j '2020-07-02 10:00: The end is **so**'; j '2020-07-03 10:00: 2 * 3 * 4'"
        )
        #expect(
            try sandbox.jrnl("j --short | cut -d' ' -f3-; j -starred --short").line
                == "**Bold** start\nThe end is **so**\n2 * 3 * 4")
    }

    @Test("19: a damaged byte costs one entry, and is named")
    func damage() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.jrnl("for n in $(seq 40); do j \"2020-07-01 10:00: entry number $n\"; done")
        let script = """
            file=$(ls "$DIARYLOG_DIARY"/*.mdb "$DIARYLOG_DIARY"/*/*.mdb 2>/dev/null | head -1)
            place=$(grep -abo 'entry number 17' "$file" | head -1 | cut -d: -f1)
            printf 'X' | dd of="$file" bs=1 seek="$place" conv=notrunc 2>/dev/null
            """
        #expect(try sandbox.shell(script, []).code == 0)
        let outcome = try sandbox.jrnl("j --short | grep -c 'entry number'")
        #expect((Int(outcome.line) ?? 0) >= 39, "\(outcome.text)\(outcome.error)")
    }

    @Test("20: a disk that is full is said, and leaves what was there")
    func fullDisk() throws {
        let sandbox = try Sandbox()
        guard let disk = try sandbox.mountSmallDisk() else { return }
        defer { sandbox.unmount(disk) }
        let surroundings = ["DIARYLOG_DIARY": disk + "/diary"]
        _ = try sandbox.jrnl("j One", environment: surroundings)
        let outcome = try sandbox.jrnl("head -c 700000 /dev/urandom | base64 | j", environment: surroundings)
        #expect(outcome.code == 6)
        #expect(try sandbox.jrnl("j --short | cut -d' ' -f3", environment: surroundings).line == "One")
    }
}
