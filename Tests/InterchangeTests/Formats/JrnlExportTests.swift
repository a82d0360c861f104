/// What jrnl's exporters write, in and out: JSON, XML, YAML and Markdown.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JrnlExportTests {
    @Test(
        "what is written comes back, but for what is counted as lost",
        arguments: [EntryFormat.jrnlJSON, .jrnlXML, .jrnlYAML, .jrnlMarkdown])
    func roundTrip(format: EntryFormat) throws {
        var chance = Chance(for: "\(format) out and in")
        for _ in 0..<200 {
            let contents = (0..<3).map { _ in
                chance.content(precision: format == .jrnlJSON ? .minute : .second)
            }.sorted { $0.date.seconds < $1.date.seconds }
            let (source, losses) = try written(contents, as: format)
            let back = try readEntries(source, format: format, readOptions())
            // Files of a folder come in the order of their names: those of a day may change places.
            let read = back.rows.map(\.content).sorted { $0.date.seconds < $1.date.seconds }
            #expect(read.map(\.date) == contents.map(\.date))
            #expect(zip(read, contents).allSatisfy { Set($0.allTags).isSuperset(of: $1.tags) })
            if losses[.starsLost] == 0 { #expect(read.map(\.isStarred) == contents.map(\.isStarred)) }
            if losses[.tagLines] == 0, losses[.blankEnds] == 0, losses[.characters] == 0 {
                #expect(read.map(\.text) == contents.map(\.text))
            }
            let again = try written(read, as: format)
            let third = try readEntries(again.source, format: format, readOptions()).rows.map(\.content)
            #expect(third.sorted { $0.date.seconds < $1.date.seconds }.map(\.text) == read.map(\.text))
        }
    }
}
