import DiaryEngine
import DiaryModel
import DiarylogArchives
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Day One", .timed) struct DayOneTests {
    private let journal = #"""
        {"metadata": {"version": "1.0"}, "entries": [
        {"uuid": "0A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "2024-05-01T22:30:00Z",
         "modifiedDate": "2024-05-02T01:00:00Z", "timeZone": "Asia\/Seoul", "starred": true, "isPinned": true,
         "isAllDay": false, "tags": ["산책", "한강"], "text": "강가를 걸었다\\.\n![](dayone-moment:\/\/PHOTO1)\n1\\. 물 \\- 빛\n`a\\.b`",
         "richText": "{}", "creationDevice": "phone", "duration": 0,
         "location": {"latitude": 37.5, "longitude": 127.0, "placeName": "여의도", "country": "대한민국"},
         "weather": {"conditionsDescription": "Clear", "weatherCode": "clear", "temperatureCelsius": 17.5,
                     "windSpeedKPH": 4},
         "photos": [{"identifier": "PHOTO1", "md5": "00", "type": "jpeg"}]},
        {"uuid": "1A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "2024-05-01T22:30:00Z", "timeZone": "Asia/Seoul",
         "isAllDay": true, "text": "A whole day"},
        {"uuid": "2A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "2024-05-03T00:00:00Z", "timeZone": "GMT+0530",
         "photos": [{"identifier": "PHOTO2"}]},
        {"uuid": "3A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "2024-05-04T00:00:00Z", "text": " "}
        ]}
        """#

    private func zip(_ files: [(String, String)]) throws -> Source {
        var writer = ZipWriter()
        for (name, text) in files { writer.add(name, bytes(text)) }
        writer.finish()
        return try #require(try Source.archive(ByteSource(writer.take()), path: "export.zip"))
    }

    @Test func `an entry comes with its text, date, zone, tags, star, place and weather`() throws {
        let entries = try readEntries(
            zip([("Journal.json", journal), ("photos/00.jpeg", "x")]), readOptions(zone: "UTC"))
        #expect(entries.format == .dayOne)
        #expect(entries.rows.count == 3)
        let row = try #require(entries.rows.first)
        let content = row.content
        #expect(
            String(decoding: content.text, as: UTF8.self) == "강가를 걸었다.\n![](attachment:photo-1.jpeg)\n1. 물 - 빛\n`a\\.b`"
        )
        #expect(content.date.rfc3339() == "2024-05-02T07:30:00+09:00")
        #expect(content.date.zone == "Asia/Seoul")
        #expect(content.tags.map(\.text) == ["산책", "한강"])
        #expect(content.isStarred)
        #expect(content.place == Place(latitude: 37.5, longitude: 127.0))
        var clear = Weather(main: "Clear", icon: "clear")
        clear.temperature = 1_750
        #expect(content.weather == clear)
        #expect(row.id?.hexadecimal == "0a1b2c3d4e5f60718293a4b5c6d7e8f9")
        #expect(row.writtenAt == Stamp(wall: 1_714_611_600_000_000, offset: 32_400))
    }

    @Test func `what an entry has no place for stays with it as it was`() throws {
        let entries = try readEntries(zip([("Journal.json", journal)]), readOptions())
        let extra = try #require(entries.rows.first).content.extra
        let kept = Dictionary(extra.map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }) { first, _ in first }
        #expect(
            Set(kept.keys) == [
                "isPinned", "creationDevice", "duration", "location", "weather", "photos", "journal", "placeName",
            ])
        #expect(kept["isPinned"] == "true")
        #expect(kept["journal"] == "Journal")
        #expect(kept["location"]?.contains("여의도") == true)
        #expect(kept["weather"]?.contains("17.5") == true)
        #expect(kept["placeName"] == "여의도, 대한민국")
    }

    @Test func `a whole day is a day, an offset is one, pictures alone are their references`() throws {
        let rows = try readEntries(zip([("Journal.json", journal)]), readOptions(zone: "UTC")).rows
        #expect(rows[1].content.date.rfc3339() == "2024-05-02")
        #expect(rows[2].content.date.rfc3339() == "2024-05-03T05:30:00+05:30")
        #expect(String(decoding: rows[2].content.text, as: UTF8.self) == "![](dayone-moment://PHOTO2)")
    }

    @Test func `what cannot be carried is counted`() throws {
        let entries = try readEntries(
            zip([("Journal.json", journal), ("photos/00.jpeg", "x"), ("note.txt", "x")]), readOptions())
        #expect(entries.losses[.attachments] == 1)
        #expect(entries.losses[.emptyEntries] == 1)
        #expect(entries.losses[.richTexts] == 1)
        #expect(entries.losses[.files] == 1)
    }

    @Test func `several journals of one zip come, and a file alone does`() throws {
        let other = #"{"metadata": {}, "entries": [{"creationDate": "2020-01-01T00:00:00Z", "text": "다른 일기"}]}"#
        let entries = try readEntries(zip([("Journal.json", journal), ("여행.json", other)]), readOptions())
        #expect(entries.rows.count == 4)
        #expect(entries.origins.map(\.file).last == "export.zip/여행.json")
        // The journal is a tag, but for the one that Day One's writer has for entries without one.
        #expect(entries.rows.map { $0.content.tags.contains(Tag("여행")) } == [false, false, false, true])
        #expect(entries.rows.allSatisfy { !$0.content.tags.contains(Tag("Journal")) })
        #expect(try readEntries(source(other), readOptions()).format == .dayOne)
    }

    @Test func `one journal comes alone, and the others are counted`() throws {
        let other = #"{"metadata": {}, "entries": [{"creationDate": "2020-01-01T00:00:00Z", "text": "다른 일기"}]}"#
        let archive = try zip([("Journal.json", journal), ("여행.json", other)])
        var options = readOptions()
        options.journal = "여행"
        let entries = try readEntries(archive, options)
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == ["다른 일기"])
        #expect(entries.count == 1 && entries.passedOver == ["Journal": 3])
        options.journal = "없음"
        let none = try readEntries(archive, options)
        #expect(none.rows.isEmpty && none.format == .dayOne && none.passedOver.values.reduce(0, +) == 4)
    }

    @Test func `a mistake is told with its file and row`() throws {
        for (text, reason) in [
            (#"{"creationDate": "yesterday", "text": "x"}"#, RowError.Reason.badDate("yesterday")),
            (#"{"text": "x"}"#, .missing("creationDate")),
            (#"{"creationDate": "2020-01-01T00:00:00Z", "text": 7}"#, .wrongKind("text")),
            (#"{"creationDate": "2020-01-01T00:00:00Z", "tags": "a", "text": "x"}"#, .wrongKind("tags")),
        ] {
            let whole =
                #"{"metadata": {}, "entries": [{"creationDate": "2020-01-01T00:00:00Z", "text": "x"}, \#(text)]}"#
            #expect(throws: ReadProblem("export.zip/J.json", at: .row(2), .row(reason))) {
                try readEntries(zip([("J.json", whole)]), readOptions())
            }
        }
    }

    /// What these entries are as Day One's zip, read again.
    private func thereAndBack(_ contents: [EntryContent]) throws -> (rows: [ImportedRow], losses: FormatLosses) {
        var writer = try #require(EntryFormat.dayOne.writer(WriteOptions(zone: "Asia/Seoul")))
        var zip = ZipWriter()
        for (number, content) in contents.enumerated() {
            let id = try #require(EntryID(hexadecimal: String(repeating: "0123456\(number)", count: 4)))
            let stamp = Stamp(wall: 1_700_000_000_000_000, offset: 0)
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
        let other = #"{"metadata":{},"entries":[{"creationDate":"2020-01-01T00:00:00Z","text":"x","timeZone":"UTC"}]}"#
        let first = try readEntries(zip([("Journal.json", journal), ("여행.json", other)]), readOptions()).rows
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
        writer.add("../Journal.json", bytes(journal))
        writer.finish()
        let forged = writer.take()
        #expect(throws: ReadProblem("export.zip", .archive(.unsafeName("../Journal.json")))) {
            try Source.archive(ByteSource(forged), path: "export.zip")
        }
    }

    @Test func `a journal of Day One Classic comes, text as it is`() throws {
        let entries = try readEntries(
            folder([
                "J.dayone/entries/A.doentry": bytes(classic), "J.dayone/photos/A.jpg": [1], "J.dayone/notes.txt": [1],
            ]), readOptions())
        #expect(entries.format == .dayOneClassic)
        let content = try #require(entries.rows.first).content
        #expect(String(decoding: content.text, as: UTF8.self) == "비 & 바람 <3\n1\\. 그대로")
        #expect(content.date.rfc3339() == "2013-08-17T22:25:36+09:00")
        #expect(content.isStarred)
        #expect(content.tags.map(\.text) == ["비"])
        #expect(content.place == Place(latitude: 35.1, longitude: 129.0))
        #expect(content.weather == Weather(main: "Rain", icon: "rain.png"))
        #expect(entries.losses[.attachments] == 1)
        #expect(entries.losses[.files] == 1)
    }

    @Test func `a property list that unfolds, or is none, is refused at its line`() {
        for (text, line) in [
            ("<!DOCTYPE plist [<!ENTITY a \"aaaa\">]>\n<plist><dict/></plist>", 1),
            ("<plist>\n<dict>\n<key>a</key></dict>", 3),
            ("<plist><string>&b;</string></plist>", 1), ("<plist><dict/></plist>\n<x/>", 2),
        ] {
            #expect(throws: ReadProblem("folder/a.doentry", at: .line(line), .notAPropertyList)) {
                try readEntries(folder(["a.doentry": bytes(text)]), readOptions())
            }
        }
    }

    @Test func `forged journals are read or refused`() throws {
        forge("dayone", [bytes(journal)], times: runs(debug: 1500)) { forged in
            let source = Source.file(SourceFile(path: "file", bytes: forged))
            _ = try? readEntries(source, readOptions())
            _ = try readEntries(source, format: .dayOne, readOptions())
        }
        forge("dayone-classic", [bytes(classic)], times: runs(debug: 1500)) { forged in
            _ = try readEntries(folder(["a.doentry": forged]), readOptions())
        }
    }

    private let classic = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
          <key>Creation Date</key><date>2013-08-17T13:25:36Z</date>
          <key>Entry Text</key><string>비 &amp; 바람 &lt;3
        1\\. 그대로</string>
          <key>Starred</key><true/>
          <key>Tags</key><array><string>비</string></array>
          <key>Time Zone</key><string>Asia/Seoul</string>
          <key>UUID</key><string>0A1B2C3D4E5F60718293A4B5C6D7E8F9</string>
          <key>Location</key><dict><key>Latitude</key><real>35.1</real><key>Longitude</key><real>129.0</real></dict>
          <key>Weather</key><dict><key>Description</key><string>Rain</string><key>IconName</key>
            <string>rain.png</string></dict>
        </dict>
        </plist>
        """
}
