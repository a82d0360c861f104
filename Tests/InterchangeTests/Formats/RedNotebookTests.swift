/// Months that PyYAML wrote, as RedNotebook does: each text, tag and category is what PyYAML reads.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct RedNotebookTests {
    @Test func `months that PyYAML wrote are read as PyYAML reads them`() throws {
        var lines = try JSONReader(Fixture("RedNotebook/months.jsonl").bytes)
        var days = 0
        while !lines.isAtEnd() {
            let line = try lines.value()
            guard case .string(let yaml)? = line["yaml"], case .object(let expected)? = line["days"] else {
                Issue.record("the fixture is not what this test reads")
                return
            }
            let read = try readEntries(folder(["2026-03.txt": yaml]), format: .redNotebook, readOptions())
            #expect(read.rows.count == expected.count)
            for (row, day) in zip(read.rows, expected) {
                days += 1
                #expect(row.content.date.civil.day == Int(day.name))
                #expect(JSONValue.string(row.content.text) == day.value["text"], "\(day.name): \(yaml.count)")
                var tags: [String] = []
                if case .object(let members)? = day.value["Tags"] { tags = members.map(\.name) }
                #expect(Set(row.content.tags.map(\.text)) == Set(tags))
                guard case .object(let members) = day.value else { continue }
                let categories = members.filter { !["text", "Tags"].contains($0.name) }
                #expect(
                    Dictionary(uniqueKeysWithValues: row.content.extra.map { ($0.key, $0.value) })
                        == Dictionary(uniqueKeysWithValues: categories.map { ($0.name, JSONWriter.bytes($0.value)) }))
            }
        }
        #expect(days > 100)
    }
}
