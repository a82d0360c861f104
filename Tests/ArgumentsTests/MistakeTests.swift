import DiarylogArguments
import DiarylogTestSupport
import Testing

/// What is said of words that make no command, and what is asked for instead of one.
@Suite(.timed) struct MistakeTests {
    private func mistake(_ words: String...) -> Unparsed? {
        do throws(Unparsed) {
            _ = try Every.parse(words)
            return nil
        } catch {
            return error
        }
    }

    @Test func `an unknown option is named, with the one that was meant if it is near`() {
        for (typed, near) in [
            ("--limti", "--limit"), ("--lmit", "--limit"), ("--limits", "--limit"), ("--tga", "--tag"),
            ("--lim", "--limit"), ("--t", nil), ("--na", "--name"), ("--ta", "--tag"), ("--te", "--text"),
            ("--hlep", "--help"), ("--frobnicate", nil), ("--on", nil), ("---", nil), ("--Ω", nil),
        ] {
            #expect(mistake("x", typed) == .mistake(.unknownOption(typed, near: near)), "\(typed)")
        }
        #expect(mistake("x", "--limti=3") == .mistake(.unknownOption("--limti", near: "--limit")))
        #expect(mistake("x", "-z") == .mistake(.unknownOption("-z", near: nil)))
        #expect(mistake("x", "-l") == .mistake(.unknownOption("-l", near: nil)))
        #expect(mistake("x", "-qz") == .mistake(.unknownOption("-qz", near: nil)))
        #expect(mistake("x", "--first") == .mistake(.unknownOption("--first", near: nil)))
    }

    @Test func `a value that is missing, or is not wanted, is named`() {
        #expect(mistake("x", "--limit") == .mistake(.missingValue("--limit <number>")))
        #expect(mistake("x", "-n") == .mistake(.missingValue("--limit <number>")))
        #expect(mistake("x", "--tag", "--all") == .mistake(.missingValue("--tag <tag>")))
        #expect(mistake("x", "--name", "--") == .mistake(.missingValue("--name <name>")))
        #expect(mistake("x", "--all=yes") == .mistake(.unwantedValue("yes", for: "--all")))
        #expect(mistake("x", "--all=") == .mistake(.unwantedValue("", for: "--all")))
    }

    @Test func `a value that its option does not take is named, with those that it does`() {
        #expect(mistake("x", "--limit", "3x") == .mistake(.invalid("3x", for: "--limit <number>", choices: [])))
        #expect(mistake("x", "--limit=") == .mistake(.invalid("", for: "--limit <number>", choices: [])))
        #expect(mistake("x", "--port", "65536") == .mistake(.invalid("65536", for: "--port <port>", choices: [])))
        #expect(mistake("x", "--port", "-1") == .mistake(.invalid("-1", for: "--port <port>", choices: [])))
        let colours = ["red", "green", "blue"]
        #expect(mistake("x", "pink") == .mistake(.invalid("pink", for: "<colour>", choices: colours)))
        #expect(mistake("x", "--paint", "Red") == .mistake(.invalid("Red", for: "--paint <paint>", choices: colours)))
    }

    @Test func `a number out of its bounds is named with them, however many digits it has`() {
        for word in [
            "501", "-501", "+501", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
            "18446744073709551616", String(repeating: "9", count: 4_000),
        ] {
            #expect(
                mistake("x", "--limit=" + word) == .mistake(.outOfBounds(word, for: "--limit <number>", -500...500)))
        }
        for word in ["", "-", "+", "NaN", "inf", "0x10", "1e3", "1.0", "1_000", "١", " 1", "1 ", "--1"] {
            #expect(mistake("x", "--limit=" + word) == .mistake(.invalid(word, for: "--limit <number>", choices: [])))
        }
        for word in ["500", "-500", "0", "-0", "+7", "007"] { #expect(mistake("x", "--limit=" + word) == nil) }
        #expect(Every.declarations.filter { $0.bounds != nil }.map(\.name) == ["limit"])
    }

    @Test func `words that are missing or too many are named`() throws {
        #expect(mistake() == .mistake(.missingArgument("<first>")))
        #expect(mistake("--all") == .mistake(.missingArgument("<first>")))
        #expect(throws: Unparsed.mistake(.missingArgument("<file>"))) { try Strict.parse([]) }
        #expect(throws: Unparsed.mistake(.unwanted(["a", "b"]))) { try Shared.parse(["a", "--all", "b"]) }
    }

    @Test func `options that do not go together are refused, in the order in which they are declared`() throws {
        for words in [["--one", "--other", "a"], ["a", "--other", "--one"]] {
            #expect(throws: Unparsed.mistake(.together("--one", "--other"))) { try Strict.parse(words) }
        }
        #expect(throws: Unparsed.mistake(.alone("--more", without: ["--one"]))) { try Strict.parse(["a", "--more"]) }
        #expect(try Strict.parse(["a", "--more", "--one"]).more)
        #expect(throws: Unparsed.mistake(.together("--sort size", "--deep"))) {
            try Strict.parse(["a", "--deep", "--sort", "size"])
        }
        #expect(try Strict.parse(["a", "--deep", "--sort", "name"]).deep)
        #expect(throws: Unparsed.mistake(.missingArgument("<file>"))) { try Strict.parse(["--one", "--other"]) }
    }

    @Test func `who asks for help gets help, whatever else is wrong`() {
        for words in [
            ["-h"], ["--help"], ["--nonsense", "--help"], ["x", "--limit", "y", "-h"], ["--limit", "-h"],
        ] {
            #expect(throws: Unparsed.helpAsked, "\(words)") { try Every.parse(words) }
        }
        #expect(throws: Unparsed.versionAsked) { try Every.parse(["--version"]) }
        #expect(
            mistake("x", "--", "--help")
                == .mistake(.invalid("--help", for: "<colour>", choices: ["red", "green", "blue"])))
    }

    @Test func `the first mistake is the one that is told`() {
        #expect(mistake("--limti", "3", "--all=1") == .mistake(.unknownOption("--limti", near: "--limit")))
        #expect(
            mistake("x", "--port", "y", "--limit", "z") == .mistake(.invalid("z", for: "--limit <number>", choices: []))
        )
    }
}
