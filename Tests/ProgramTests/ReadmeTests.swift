/// The sessions of README.md, run as they stand there; and its two halves, which name the same things.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("README.md", .timed) final class ReadmeTests: InSandbox {
    private static func lines() throws -> [String] {
        return String(decoding: try FileSystem.read(projectFile("README.md")), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The indented lines after a heading, up to the next.
    private static func block(after heading: String) throws -> [String] {
        let lines = try lines()
        let start = try #require(lines.firstIndex(of: heading))
        return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("    ") }
            .map { String($0.dropFirst(4)) }
    }

    /// A line without what differs from run to run: ids are `#`, and how long something took is `_`.
    private static func masked(_ line: String) -> String {
        guard !line.hasSuffix("a second)") else { return line.split(separator: "(").first.map { $0 + "(_)" } ?? "" }
        return line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isID = [8, 32].contains(word.trimmed.utf8.count) && word.trimmed.allSatisfy(\.isHexDigit)
            return isID ? "#" + word.dropFirst(word.trimmed.count) : String(word)
        }.joined(separator: " ")
    }

    @Test("the session prints what README says, line for line")
    func session() throws {
        var said: [(command: String, lines: [String])] = []
        for line in try Self.block(after: "## A session") {
            if line.hasPrefix("$ ") {
                said.append((String(line.dropFirst(2)), []))
            } else if !said.isEmpty {
                said[said.count - 1].lines.append(line)
            }
        }
        #expect(said.count == 9)
        var now = "2026-11-21T21:10:00+09:00"
        for (command, lines) in said {
            if command.contains(" edit ") { now = "2026-11-22T08:00:00+09:00" }
            let outcome = try sandbox.shell(
                "diarylog() { \"$0\" \"$@\"; }; \(command) 2>&1", [try Sandbox.program],
                environment: ["TZ": "Asia/Seoul", "DIARYLOG_NOW": now])
            #expect(outcome.code == 0, "\(command): \(outcome.text)")
            var printed = outcome.text.split(separator: "\n").map { line in
                Self.masked(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "  "))
            }[...]
            for line in lines {
                let found = printed.firstIndex(of: Self.masked(line))
                #expect(found != nil, "\(command) does not print \(line)\n\(outcome.text)")
                if let found { printed = printed[(found + 1)...] }
            }
        }
    }

    @Test("the six lines of two laptops do what README says; the key comes from a file where nobody can be asked")
    func laptops() throws {
        let lines = try Self.block(after: "## On two laptops")
        #expect(lines.count == 6)
        try FileSystem.makeDirectory(sandbox.path + "/Dropbox")
        guard try sandbox.shell("age-keygen > ~/key 2> /dev/null", []).code == 0 else {
            return print("skipped: age is not installed")
        }
        var last = ""
        for line in lines {
            let parts = line.split(separator: "$ ", maxSplits: 1)
            let (host, rest) = (parts[0], parts[1].split(separator: "#", maxSplits: 1)[0])
            let isBeginning = rest.contains(" init ") || rest.contains(" join ")
            let outcome = try sandbox.shell(
                "diarylog() { \"$0\" --diary ~/\(host) \"$@\"; }; \(rest) \(isBeginning ? "--key ~/key" : "")"
                    // What goes by itself is waited for.
                    + (host == "desktop" ? "; diarylog sync 2> /dev/null" : ""), [try Sandbox.program])
            last = outcome.ends(0).text
        }
        #expect(last.contains("한강을 걸었다. 바람이 불었다."))
    }

    @Test("한국어로 적힌 명령도 그대로 실행된다")
    func korean() throws {
        let commands = try Self.block(after: "## 한국어").filter { $0.hasPrefix("diarylog ") }
        #expect(commands.count >= 5)
        for command in commands {
            let outcome = try sandbox.shell(
                "diarylog() { \"$0\" \"$@\"; }; \(command) 2>&1", [try Sandbox.program],
                environment: ["TZ": "Asia/Seoul", "LANG": "ko_KR.UTF-8"])
            #expect(outcome.code == 0, "\(command): \(outcome.text)")
        }
    }

    @Test func `each line that keeps a diary safe names a command, and the lock has two of them`() throws {
        let commands = try Self.block(after: "## Keep it safe").compactMap { line in
            line.hasPrefix("diarylog ") ? line.split(separator: " ")[1] : nil
        }
        #expect(commands.suffix(2) == ["lock", "unlock"])
        for command in commands { #expect(try sandbox.run("help", String(command)).code == 0, "\(command)") }
    }

    /// The half before the Korean heading, and the one behind it.
    private static func halves() throws -> (english: String, korean: String) {
        let lines = try lines()
        let middle = try #require(lines.firstIndex(of: "## 한국어"))
        return (lines[..<middle].joined(separator: "\n"), lines[middle...].joined(separator: "\n"))
    }

    /// The numbered points of a half, each with its further lines.
    private static func points(_ half: String) throws -> [String] {
        let paragraphs = half.split(separator: "\n\n" as String)
        let list = try #require(paragraphs.first { $0.hasPrefix("1. ") })
        return list.split(separator: "\n").reduce(into: []) { points, line in
            if let last = points.indices.last, line.first == " " {
                points[last] += "\n" + line
            } else {
                points.append(String(line))
            }
        }
    }

    /// What no language translates: what stands in backquotes in Latin letters, and the pages that are linked.
    private static func names(_ text: String) -> Set<String> {
        let spans = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }.filter { $0.utf8.allSatisfy { $0 < 0x80 } }
        let pages = text.split(separator: "](" as String).dropFirst().map { String($0.prefix { $0 != ")" }) }
        return Set(spans + pages)
    }

    /// The commands of a half: `diarylog serve`, `make demo`.
    private static func commands(_ half: String) -> Set<String> {
        Set(
            ["diarylog ", "make "].flatMap { program in
                half.split(separator: program, omittingEmptySubsequences: false).dropFirst().map { rest in
                    program + rest.prefix { $0.isASCII && $0.isLetter }
                }
            })
    }

    @Test("both halves name the same features, commands, options and pages, point by point")
    func halves() throws {
        let (english, korean) = try Self.halves()
        let (points, others) = (try Self.points(english), try Self.points(korean))
        #expect(points.count == others.count && points.count >= 10)
        for (point, other) in zip(points, others) {
            #expect(Self.names(point).subtracting(Self.names(other)) == [], "\(other)")
            for name in Self.latin(other) { #expect(point.contains(name), "\(name) in: \(other)") }
            for name in Self.apps where point.contains(name) { #expect(other.contains(name), "\(name) in: \(point)") }
        }
        #expect(Self.commands(english) == Self.commands(korean))
        let promises = english.split(separator: "\n").count { $0.hasPrefix("- **") }
        #expect(promises == korean.split(separator: "\n").count { $0.hasPrefix("- ") })
    }

    private static let apps = ["Day One", "jrnl", "Joplin", "Obsidian", "RedNotebook"]

    /// Words of two Latin letters and more, which a Korean text has for names alone.
    private static func latin(_ text: String) -> Set<String> {
        Set(text.split { !$0.isASCII || !$0.isLetter }.filter { $0.count > 1 }.map(String.init))
    }
}

extension Substring {
    /// Without commas at its end.
    fileprivate var trimmed: Substring { last == "," ? dropLast() : self }
}
