/// Texts: what goes in comes out, byte for byte, or is refused.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class RoundTripTests: InSandbox {
    @Test(
        "show gives exactly what add was given",
        arguments: [
            "가족 👨‍👩‍👧‍👦 사진", "\u{1112}\u{1161}\u{11AB}글 분해형", "a\0b", "line\r\nnext\rlast", "no end", "end\n",
            "  \n\nlate title\n\n\n",
            "\u{FEFF}mark", "tab\tand \u{1B}[31mred\u{1B}[0m",
        ])
    func roundTrip(text: String) throws {
        let id = try sandbox.add(text)
        #expect(try sandbox.run("show", id).output == Array(text.utf8))
        guard case .string(let report)? = try sandbox.run("show", id, "--json").json()["text"] else {
            Issue.record("no text")
            return
        }
        #expect(report == Array(text.utf8))
    }

    @Test("1 MiB is kept whole, and a byte more is refused and writes nothing")
    func limit() throws {
        let most = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        try sandbox.run("add", "-", input: most).ends(0)
        #expect(try sandbox.run("show", "@1").output == most)
        for lang in ["en", "ko"] {
            try sandbox.run("add", "-", "--lang", lang, input: most + [UInt8(ascii: "a")]).ends(
                2, saying: "1048576", "--attach")
        }
        #expect(try sandbox.count() == 1)
    }

    @Test("what is not UTF-8 is refused everywhere, never repaired")
    func notUTF8() throws {
        try sandbox.shell("exec \"$0\" add \"$(printf 'a\\377')\"", [try Sandbox.program]).ends(
            2, saying: "argument 2 is not valid UTF-8")
        try sandbox.run("add", "-", input: [0x61, 0xFF]).ends(2)
        try FileSystem.write(([0x7B, 0xFF] as [UInt8]).span, to: sandbox.path + "/f.json")
        try sandbox.run("import", sandbox.path + "/f.json").ends(2, saying: "is not valid UTF-8")
        #expect(try FileSystem.kind(of: sandbox.diary) == .missing)
    }

    @Test("a new text with nothing to see is no error in any way, and no diary is made for it")
    func nothingVisible() throws {
        for text in ["", " \n\t", "\u{200B}\u{FEFF}"] {
            for words in [["add", "-"], ["add"], ["add", text]] {
                let outcome = try sandbox.run(words, input: Array(text.utf8)).ends(0)
                #expect(outcome.error == "nothing was written: the text is empty\n" && outcome.output.isEmpty)
            }
        }
        // A file without a word to it is asked for, and is not written.
        let file = try sandbox.file("a.txt", [0x61])
        try sandbox.run("add", "", "--attach", file).ends(2, saying: "the text is empty")
        #expect(try FileSystem.kind(of: sandbox.diary) == .missing)
    }
}
