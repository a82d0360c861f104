import DiarylogTestSupport
import Foundation
import Testing

extension PageTests {
    /// The program `diarylog-web` itself: where it listens, for whom, and how it ends.
    @Suite struct Runs {
        @Test func `a diary has the same address from run to run, also after a kill, until a new token is asked for`()
            throws
        {
            let diary = try Diary.sample()
            let first = try WebServer(diary, port: nil, token: nil)
            #expect(first.token.wholeMatch(of: /[0-9a-f]{64}/) != nil)
            first.kill()
            let second = try WebServer(diary, port: nil, token: nil)
            #expect(second.address == first.address)
            #expect(try second.end() == 0)
            let third = try WebServer(diary, port: nil, token: nil, options: ["--new-token"])
            #expect(third.port == first.port && third.token != first.token)
            #expect(try third.end() == 0 && third.said == "")
            let other = try WebServer(Diary.sample(), port: nil, token: nil)
            #expect(other.token != third.token)
        }

        @Test func `a port that another program has gives way to the next, for good, and that is said`() throws {
            let diary = try Diary.sample()
            let first = try WebServer(diary, port: nil, token: nil)
            let own = first.port
            first.kill()
            let squatter = try WebServer(Diary.sample(), port: own)
            let moved = try WebServer(diary, port: nil, token: nil)
            #expect(moved.port != own && moved.token != first.token)
            #expect(moved.said.contains("Another program has port \(own)") && moved.said.contains("hint: "))
            moved.kill()
            squatter.kill()
            let later = try WebServer(diary, port: nil, token: nil)
            #expect(later.address == moved.address && later.said == "")
        }

        @Test func `a second run beside the first is at the next port, this time`() throws {
            let diary = try Diary.sample()
            let first = try WebServer(diary, port: nil, token: nil)
            let second = try WebServer(diary, port: nil, token: nil, options: ["--lang", "ko"])
            #expect(second.port != first.port && second.said.contains("이미 \(first.port)번 포트에"))
            second.kill()
            first.kill()
            let third = try WebServer(diary, port: nil, token: nil)
            #expect(third.address == first.address)
        }

        @Test func `where nothing can be kept, that is said, and the page is there all the same`() throws {
            let server = try WebServer(
                Diary.sample(), port: nil, token: nil, environment: ["XDG_STATE_HOME": "/proc/none"])
            #expect(server.said.contains("The address cannot be kept"))
            #expect(try server.ask("GET", "/api/state").status == 200)
        }

        @Test func `a signal ends it at once, with streams open and a body half sent`() throws {
            for signal in [SIGTERM, SIGINT] {
                // Nothing but the signal ends a request within the time that a test waits.
                let server = try WebServer(Diary.sample(), options: ["--patience", "3600"])
                let streams = try (0..<20).map { _ in
                    let wire = try Wire(port: server.port)
                    wire.send(server.request("GET", "/api/live") + "\r\n")
                    return wire
                }
                for stream in streams { _ = stream.read() { $0.contains("event: head") } }
                let half = try Wire(port: server.port)
                let body = "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
                half.send(server.request("POST", "/api/undo") + body)
                #expect(try server.end(signal) == 0)
                #expect(streams.allSatisfy { $0.read().closed })
            }
        }

        @Test func `a socket is its owner's alone, and gone at the end`() throws {
            let diary = try Diary.sample()
            let path = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
            let program = try Programs.path("diarylog-web")
            let script = """
                socket=$2; trap 'kill $server 2> /dev/null' EXIT
                "$0" --diary "$1" --socket "$2" & server=$!
                until_true '[ -S "$socket" ]'
                stat -c %a "$2"
                "$0" --diary "$1" --socket "$2" 2> /dev/null; echo $?
                curl -s --unix-socket "$2" -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $3" http://localhost/api/state
                kill $server; wait $server; echo $?
                [ -e "$2" ] && echo left || echo gone
                "$0" --diary "$1" --socket "$2" > /dev/null & server=$!
                until_true '[ -S "$socket" ]'
                kill -9 $server; wait $server 2> /dev/null
                "$0" --diary "$1" --socket "$2" > /dev/null & server=$!
                until_true 'curl -s --unix-socket "$socket" -o /dev/null http://localhost/'
                curl -s --unix-socket "$2" -o /dev/null -w '%{http_code}\\n' http://localhost/
                kill $server; wait $server
                echo file > "$2"
                "$0" --diary "$1" --socket "$2" 2> /dev/null; echo $?
                cat "$2"; rm "$2"
                """
            let said = try Programs.run(
                "/bin/bash", ["-c", untilTrue + script, program, diary.folder, path, WebServer.token],
                environment: ["DIARYLOG_WEB_TOKEN": WebServer.token])
            let lines = said.split(separator: "\n").filter { !$0.hasPrefix("unix:") }.map(String.init)
            #expect(lines == ["600", "3", "200", "0", "gone", "200", "6", "file"])
        }

