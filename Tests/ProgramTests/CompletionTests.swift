/// What the shells offer at the tabulator: asked of bash, zsh and fish themselves.

import DiarylogHost
import DiarylogTestSupport
import Testing
import diarylog

@Suite(.timed) struct CompletionTests {
    /// A place whose PATH has the program, and a script of each shell that is there.
    private func sandbox() throws -> (sandbox: Sandbox, id: String, other: String) {
        let sandbox = try Sandbox()
        try FileSystem.makeDirectory(sandbox.path + "/bin")
        _ = try sandbox.shell("ln -s \"$0\" \"$HOME/bin/diarylog\"", [try Sandbox.program])
        for shell in ["bash", "zsh", "fish"] {
            let script = try sandbox.run("help", "--completions", shell)
            try FileSystem.write(script.output.span, to: "\(sandbox.path)/\(shell).completions")
        }
        let id = try sandbox.add("산에 올랐다: 높이 '1,950' 미터", "--tag", "산책", "--tag", "x $(touch hacked) y")
        _ = try sandbox.run(["config", "set", "diaries.work", sandbox.path + "/work"])
        let other = try sandbox.run(["add", "회의", "--diary", "work", "--tag", "일"]).line
        return (sandbox, id, other)
    }

    /// Whether a shell is there; says so aloud if not.
    private func has(_ shell: String) throws -> Bool {
        if try FileSystem.kind(of: "/usr/bin/\(shell)") != .missing { return true }
        print("skipped: no \(shell) to complete in")
        return false
    }

    private func environment(_ sandbox: Sandbox) -> [String: String] {
        ["PATH": "\(sandbox.path)/bin:/usr/bin:/bin", "TERM": "xterm", "XDG_CONFIG_HOME": sandbox.path + "/.config"]
    }

