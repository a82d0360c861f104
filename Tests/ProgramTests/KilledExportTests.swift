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
        // Kills at any moment, until five of them have fallen while the folder was being filled.
        let script = """
            cd "$1"; whole=$(duration "$0" export --format markdown --output once); left=0
            for turn in $(seq 400); do
              "$0" export --format markdown --output killed & pause $((whole * (turn % 20) / 20)); kill -9 $! 2>/dev/null
              wait $! 2>/dev/null; rm -rf killed
              compgen -G '.diarylog-exporting-*/made/*' >/dev/null && left=$((left + 1))
              [ $left -lt 5 ] || break
            done
            echo $left; "$0" export --format markdown --output last; ls -A | grep diarylog- ; find last -type f | wc -l
            """
        let outcome = try sandbox.shell(script, [try Sandbox.program, sandbox.path])
        #expect(outcome.text.split(separator: "\n") == ["5", "400"], "\(outcome.text) \(outcome.error)")
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
