/// Sources without an end, or larger than any diary: nothing waits for them or holds them, and a sentence says so.

import DiarylogTestSupport
import Testing

@Suite(.timed) final class EndlessTests: InSandbox {
    /// Runs with so little memory that what holds a source without end fails.
    private func run(_ line: String, in sandbox: Sandbox) throws -> Outcome {
        try sandbox.shell("ulimit -d 6000000; cd \"$HOME\"; " + line, [try Sandbox.program])
    }

    @Test(arguments: [
        "import /dev/zero", "import --format jrnl /dev/urandom", "engine init other --from-events /dev/zero",
        "verify --repair /dev/zero", "import - </dev/zero", "engine init other --from-events - </dev/zero",
    ])
    func `a device is no source`(words: String) throws {
        _ = try sandbox.add("one")
        try run("\"$0\" \(words)", in: sandbox).ends(2, saying: "is a device, and may have no end")
        #expect(try sandbox.count() == 1)
        // What ends at once is read, and so is what a pipe delivers under a name of its own.
        #expect(try !run("\"$0\" import - </dev/null", in: sandbox).error.contains("device"))
        try run("\"$0\" import --date-missing now <(printf '[{\"text\":\"two\"}]')", in: sandbox).ends(0)
    }

    @Test func `a text without end is too long`() throws {
        for words in ["add", "add - </dev/zero", "edit @1 -"] {
            let refused = try run("yes | \"$0\" \(words)", in: sandbox)
            #expect(refused.code > 0 && !refused.error.isEmpty, "\(words)")
        }
        _ = try sandbox.add("one")
        #expect(try run("yes | \"$0\" edit @1 -", in: sandbox).error.contains("a text may have 1 MiB"))
    }

    @Test(arguments: ["huge.txt", "huge.md", "huge.zip", "huge.tar.gz", "huge"])
    func `a file of more bytes than memory is refused by its name`(name: String) throws {
        try run("printf 'A day.\\n' >\(name); truncate -s 1T \(name); \"$0\" import \(name)", in: sandbox).ends(
            2, saying: name)
    }
}