    /// What bash would offer behind these words, of which the last is being typed.
    private func bash(_ words: [String], _ sandbox: Sandbox) throws -> [String] {
        let script = """
            source "$HOME/bash.completions"
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _diarylog diarylog "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try sandbox.shell(script, ["bash"] + words, environment: environment(sandbox))
        #expect(run.error.isEmpty, "\(run.error)")
        return run.text.split(separator: "\n").map(String.init)
    }

    /// Types on a terminal of a shell that has the completions: what its screen got, once it has all of `expected`.
    ///
    /// Python has terminals, and is there wherever this is built. The word that tells that the shell is ready stands
    /// there in two parts, as the screen shows what is typed as well.
    private func typed(_ line: String, in shell: String, _ sandbox: Sandbox, until expected: String...) throws -> String
    {
        let driver = """
            import os, pty, select, signal, struct, sys, termios, time, fcntl
            def heard(fd, wanted):
                told, end = b"", time.time() + 120
                while time.time() < end and not all(word in told for word in wanted):
                    if not select.select([fd], [], [], 0.5)[0]: continue
                    try: told += os.read(fd, 65536)
                    except OSError: break
                return told
            shells = {"bash": ["bash", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "--no-config", "-i"]}
            before = {"zsh": "PS1=; autoload -U compinit; compinit -u -d $HOME/dump; LISTMAX=0; "}
            shell = sys.argv[1]
            pid, fd = pty.fork()
            if pid == 0: os.execvp(shell, shells[shell])
            fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
            os.write(fd, (before.get(shell, "") + "source ~/%s.completions; echo REA''DY\\r" % shell).encode())
            heard(fd, [b"READY"])
            os.write(fd, sys.argv[2].encode())
            sys.stdout.buffer.write(heard(fd, [word.encode() for word in sys.argv[3:]]))
            os.kill(pid, signal.SIGKILL)
            """
        try FileSystem.write(Array(driver.utf8).span, to: sandbox.path + "/driver.py")
        return try sandbox.shell(
            "python3 -B \"$HOME/driver.py\" \"$@\"", ["python3", shell, line] + expected,
            environment: environment(sandbox)
        ).text
    }

    @Test("bash offers ids, tags, diaries and templates, and nothing of them is run")
    func inBash() throws {
        let (sandbox, id, other) = try sandbox()
        let short = String(id.prefix(8))
        #expect(try bash(["diarylog", "show", ""], sandbox) == [short])
        #expect(try bash(["diarylog", "show", String(short.prefix(3))], sandbox) == [short])
        #expect(try bash(["diarylog", "show", "--diary", "work", ""], sandbox) == [String(other.prefix(8))])
        #expect(try bash(["diarylog", "--diary", "work", "show", ""], sandbox) == [String(other.prefix(8))])
        #expect(try bash(["diarylog", "list", "--tag", ""], sandbox) == ["x\\ \\$\\(touch\\ hacked\\)\\ y", "산책"])
        #expect(try bash(["diarylog", "list", "--tag", "산"], sandbox) == ["산책"])
        #expect(try bash(["diarylog", "list", "--tag", "=", "산"], sandbox) == ["산책"])
        #expect(try bash(["diarylog", "list", "--tag", "="], sandbox) == ["x\\ \\$\\(touch\\ hacked\\)\\ y", "산책"])
        #expect(try bash(["diarylog", "list", "--tag", "x\\ "], sandbox) == ["x\\ \\$\\(touch\\ hacked\\)\\ y"])
        #expect(try bash(["diarylog", "list", "--tag", "\"x"], sandbox) == ["x \\$(touch hacked) y"])
        #expect(try bash(["diarylog", "list", "--tag", "'x"], sandbox) == ["x $(touch hacked) y"])
        #expect(try bash(["diarylog", "his"], sandbox) == ["history"])
        #expect(try bash(["diarylog", "list", "--no"], sandbox) == ["--not-tag", "--no-pager"])
        #expect(try bash(["diarylog", "list", "--diary", ""], sandbox) == ["work"])
        #expect(try bash(["diarylog", "sync", "key", "r"], sandbox) == ["rotate"])
        #expect(try bash(["diarylog", "sync", "devices", ""], sandbox) == ["list", "rename", "strike", "take"])
        #expect(try bash(["diarylog", "config", "set", "lang", ""], sandbox).sorted() == ["en", "ko"])
        #expect(try bash(["diarylog", "config", "set", "pl"], sandbox) == ["places."])
        #expect(try bash(["diarylog", "conflicts", "@1", "--keep", ""], sandbox) == ["all"])
        try FileSystem.makeDirectory(sandbox.path + "/.config/diarylog/templates")
        try FileSystem.write(Array("x".utf8).span, to: sandbox.path + "/.config/diarylog/templates/아침.md")
        _ = try sandbox.shell("mkfifo \"$0\"/.config/diarylog/templates/pipe.md", [sandbox.path])
        #expect(try bash(["diarylog", "add", "--template", ""], sandbox) == ["아침"])
        #expect(try sandbox.shell("find \"$HOME\" -name hacked; find . -name hacked", []).output.isEmpty)
    }

    @Test(
        "each shell offers ids and tags on its screen, and Korean words come whole", arguments: ["bash", "zsh", "fish"])
    func onScreen(shell: String) throws {
        guard try has(shell) else { return }
        let (sandbox, id, other) = try sandbox()
        let second = try sandbox.add("바다에 갔다")
        var expected = [id, second].map { String($0.prefix(8)) }
        // bash has nothing to say of a word.
        if shell != "bash" { expected += ["산에 올랐다: 높이 '1,950' 미터", "바다에 갔다"] }
        // bash completes what the ids have in common first, and lists them when it has nothing to add.
        let tabs = shell == "bash" ? "\t\t\t" : "\t\t"
        let screen = try typed("diarylog show " + tabs, in: shell, sandbox, until: expected[0], expected[1])
        for word in expected { #expect(screen.contains(word), "\(screen)") }
        let tag = try typed("diarylog list --tag 산\t", in: shell, sandbox, until: "산책")
        #expect(tag.contains("산책"), "\(tag)")
        let named = try typed("diarylog --diary work show \t", in: shell, sandbox, until: String(other.prefix(8)))
        #expect(named.contains(other.prefix(8)), "\(named)")
        #expect(try sandbox.shell("find \"$HOME\" -name hacked", []).output.isEmpty)
    }

    @Test("what is offered has a day and a title, a number, or what an operation was, in the reader's language")
    func words() throws {
        let (sandbox, id, _) = try sandbox()
        func offered(_ words: String..., language: String = "C.UTF-8") throws -> [String] {
            let asked = ["---completion", "fish", "\(words.count)", "diarylog"] + words
            let lines = try sandbox.run(asked, environment: ["LANG": language]).text.split(separator: "\n").map(
                String.init)
            #expect(lines.first == "words")
            return Array(lines.dropFirst())
        }
        let entries = try offered("show", "")
        #expect(entries.count == 1 && entries[0].hasPrefix(id.prefix(8) + "\t2"))
        #expect(entries.first?.hasSuffix(" 산에 올랐다: 높이 '1,950' 미터") == true)
        #expect(try offered("list", "--tag", "") == ["x $(touch hacked) y\t1 entry", "산책\t1 entry"])
        #expect(try offered("list", "--on", "", language: "ko_KR.UTF-8")[0].hasPrefix("오늘\t"))
        #expect(try offered("undo", "--operation", "")[0].hasPrefix("e2\t"))
        #expect(try offered("restore", "") == [])
        _ = try sandbox.run("delete", id, "--yes")
        #expect(try offered("restore", "").count == 1)
        #expect(try offered("show", "") == [])
    }

    @Test("commands and options are offered with what they are for, in the reader's language")
    func commands() throws {
        let sandbox = try Sandbox()
        func offered(_ words: String..., language: String = "en") throws -> [String] {
            let asked = ["---completion", "fish", "\(words.count)", "diarylog"] + words
            return try sandbox.run(asked, environment: ["LANG": language]).text.split(separator: "\n").map(String.init)
        }
        let commands = try offered("")
        #expect(
            commands.first == "words"
                && Set(commands.dropFirst().map { $0.prefix { $0 != "\t" } }).count == commands.count - 1)
        #expect(commands.contains("list\tList the entries, newest date first.") && commands.contains("engine"))
        #expect(
            try offered("files", "").dropFirst().prefix(3).map { $0.prefix { $0 != "\t" } } == [
                "add", "remove", "save",
            ])
        #expect(try offered("engine", "reb").contains { $0.hasPrefix("rebuild\t") })
        #expect(try offered("--quiet", "--diary", "x", "", language: "ko").contains("list\t일기 목록을 새로운 날짜부터 보입니다."))
        #expect(try offered("list", "--reverse", "--").contains("--deleted\tThe deleted entries instead."))
        #expect(try !offered("list", "--reverse", "--").contains { $0.hasPrefix("--reverse") })
        #expect(try offered("--").contains("--date-style\tDates on screen: long or numeric."))
        #expect(try offered("list", "--sort", "") == ["words", "date", "created", "modified"])
        #expect(try offered("list", "--color=") == ["words", "--color=auto", "--color=always", "--color=never"])
        #expect(try offered("import", "") == ["files"])
        #expect(try offered("backup", "") == ["folders"])
        #expect(try offered("nonsense", "") == ["words"])
    }

    @Test("where there is no diary, or a damaged one, nothing is offered, said or made")
    func nothing() throws {
        let sandbox = try Sandbox()
        let asked = ["---completion", "bash", "2", "diarylog", "show", ""]
        let none = try sandbox.run(asked)
        #expect(none.code == 0 && none.line == "words" && none.error.isEmpty)
        #expect(try FileSystem.kind(of: sandbox.diary) == .missing)
        _ = try sandbox.add("하나")
        #expect(try sandbox.run(asked).text.split(separator: "\n").last?.count == 8)
        let file = sandbox.diary + "/log-000001.mdb"
        var bytes = try FileSystem.read(file)
        for index in bytes.indices where index >= 32 { bytes[index] = 0xA5 }
        try FileSystem.write(bytes.span, to: file, mode: 0o600)
        let damaged = try sandbox.run(asked)
        #expect(damaged.code == 0 && damaged.line == "words" && damaged.error.isEmpty, "\(damaged)")
        for asked in [[], ["nonsense"], ["bash", "x", "diarylog"], ["bash", "9", "diarylog"], ["fish", "1"]] {
            let reply = try sandbox.run(["---completion"] + asked)
            #expect(reply.code == 0 && reply.error.isEmpty, "\(asked)")
        }
    }
}
