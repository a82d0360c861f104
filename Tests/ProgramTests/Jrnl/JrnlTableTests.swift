/// jrnl's command line, row by row: what jrnl-diarylog does, and whether jrnl itself does the same.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("jrnl's command line", .timed) struct JrnlTableTests {
    @Test("every row of the table holds for jrnl-diarylog", arguments: try JrnlRow.all())
    func ours(row: JrnlRow) throws {
        let outcome = try Sandbox().jrnl(row.script.joined(separator: "\n"))
        #expect(row.holds(outcome), "\(outcome.code)\n\(outcome.text)\n\(outcome.error)")
    }

    @Test("every row of the table holds for jrnl itself, or says why not", arguments: try JrnlRow.all())
    func theirs(row: JrnlRow) throws {
        guard let program = RealJrnl.program else { return }
        let outcome = try Sandbox().jrnl(row.script.joined(separator: "\n"), by: program)
        #expect(row.holds(outcome) == (row.difference == nil), "\(outcome.code)\n\(outcome.text)\n\(outcome.error)")
    }

    @Test("the table has at least eighty rows, and the page names every difference with its reason")
    func page() throws {
        let rows = try JrnlRow.all()
        #expect(rows.count >= 80)
        #expect(Set(rows.map(\.name)).count == rows.count)
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let page = String(decoding: try FileSystem.read(root + "/Docs/Formats.md"), as: UTF8.self)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let head = try #require(lines.firstIndex(of: "| here | jrnl |"))
        let listed = lines[(head + 2)...].prefix { $0.hasPrefix("| ") }
        for row in rows {
            guard let difference = row.difference else { continue }
            #expect(listed.contains("| \(row.name) | \(difference) |"), "\(row.name)")
        }
        #expect(listed.count == rows.count { $0.difference != nil })
    }
}
