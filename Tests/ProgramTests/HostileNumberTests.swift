/// Numbers that are typed: what is out of bounds is refused in words, and what is within them is answered.

import DiarylogArguments
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) final class HostileNumberTests: InSandbox {
    @Test("every number of every command is read within bounds, and out of them refused")
    func parsing() {
        for command in Diarylog.commands {
            for declaration in command.declarations where declaration.isNumber {
                let name = "--" + declaration.name
                #expect(declaration.kind == .option)
                // A port is sixteen bits of a type of its own.
                #expect(declaration.bounds != nil || declaration.name == "port", "\(command.about.name) \(name)")
                var hostile = [
                    "", "-", "NaN", "inf", "1e3", "0x1", "9223372036854775807", "9223372036854775808",
                    "-9223372036854775808", "18446744073709551615", String(repeating: "9", count: 400),
                ]
                if let bounds = declaration.bounds {
                    hostile += ["\(bounds.lowerBound - 1)", "\(bounds.upperBound + 1)"]
                }
                for word in hostile {
                    #expect(throws: Unparsed.self, "\(command.about.name) \(name)=\(word)") {
                        _ = try command.parse(["\(name)=\(word)"])
                    }
                }
            }
        }
    }

    @Test("the least and the greatest number that an option takes are answered")
    func ends() throws {
        _ = try sandbox.add("x")
        let given = [
            "list": [], "search": ["x"], "log": [], "undo": ["--list"], "redo": ["--list"], "show": ["@1"], "stats": [],
        ]
        for (name, words) in given {
            let command = try #require(Diarylog.command(name))
            for declaration in command.declarations {
                guard let bounds = declaration.bounds else { continue }
                for number in [bounds.lowerBound, bounds.upperBound] {
                    let outcome = try sandbox.run([name] + words + ["--\(declaration.name)=\(number)"])
                    #expect(
                        [0, 1, 2].contains(outcome.code), "\(name) --\(declaration.name)=\(number): \(outcome.error)")
                }
            }
        }
        try sandbox.run("list", "--after", "0000000000000001030000007fffffffffffffffff").ends(2)
        try sandbox.run("show", "@9223372036854775807").ends(1)
        try sandbox.run("search", "x", "--limit", "9223372036854775807", "--lang", "ko").ends(
            2, saying: "1000000000까지 쓸 수 있습니다")
    }
}
