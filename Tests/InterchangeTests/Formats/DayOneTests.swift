import DiaryEngine
import DiaryModel
import DiarylogArchives
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Day One", .timed) struct DayOneTests {
    /// What these entries are as Day One's zip, read again.
    private func thereAndBack(_ contents: [EntryContent]) throws -> (rows: [ImportedRow], losses: FormatLosses) {
        var writer = try #require(EntryFormat.dayOne.writer(WriteOptions(zone: "Asia/Seoul")))
        var zip = ZipWriter()
        for (number, content) in contents.enumerated() {
            let id = try #require(EntryID(hexadecimal: String(repeating: "0123456\(number)", count: 4)))
            let stamp = ClockReading(wall: 1_700_000_000_000_000, offset: 0)
            #expect(writer.take(Entry(id: id, content: content, writtenAt: stamp), earlier: []) == [])
        }
        for case .file(let name, let bytes) in writer.finish() { zip.add(name, bytes) }
        zip.finish()
        let source = try #require(try Source.archive(ByteSource(zip.take()), path: "export.zip"))
        var options = readOptions()
        options.tagsJournals = false
        return (try readEntries(source, format: .dayOne, options).rows, writer.losses)
    }

    @Test func `what comes from Day One goes out and comes back the same, journal by journal`() throws {
        let sample = try #require(try FormatCase.all.first { $0.name == "dayone-two-journals" })
        let first = try readEntries(sample.source(), readOptions()).rows
        let (back, losses) = try thereAndBack(first.map(\.content))
        #expect(losses == FormatLosses())
        #expect(back.map(\.content) == first.map(\.content))
        #expect(back.first?.id?.hexadecimal == String(repeating: "01234560", count: 4))
    }

    @Test func `what is written comes back, but for what is counted as lost`() throws {
        var chance = Chance(for: "Day One out and in")
        let marks = ["\\", "\\.", "\\\\", "`", "`a\\.b`", "\n```\n\\.\n```\n", "![](x)", "1\\."]
        for _ in 0..<300 {
            var contents = (0..<3).map { _ in
                chance.content(isPlain: false, precision: chance.pick([.day, .minute, .second]))
            }
            for index in contents.indices {
                for _ in 0..<chance.below(6) { contents[index].text += bytes(chance.pick(marks)) }
                if chance.isLucky(oneIn: 3) { contents[index].date.zone = "" }
                if chance.isLucky(oneIn: 3) {
                    contents[index].extra = [
                        ExtraField(key: "mood", value: bytes(chance.pick(["3", "abc", "\"3\"", "{\"a\":[1]}"]))),
                        ExtraField(key: "journal", value: bytes(chance.pick(["여행", "a/b", ""]))),
                    ]
                }
            }
            let (rows, losses) = try thereAndBack(contents)
            #expect(rows.count == contents.count)
            for (row, content) in Swift.zip(
                rows.sorted { $0.identity.lexicographicallyPrecedes($1.identity) }, contents)
            {
                var (read, said) = (row.content, content)
                let isOwn = said.extra.contains { $0.key == "journal" && $0.value != [] }
                if !isOwn { read.extra.removeAll { $0.key == "journal" } }
                said.extra.removeAll { $0.key == "journal" && $0.value == [] }
                read.extra.sort { $0.key < $1.key }
                said.extra.sort { $0.key < $1.key }
                if said.date.precision == .minute { said.date.precision = .second }
                said.weather?.description = ""
                said.weather?.source = ""
                said.weather?.observedAt = nil
                #expect(read == said)
            }
            #expect(losses[.weather] == contents.count { $0.weather?.source.isEmpty == false })
            #expect(losses[.precision] == contents.count { $0.date.precision == .minute })
        }
    }

    @Test func `an archive that leads out is refused`() throws {
        var writer = ZipWriter()
        writer.add("../Journal.json", bytes("{}"))
        writer.finish()
        let forged = writer.take()
        #expect(throws: ReadProblem("export.zip", .archive(.unsafeName("../Journal.json")))) {
            try Source.archive(ByteSource(forged), path: "export.zip")
        }
    }
}
