/// The sessions of README.md, run as they stand there: what a newcomer reads is what the program says.

import Host
import TestSupport
import Testing

@Suite("README.md") struct ReadmeTests {
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
        let place = try Place()
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
            let outcome = try place.shell(
                "diarylog() { \"$0\" \"$@\"; }; \(command) 2>&1", [try Place.program],
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

    @Test("한국어로 적힌 명령도 그대로 실행된다")
    func korean() throws {
        let place = try Place()
        let commands = try Self.block(after: "## 한국어").filter { $0.hasPrefix("diarylog ") }
        #expect(commands.count >= 5)
        for command in commands {
            let outcome = try place.shell(
                "diarylog() { \"$0\" \"$@\"; }; \(command) 2>&1", [try Place.program],
                environment: ["TZ": "Asia/Seoul", "LANG": "ko_KR.UTF-8"])
            #expect(outcome.code == 0, "\(command): \(outcome.text)")
        }
    }
}

extension Substring {
    /// Without commas at its end.
    fileprivate var trimmed: Substring { last == "," ? dropLast() : self }
}
