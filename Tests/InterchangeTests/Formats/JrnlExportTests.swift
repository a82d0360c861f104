/// What jrnl's exporters write: JSON out and in, XML, YAML and Markdown out alone.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JrnlExportTests {
    @Test func `JSON comes back, but for what is counted as lost`() throws {
        var chance = Chance(for: "jrnlJSON out and in")
        for _ in 0..<200 {
            let contents = (0..<3).map { _ in chance.content(precision: .minute) }
            let (source, losses) = try written(contents, as: .jrnlJSON)
            let read = try readEntries(source, format: .jrnlJSON, readOptions()).rows.map(\.content)
            #expect(read.map(\.date) == contents.map(\.date))
            #expect(zip(read, contents).allSatisfy { Set($0.allTags).isSuperset(of: $1.tags) })
            #expect(read.map(\.isStarred) == contents.map(\.isStarred))
            if losses[.blankEnds] == 0 { #expect(read.map(\.text) == contents.map(\.text)) }
        }
    }

    @Test(arguments: [EntryFormat.jrnlXML, .jrnlYAML, .jrnlMarkdown])
    func `what is written is what was written down`(format: EntryFormat) throws {
        let out = try output(in: written(sample, as: format).source)
        let fixture = Fixture("written/\(format.rawValue)")
        if try fixture.isWanted { try fixture.write(String(decoding: out, as: UTF8.self)) }
        #expect(try String(decoding: out, as: UTF8.self) == fixture.text)
    }

    @Test(arguments: [EntryFormat.jrnlXML, .jrnlYAML, .jrnlMarkdown])
    func `each word of a text is written, or its entry is counted`(format: EntryFormat) throws {
        var chance = Chance(for: "words written as \(format)")
        for _ in 0..<200 {
            let content = chance.content()
            let (source, losses) = try written([content], as: format)
            if losses[.characters] > 0 { continue }
            let out = String(decoding: try output(in: source), as: UTF8.self)
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&#13;", with: "\r").replacing("&amp;", with: "&")
            for word in String(decoding: content.text, as: UTF8.self).split(whereSeparator: \.isWhitespace) {
                #expect(out.contains(word))
            }
        }
    }

    /// An entry with all that the formats hold, and one with nothing but a title.
    private var sample: [EntryContent] {
        var first = EntryContent(
            text: bytes("남산 & <강> @민수\n\n# 비\n뒤"),
            date: EntryDate(seconds: 1_593_368_520, offset: 32_400, zone: "Asia/Seoul", precision: .second))
        first.isStarred = true
        first.tags = [Tag("산책")]
        let second = EntryContent(
            text: bytes("Two"),
            date: EntryDate(seconds: 1_593_594_000, offset: 32_400, zone: "Asia/Seoul", precision: .second))
        return [first, second]
    }

    private func output(in source: Source) throws -> [UInt8] {
        switch source {
        case .file(let file): try file.bytes()
        case .folder(let folder): try folder.names.flatMap { bytes("\($0):\n") + (try folder.file($0).bytes()) }
        }
    }
}
