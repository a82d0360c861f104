/// Samples of exports, each read and compared word for word with what was written down of it.

import DiarylogHost
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
        let isRefused = try FileSystem.kind(of: expected.path) == .missing
        #expect(try result.entries == (isRefused ? nil : expected.text))
    }
}
