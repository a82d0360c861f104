/// Whatever bytes a file of a format has, they are read or refused with a place; nothing traps.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Forged files of formats", .timed) struct FormatFuzzTests {
    @Test(
        arguments: EntryFormat.allCases.filter {
            EntryFormat.writable.contains($0.rawValue) && EntryFormat.readable.contains($0.rawValue) && $0 != .json
        })
    func `forged bytes are read or refused`(format: EntryFormat) throws {
        var chance = Chance(for: "entries to forge as \(format)")
        let contents = (0..<4).map { _ in chance.content(isPlain: false) }.sorted { $0.date.seconds < $1.date.seconds }
        let (written, _) = try written(contents, as: format)
        switch written {
        case .file(let file):
            forge("\(format)", [try file.bytes()], times: runs(debug: 1500)) { bytes in
                let forged = Source.file(SourceFile(path: "file", bytes: bytes))
                _ = try? readEntries(forged, readOptions())
                _ = try readEntries(forged, format: format, readOptions())
            }
        case .folder(let files):
            let name = try #require(files.names.first)
            forge("\(format)", [try files.file(name).bytes()], times: runs(debug: 1500)) { bytes in
                _ = try? readEntries(folder([name: bytes]), readOptions())
                _ = try readEntries(folder([name: bytes]), format: format, readOptions())
            }
        }
    }

    @Test(arguments: EntryFormat.allCases)
    func `bytes by chance are read or refused, as a file and as a folder`(format: EntryFormat) {
        var chance = Chance(for: "bytes by chance as \(format)")
        let names = ["2026-11.txt", "2026-11-01_a.md", "2026/11/01.txt", "entries/A.doentry", "Journal.json"]
        for _ in 0..<runs(debug: 400) {
            let length = chance.below(120)
            let bytes = chance.isLucky(oneIn: 2) ? chance.bytes(length) : chance.signs(length)
            let file = Source.file(SourceFile(path: chance.pick(names), bytes: bytes))
            for source in [file, folder([chance.pick(names): bytes])] {
                _ = try? readEntries(source, readOptions())
                _ = try? readEntries(source, format: format, readOptions())
            }
        }
    }

    private static let toml = """
        +++
        title = "셋"
        date = 2020-11-22T16:49:47+09:00
        tags = ["a", 'b', \"""c\"""]
        n = [1, 2.5, -3e2, 0xFF, true]
        inline = {x = 1, "y z" = [{}]}
        [more.deep]
        x = '''
        lines'''
        [[list]]
        y = 1979-05-27
        +++
        body
        """

    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>Creation Date</key><date>2014-11-01T10:00:00Z</date>
        <key>Entry Text</key><string>남산 &amp; 강 &#9733;<![CDATA[ <x> ]]></string>
        <key>Starred</key><true/><key>Tags</key><array><string>산책</string></array>
        <key>Location</key><dict><key>Latitude</key><real>37.5</real><key>Longitude</key><integer>127</integer></dict>
        <key>Time Zone</key><string>Asia/Seoul</string><key>UUID</key><string>0123456789ABCDEF0123456789ABCDEF</string>
        </dict></plist>
        """

    private static let dayOne = #"""
        {"metadata": {"version": "1.0"}, "entries": [
        {"uuid": "0123456789ABCDEF0123456789ABCDEF", "creationDate": "2024-05-01T22:30:00Z", "timeZone": "Asia\/Seoul",
        "starred": true, "text": "한강\n\n1\\. 걸었다", "tags": ["산책"], "location": {"latitude": 37.5, "longitude": 127.1},
        "weather": {"conditionsDescription": "Clear", "weatherCode": "clear", "temperatureCelsius": 3.5},
        "photos": [{"identifier": "A", "md5": "b", "type": "jpeg"}], "isAllDay": false}]}
        """#

    private static let keep =
        #"{"title":"a","listContent":[{"text":"b","isChecked":true}],"userEditedTimestampUsec":1714608000000000,"labels":[{"name":"c"}],"attachments":[{"filePath":"d"}]}"#

    private static let journey =
        #"{"text":"<p>a <b>b</b> &amp; <a href='c'>d</a></p><ul><li>e</ul><pre>f","date_journal":1714602600000,"id":"g","lat":1e308,"lon":2,"type":"html","weather":{"degree_c":1.5,"icon":"h"},"tags":["i"]}"#

    private static let enex = """
        <en-export><note><title>a</title><created>20240501T223000Z</created><tag>b</tag>
        <note-attributes><latitude>1</latitude><longitude>2</longitude></note-attributes>
        <content><![CDATA[<en-note><div>c<en-todo checked="true"/></div><en-media hash="d"/></en-note>]]></content>
        <resource><data encoding="base64">eA==</data><mime>image/png</mime></resource></note></en-export>
        """

    @Test(arguments: [
        (EntryFormat.markdown, "a.md", toml), (.dayOneClassic, "entries/A.doentry", plist),
        (.dayOne, "Journal.json", dayOne),
        (.json, "a.json", #"[{"text":"a","date":"2026-11-01","tags":["b"],"earlier":[{"text":"c"}]}]"#),
        (.sample, "a.json", #"[{"title":"a","body":"b","created_at":1700000000.5}]"#),
        (.csv, "a.csv", "date,text,tags,x\n2024-05-01,\"a \"\"b\"\"\",c,d\n01.06.2024,e,,\n"),
        (.org, "a.org", "#+FILETAGS: :a:\n* <2024-05-01 Wed 10:00-11:00 +1w> b :c:\nd\n** 2024\n*** [2024-05-02]\ne\n"),
        (.googleKeep, "a/b.json", keep), (.journey, "a/b.json", journey), (.evernote, "a.enex", enex),
        (
            .notion, "a/b 0123456789abcdef0123456789abcdef.md",
            "# b\n\nDate: May 1, 2024 → May 2, 2024\nTags: a, b\n\nc\n"
        ),
    ])
    func `forged files of formats that are only read are read or refused`(
        format: EntryFormat, name: String, text: String
    ) throws {
        var whole = Source.file(SourceFile(path: name, bytes: bytes(text)))
        if name.contains("/") { whole = folder([name: bytes(text)]) }
        #expect(try readEntries(whole, readOptions()).format == format)
        forge("\(format) only read", [bytes(text)], times: runs(debug: 1500)) { forged in
            let file = Source.file(SourceFile(path: name, bytes: forged))
            for source in [file, folder([name: forged])] {
                _ = try? readEntries(source, readOptions())
                _ = try? readEntries(source, format: format, readOptions())
            }
        }
    }

    /// What a reader takes of a forged file and says nothing of would be a loss that nobody sees: of jrnl's file and of
    /// notes every word of the file is in an entry, or the file is refused or counted.
    @Test func `a forged text is never read by half`() throws {
        var chance = Chance(for: "texts that are not read by half")
        let samples = (0..<8).map { _ in
            let words = (0..<20).map { chance.pick(["w\($0)", "[2026-11-0\($0 % 9 + 1) 10:00] t\($0)"]) }
            return words.map { $0 + chance.pick(["\n", " ", "\n\n"]) }.joined()
        }
        for _ in 0..<runs(debug: 2000) {
            let forged = chance.forged(bytes(chance.pick(samples)))
            for format in [EntryFormat.jrnl, .text] {
                let file = Source.file(SourceFile(path: "2026-11-01.txt", bytes: forged))
                guard let read = try? readEntries(file, format: format, readOptions()), read.losses[.files] == 0 else {
                    continue
                }
                let texts = read.rows.map { String(decoding: $0.content.text, as: UTF8.self) }.joined(separator: " ")
                let words = String(decoding: forged, as: UTF8.self).split { $0.isWhitespace }
                // A star at the end of a line of jrnl's is the entry's.
                for word in words where word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
                    #expect(texts.contains(word), "\(format): \(word) of \(forged)")
                }
            }
        }
    }
}

extension Chance {
    /// Signs that formats are made of.
    fileprivate mutating func signs(_ count: Int) -> [UInt8] {
        let signs = Array("{}[]\"'<>/&;:,-+#*=|?!%@\\ \n\t\rabT019.가".utf8)
        return (0..<count).map { _ in pick(signs) }
    }
}
