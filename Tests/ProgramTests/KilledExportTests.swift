/// What an export that was killed leaves: entries in clear, which the next export takes away.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class KilledExportTests: InSandbox {
    @Test func `a folder that a killed export was filling goes with the next one, and one that is being filled stays`()
        throws
    {
        let rows = (0..<400).map { #"{"text":"말 \#($0)","date":"2026-01-02"}"# }.joined(separator: "\n")
        try sandbox.run("import", "-", input: Array(rows.utf8)).ends(0)
        // A kill falls where the folder has so many files; what five of them left is there when the last one begins.
        let script = """
            cd "$1"; mkdir kept; shopt -s nullglob; over() { [ -e "$1" ] || [ $SECONDS -gt 120 ]; }
            killed() {
              "$0" export --format markdown --output killed &
              until made=(.diarylog-exporting-*/made/*/*); [ ${#made[@]} -gt $((left * 70)) ] || over killed; do :; done
              kill -9 $!; wait $!; rm -rf killed; made=(.diarylog-exporting-*/made/*/*)
              [ ${#made[@]} -gt 0 ] && mv .diarylog-exporting-* kept
            } 2>/dev/null
            for left in 0 1 2 3 4; do until_true killed; done
            mv kept/.diarylog-exporting-* .; ls -A | grep -c diarylog-
            "$0" export --format markdown --output last; ls -A | grep diarylog- ; find last -type f | wc -l
            """
        let outcome = try sandbox.shell(script, [try Sandbox.program, sandbox.path])
        #expect(outcome.lines == ["5", "400"], "\(outcome.text) \(outcome.error)")
    }

    @Test func `without /proc a file that a killed export left goes with the next one, and a living one's stays`()
        throws
    {
        let words = String(repeating: "말 ", count: 200)
        let rows = (0..<400).map { #"{"text":"\#(words)\#($0)","date":"2026-01-02"}"# }.joined(separator: "\n")
        try sandbox.run("import", "-", input: Array(rows.utf8)).ends(0)
        let script = """
            cd "$1"; shopt -s nullglob
            begun() { for file in .diarylog-*; do [ -s "$file" ] && return; done; return 1; }
            begin() { "$0" export --output "$1" & until begun || [ -e "$1" ] || [ $SECONDS -gt 120 ]; do :; done; }
            killed() { begin killed 2>/dev/null; kill -9 $!; wait $!; rm -f killed; begun; } 2>/dev/null
            stopped() { begin slow 2>/dev/null; kill -STOP $! && begun || { wait $!; rm -f slow; return 1; }; } 2>/dev/null
            until_true killed; "$0" export --output next; files=(.diarylog-*); echo ${#files[@]}
            until_true stopped; "$0" export --output beside; kill -CONT $!; wait $!; echo $?
            cmp next beside && cmp next slow; files=(.diarylog-*); echo ${#files[@]}
            """
        guard let outcome = try sandbox.without("/proc", script, sandbox.path) else { return }
        #expect(outcome.code == 0 && outcome.lines == ["0", "0", "0"], "\(outcome.text) \(outcome.error)")
    }

    @Test func `pages that a killed printing was at go with the next one`() throws {
        _ = try sandbox.add("첫눈")
        let killer = try sandbox.file("killer", Array("#!/bin/sh\nkill -9 $PPID\n".utf8))
        try sandbox.shell("chmod +x \"$0\"", [killer]).ends(0)
        let printing = ["export", "--format", "book", "--output", sandbox.path + "/book.pdf"]
        try sandbox.run(printing, environment: ["CHROMIUM": killer]).ends(128 + 9)
        func left() throws -> [String] {
            try FileSystem.contents(of: sandbox.path).filter { $0.hasPrefix("diarylog-printing-") }
        }
        #expect(try left().count == 1)
        _ = try sandbox.run(printing, environment: ["CHROMIUM": "/none"])
        #expect(try left().isEmpty)
    }
}
