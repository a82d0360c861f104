import DiarylogArguments
import DiarylogTestSupport
import Testing

/// What a command says of itself: for its help, and for a shell that asks what may come next.
@Suite(.timed) struct DescriptionTests {
    @Test func `declarations stand in the order of the source`() {
        let names = Every.declarations.map(\.synopsis)
        #expect(
            names == [
                "<first>", "<colour>", "<rest>", "--limit <number>", "--port <port>", "--tag <tag>", "--paint <paint>",
                "--text <text>", "--name <name>", "--all", "--quiet",
            ])
        #expect(Every.declarations.map(\.usual) == [nil, nil, nil, nil, "80", nil, nil, nil, "nobody", nil, nil])
        #expect(Every.declarations[1].choices == ["red", "green", "blue"])
        #expect(Every.declarations[6].choices == ["red", "green", "blue"])
        #expect(Every.declarations[3].short == "n")
    }

    @Test func `a line says how a command is called`() {
        #expect(Every.usage == "every [<options>] <first> [<colour>] [<rest> ...]")
        #expect(Strict.usage == "strict [<options>] <file> ... [<unreached>]")
    }

    @Test func `the options that stand before a command's name are counted with their values`() {
        for (words, count) in [
            (["--all", "list"], 1), (["--name", "x", "--quiet", "list", "--all"], 3), (["--name=x", "list"], 1),
            (["list"], 0), ([], 0), (["--name"], 1), (["--nonsense", "list"], 0), (["--", "list"], 0),
        ] {
            #expect(Shared.leading(words) == count, "\(words)")
        }
    }

    private func offered(_ words: [String], _ prefix: String) -> [String]? {
        guard
            case .words(let offers) = Offers(
                Every.declarations, behind: words, TypedSoFar(before: words, prefix: prefix), .en)
        else { return nil }
        return offers.map(\.word)
    }

    @Test func `a shell is told the values of an option, the options, or what its place takes`() {
        #expect(offered(["--tag"], "") == ["sea", "snow"])
        #expect(offered([], "--tag=s") == ["--tag=sea", "--tag=snow"])
        #expect(offered(["x", "--paint"], "") == ["red", "green", "blue"])
        #expect(offered([], "") == [])
        #expect(offered(["--paint", "--all", "x"], "") == ["red", "green", "blue"])
        #expect(offered(["--tag", "--all", "x"], "") == ["red", "green", "blue"])
        #expect(offered(["x"], "") == ["red", "green", "blue"])
        #expect(offered(["x", "red", "y"], "") == nil)
        let options = [
            "--limit", "--port", "--tag", "--paint", "--text", "--name", "--all", "--quiet", "--version", "--help",
        ]
        #expect(offered([], "--") == options)
        #expect(offered(["--all", "--tag", "sea"], "-") == options.filter { $0 != "--all" })
        #expect(offered(["--"], "--") == [])
    }
}
