import DiarylogArguments
import DiarylogTestSupport
import Testing

/// What each kind of declaration makes of the words.
@Suite(.timed) struct KindTests {
    @Test func `words go to the arguments in order, and the last takes what is left`() throws {
        let made = try Every.parse(["one", "green", "three", "four"])
        #expect(made.first == "one" && made.colour == .green && made.rest == ["three", "four"])
        let least = try Every.parse(["one"])
        #expect(least.colour == nil && least.rest.isEmpty)
        #expect(least.limit == nil && least.port == 80 && least.tags.isEmpty && least.paint == nil)
        #expect(!least.common.all && least.common.inner.name == "nobody")
    }

    @Test func `an option stands anywhere, and its value behind it or behind an equals sign`() throws {
        for words in [["--limit", "3", "x"], ["x", "--limit=3"], ["-n", "3", "x"], ["x", "-n3"], ["x", "-n=3"]] {
            let made = try Every.parse(words)
            #expect(made.first == "x" && made.limit == 3, "\(words)")
        }
        #expect(try Every.parse(["x", "--text="]).text == "")
        #expect(try Every.parse(["x", "--text=a=b"]).text == "a=b")
    }

    @Test func `an option that is given again counts each time, or the last time`() throws {
        let made = try Every.parse(["x", "--tag", "b", "--tag=a", "--tag", "b", "--port", "1", "--port", "2"])
        #expect(made.tags == ["b", "a", "b"])
        #expect(made.port == 2)
        #expect(try Every.parse(["x", "--limit", "1", "--limit", "2"]).limit == 2)
        #expect(throws: Unparsed.mistake(.invalid("y", for: "--port <port>", choices: []))) {
            try Every.parse(["x", "--port", "y", "--port", "2"])
        }
    }

    @Test func `options of groups and of groups in groups are the command's own`() throws {
        let made = try Every.parse(["--name", "kim", "x", "--all"])
        #expect(made.common.inner.name == "kim" && made.common.all)
        #expect(try Shared.parse(["--name", "lee"]).inner.name == "lee")
    }

    @Test func `a number below zero is a value, for an option of numbers alone`() throws {
        #expect(try Every.parse(["x", "--limit", "-3"]).limit == -3)
        #expect(try Every.parse(["x", "-n", "-3"]).limit == -3)
        #expect(try Every.parse(["x", "--text", "-3"]).text == "-3")
        #expect(throws: Unparsed.mistake(.missingValue("--name <name>"))) { try Every.parse(["x", "--name", "-3"]) }
        #expect(throws: Unparsed.mistake(.unknownOption("-3", near: nil))) { try Every.parse(["x", "-3"]) }
    }

    @Test func `what takes any word takes those with dashes too`() throws {
        for word in ["--", "-", "-h", "--help", "--limit", "-x", "---"] {
            #expect(try Every.parse(["x", "--text", word]).text == word)
        }
    }

    @Test func `behind two dashes nothing is an option, and one dash is a word`() throws {
        #expect(try Every.parse(["--all", "--", "--all", "blue", "--", "-h"]).rest == ["--", "-h"])
        #expect(try Every.parse(["-"]).first == "-")
        #expect(try Every.parse(["x", "--limit", "3", "--"]).limit == 3)
    }

    @Test func `running text keeps what has not the form of an option`() throws {
        for (words, text) in [
            (["it", "snowed"], ["it", "snowed"]), (["-5도", "-xy", "-"], ["-5도", "-xy", "-"]),
            (["---", "--5"], ["---", "--5"]),
            (["--눈 온다", "-- 선"], ["--눈 온다", "-- 선"]), (["a", "--star", "b", "--date", "x"], ["a", "b"]),
            (["a", "--", "--star", "-h", "--"], ["a", "--star", "-h", "--"]),
        ] {
            #expect(try Note.parse(words).words == text, "\(words)")
        }
        #expect(try Note.parse(["a", "--star", "--date=x"]).star)
        #expect(throws: Unparsed.mistake(.unknownOption("--stra", near: "--star"))) { try Note.parse(["a", "--stra"]) }
        for word in ["--눈", "--Note", "-x"] {
            #expect(throws: Unparsed.mistake(.unknownOption(word, near: nil))) { try Note.parse(["a", word]) }
        }
        #expect(throws: Unparsed.helpAsked) { try Note.parse(["a", "-h"]) }
    }

    @Test func `words of any script come as they were typed`() throws {
        let decomposed = "\u{1112}\u{1161}\u{11AB}"
        for word in ["눈", decomposed, "e\u{301}", "-\u{301}x", " ", "\u{FFFD}", "a\nb", "👩‍👩‍👧"] {
            let made = try Every.parse(["--text=\(word)", "--tag", "=\u{301}", "--", word])
            #expect(made.first.utf8.elementsEqual(word.utf8))
            #expect(made.text?.utf8.elementsEqual(word.utf8) == true)
            #expect(made.tags == ["=\u{301}"])
        }
        // An accent behind the equals sign is the value's, not the sign's.
        #expect(try Every.parse(["x", "--text=\u{301}"]).text == "\u{301}")
    }

    @Test func `a hundred thousand words are read`() throws {
        let words = (0..<100_000).map { "\($0)" }
        #expect(try Strict.parse(words).files == words)
    }

    @Test func `commands are made at once on many threads, each with its own words`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let made = try Every.parse(["w\(number)", "--limit", "\(number)", "--name", "n\(number)"])
                    #expect(made.first == "w\(number)" && made.limit == number)
                    #expect(made.common.inner.name == "n\(number)")
                }
            }
            try await group.waitForAll()
        }
    }
}
