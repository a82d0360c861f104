/// The rows of Tests/Fixtures/jrnl/table.txt: a command line in jrnl's way, and what comes of it.

import DiarylogHost
import Testing

struct JrnlRow: Sendable, CustomTestStringConvertible {
    var name = ""
    var script: [String] = []
    var code: Int32 = 0
    var output: [String] = []
    /// Why we do otherwise than jrnl; nil: we do the same.
    var difference: String?

    var testDescription: String { name }

    /// Whether a run came to what the row says; blanks at the ends of lines and of all of it do not count.
    func holds(_ outcome: Outcome) -> Bool {
        outcome.code == code && Self.bare(outcome.text) == Self.bare(output.joined(separator: "\n"))
    }

    static func bare(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = withoutColours(String(line))
            while line.last?.isWhitespace == true { line.removeLast() }
            return line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// jrnl writes colours into pipes too.
    private static func withoutColours(_ line: String) -> String {
        line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    }

    static func all() throws -> [JrnlRow] {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let table = String(decoding: try FileSystem.read(root + "/Tests/Fixtures/jrnl/table.txt"), as: UTF8.self)
        var rows: [JrnlRow] = []
        var isOutput = false
        for line in table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("## "), !(isOutput && rows.last?.expectsHeading == true && line == "## July") {
                rows.append(JrnlRow(name: String(line.dropFirst(3))))
                isOutput = false
            } else if rows.isEmpty || (line.hasPrefix("# ") && line != "# 2020") {
                continue
            } else if line.hasPrefix("-> "), !isOutput {
                rows[rows.count - 1].code = Int32(line.dropFirst(3)) ?? -1
                isOutput = true
            } else if line.hasPrefix("!! ") {
                rows[rows.count - 1].difference = String(line.dropFirst(3))
            } else if isOutput {
                rows[rows.count - 1].output.append(line)
            } else {
                rows[rows.count - 1].script.append(line)
            }
        }
        return rows
    }

    /// The one row whose output has headings itself.
    private var expectsHeading: Bool { output.contains("# 2020") && !output.contains("## July") }
}
