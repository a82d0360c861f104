/// Texts: what goes in comes out, byte for byte, or is refused.

import Host
import Interchange
import Testing

@Suite struct RoundTripTests {
    @Test(
        "show gives exactly what add was given",
        arguments: [
            "가족 👨‍👩‍👧‍👦 사진", "\u{1112}\u{1161}\u{11AB}글 분해형", "a\0b", "line\r\nnext\rlast", "no end", "end\n",
            "  \n\nlate title\n\n\n",
            "\u{FEFF}mark", "tab\tand \u{1B}[31mred\u{1B}[0m",
        ])
    func roundTrip(text: String) throws {
        let place = try Place()
        let id = try place.add(text)
        #expect(try place.run("show", id).output == Array(text.utf8))
        guard case .string(let told)? = try place.run("show", id, "--json").json()["text"] else {
            Issue.record("no text")
            return
        }
        #expect(told == Array(text.utf8))
    }

    @Test("16 MiB is kept whole, and a byte more is refused and writes nothing")
    func limit() throws {
        let place = try Place()
        let most = [UInt8](repeating: UInt8(ascii: "a"), count: 16 << 20)
        let outcome = try place.run("add", "-", input: most)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try place.run("show", "@1").output == most)
        #expect(try place.run("add", "-", input: most + [UInt8(ascii: "a")]).code == 2)
        #expect(try place.count() == 1)
    }

    @Test("what is not UTF-8 is refused everywhere, never repaired")
    func notUTF8() throws {
        let place = try Place()
        let argument = try place.shell("exec \"$0\" add \"$(printf 'a\\377')\"", [try Place.program])
        #expect(argument.code == 2)
        #expect(argument.error.contains("argument 2 is not valid UTF-8"))
        #expect(try place.run("add", "-", input: [0x61, 0xFF]).code == 2)
        try FileSystem.write(([0x7B, 0xFF] as [UInt8]).span, to: place.path + "/f.json")
        let file = try place.run("import", place.path + "/f.json")
        #expect(file.code == 2)
        #expect(file.error.contains("is not valid UTF-8"))
        #expect(try FileSystem.kind(of: place.diary) == .missing)
    }

    @Test("a text with nothing to see is refused, and no diary is made for it")
    func nothingVisible() throws {
        let place = try Place()
        for text in ["", " \n\t", "\u{200B}\u{FEFF}"] {
            let outcome = try place.run("add", "-", input: Array(text.utf8))
            #expect(outcome.code == 2)
            #expect(outcome.error.contains("nothing to see"))
        }
        #expect(try FileSystem.kind(of: place.diary) == .missing)
    }

    @Test("an edit that changes nothing appends nothing and says so")
    func unchanged() throws {
        let place = try Place()
        let id = try place.add("same")
        let outcome = try place.run("edit", id, "--text", "same")
        #expect(outcome.code == 0)
        #expect(outcome.error == "nothing changed\n")
        #expect(try place.run("edit", id, "--text", "same", "--json").json()["unchanged"] == .bool(true))
        #expect(try place.run("log").text.split(separator: "\n").count == 2)
    }
}