        @Test func `it says why it cannot begin, in both languages`() throws {
            let diary = try Diary.sample()
            let taken = try WebServer(diary)
            let cases: [(options: [String], environment: [String: String], code: Int, words: String)] = [
                (["--diary", diary.folder, "--port", String(taken.port)], [:], 6, "another program has it"),
                (["--diary", diary.folder, "--port", String(taken.port), "--lang", "ko"], [:], 6, "다른 프로그램이"),
                (["--diary", diary.folder, "--host", "0.0.0.0"], [:], 3, "others could connect"),
                (["--diary", diary.folder, "--host", "192.0.2.7", "--lang", "ko"], [:], 3, "다른 사람도"),
                (["--diary", diary.folder + "-none"], [:], 3, "cannot be opened"),
                ([], [:], 2, "no diary was named"),
                (["--bogus"], [:], 2, "--bogus"),
                (["--diary", diary.folder], ["DIARYLOG_WEB_TOKEN": "short"], 2, "64 hexadecimal"),
                (["--diary", diary.folder, "--patience", "0"], [:], 2, "patience"),
            ]
            for (options, environment, code, words) in cases {
                let said = try Programs.run(
                    "/bin/bash",
                    ["-c", "\"$0\" \"$@\" 2>&1; echo \"code $?\"", Programs.path("diarylog-web")] + options,
                    environment: environment)
                #expect(said.contains(words) && said.hasSuffix("code \(code)\n"), "\(options): \(said)")
                #expect(said.contains("hint: ") || said.contains("도움말: "), "\(said)")
            }
        }

        /// A browser that is a snap reads neither /run nor /tmp, and of its owner's home what is not hidden.
        @Test(arguments: [false, true])
        func `the browser is led by a file of its owner, and no command line has the token`(isSnap: Bool) throws {
            let diary = try Diary.sample()
            let folder = FileManager.default.temporaryDirectory.appending(path: "open-\(UUID().uuidString)").path
            let script = """
                folder=$2; trap 'kill $server 2> /dev/null' EXIT; mkdir -p "$2/bin"
                printf '#!/bin/bash\\necho "$1" > "%s/asked"; stat -c %%a "$1" >> "%s/asked"; cat "$1" > "%s/page"' "$2" "$2" "$2" > "$2/bin/xdg-open"
                chmod +x "$2/bin/xdg-open"
                \(isSnap ? "mkdir $2/snap; export HOME=$2 TMPDIR=/tmp XDG_RUNTIME_DIR=/tmp" : "export TMPDIR=$2 XDG_RUNTIME_DIR=")
                PATH="$2/bin:$PATH" "$0" --diary "$1" --open > "$2/address" & server=$!
                until_true '[ -s "$folder/page" ]'
                tr '\\0' ' ' < /proc/$server/cmdline | grep -c '[0-9a-f]\\{64\\}'
                file=$(head -1 "$2/asked"); tail -1 "$2/asked"; [ "$(dirname "$file")" = "$2" ] && echo there
                grep -cF "$(cat "$2/address")" "$2/page"
                kill $server; wait $server
                [ -e "$file" ] && echo left || echo gone
                ls "$2" | grep -c '^diarylog-'
                rm -r "$2"
                """
            let said = try Programs.run(
                "/bin/bash", ["-c", untilTrue + script, Programs.path("diarylog-web"), diary.folder, folder])
            #expect(said.split(separator: "\n") == ["0", "600", "there", "1", "gone", "0"])
        }
    }
}
