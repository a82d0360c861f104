/// Samples of exports, each read and compared word for word with what was written down of it.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Cases of formats", .timed) struct FormatCaseTests {
    @Test(arguments: try FormatCase.all) func `what is read is what was written down`(sample: FormatCase) throws {
        let (source, format, options) = (try sample.source(), try sample.format, try sample.options)
        let result = FormatResult { () throws(ReadProblem) in try readEntries(source, format: format, options) }
        let (expected, losses) = (sample.fixture("expected.jsonl"), sample.fixture("losses"))
        if try losses.isWanted {
            try losses.write(result.losses)
            if let entries = result.entries, try expected.isWanted { try expected.write(entries) }
        }
        #expect(try result.losses == losses.text)
        #expect(try result.entries == (sample.isRefused ? nil : expected.text))
    }

    @Test func `what is read of a calendar is written without a loss and read the same again`() throws {
        let sample = try #require(try FormatCase.all.first { $0.name == "icalendar" })
        let read = try readEntries(sample.source(), readOptions())
        let contents = read.rows.map(\.content)
        let (source, losses) = try written(contents, as: try #require(read.format))
        #expect(losses == FormatLosses())
        #expect(!contents.isEmpty)
        #expect(try readEntries(source, readOptions()).rows.map(\.content) == contents)
    }
}
