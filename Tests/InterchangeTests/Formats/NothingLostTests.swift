/// Every word that stands anywhere in a source is in an entry afterwards, or in a counted loss.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Nothing is lost in silence", .timed) struct NothingLostTests {
    /// A source of a format in which `%` stands wherever the format has a place for words.
    struct Sample: Sendable, CustomTestStringConvertible {
        var format: EntryFormat
        var files: [String: String]
        /// How many of its words are in no entry: each belongs to something that is counted.
        var lost: Int
        var testDescription: String { "\(format)" }
    }

    static let samples: [Sample] = [
        Sample(
            format: .dayOne,
            files: [
                "Journal.json": #"""
                {"metadata": {"version": "1.0"}, "entries": [
                {"uuid": "479270F4CAD1429AB1564DB34D0FE3A1", "creationDate": "2024-05-01T13:30:00Z", "text": "% \\% %",
                 "tags": ["%", "%"], "location": {"placeName": "%", "localityName": "%", "country": "%", "region": "%"},
                 "weather": {"conditionsDescription": "%", "weatherCode": "%", "moonPhase": "%"}, "music": {"artist": "%"},
                 "creationDevice": "%", "sourceString": "%"},
                {"uuid": "0A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "2024-05-02T13:30:00Z",
                 "richText": "{\"contents\":[{\"text\":\"%\"},{\"attributes\":{\"linkURL\":\"http://%\"},\"text\":\" %\"},{\"embeddedObjects\":[{\"type\":\"preview\",\"url\":\"http://%\"}]}]}",
                 "modifiedDate": "soon %"},
                {"uuid": "1A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "%", "text": "%"},
                {"uuid": "2A1B2C3D4E5F60718293A4B5C6D7E8F9", "creationDate": "2024-05-03T13:30:00Z", "text": "x",
                 "photos": [{"md5": "%", "identifier": "%"}]}]}
                """#
            ], lost: 2),
        Sample(
            format: .googleKeep,
            files: [
                "Takeout/Keep/a.json": #"""
                {"title": "%", "textContent": "% %", "createdTimestampUsec": 1714570200000000,
                 "userEditedTimestampUsec": 1714570200000000, "labels": [{"name": "%"}], "color": "%",
                 "annotations": [{"title": "%", "url": "http://%"}], "sharees": [{"email": "%"}],
                 "attachments": [{"filePath": "%.jpg"}]}
                """#,
                "Takeout/Keep/b.json": #"""
                {"listContent": [{"text": "%", "isChecked": true}, {"text": "%"}], "userEditedTimestampUsec": 1714570200000000}
                """#,
                "Takeout/Keep/c.json":
                    #"{"userEditedTimestampUsec": 1714570200000000, "title": "%", "isTrashed": true}"#,
                "Takeout/Photos/%.json": #"{"title": "x"}"#,
            ], lost: 3),
        Sample(
            format: .journey,
            files: [
                "a.json": #"""
                {"id": "a", "date_journal": 1714570200000, "text": "<h2>%</h2><p>% <b>%</b></p><!-- x --><ul><li>%</li></ul><img src='x.png' alt='%' title='%'>",
                 "date_modified": "soon %",
                 "address": "%", "tags": ["%"], "weather": {"description": "%", "icon": "%"}, "music_title": "%", "label": "%",
                 "photos": ["%.jpg"]}
                """#,
                "b.json": #"{"id": "b", "date_journal": 1714570200000, "text": "% a < b, % <!-- %"}"#,
            ], lost: 1),
        Sample(
            format: .evernote,
            files: [
                "a.enex": #"""
                <?xml version="1.0"?><en-export><note><title>% & %</title><created>20240501T133000Z</created>
                <content><![CDATA[<en-note><div>% <a href="http://%">%</a></div><span title="%">%</span><en-media hash="0a" alt="%" title="%"/></en-note>]]></content>
                <tag>%</tag><note-attributes><author>%</author><application-data key="%">%</application-data></note-attributes>
                <resource><data encoding="base64">eA==</data><recognition><![CDATA[<t>%</t>]]></recognition><resource-attributes>
                <source-url>%</source-url><file-name>%.txt</file-name><application-data key="%">%</application-data>
                </resource-attributes></resource></note>
                <note><title>%</title><content><en-note><div>%</div></en-note></content><created>20240501T133000Z</created></note>
                <note><content encoding="base64:aes">%</content><created>20240501T133000Z</created></note>
                <note><title>%</title><content><![CDATA[<en-note>%</en-note>]]></content><created>soon %</created></note>
                </en-export>
                """#
            ], lost: 5),
        Sample(
            format: .markdown,
            files: [
                "2024-05-01 %.md": "---\ntags: [%, [%]]\ntitle:\n  - %\nmood: %\nstarred: %\nzone: %\n---\n%\n",
                "2024-05-02.md": "---\nodd: {{%}\n%: [\n---\n%\n", "2024-05-03.md": "---\nid: %\n---\n% ![%](%.png)\n",
                "%.pdf": "x",
            ], lost: 1),
        Sample(
            format: .org,
            files: [
                "20240501": "#+TITLE: %\n* Wednesday, 05/01/24\n%\n** 08:20 % :%:\n:PROPERTIES:\n:WHERE: %\n:END:\n%\n",
                "2024.org":
                    "% \n* <2024-05-01 Wed> %\n:LOGBOOK:\n- %\n:END:\n** %\n%\n* <2024-05-02 Thu> x\n:PROPERTIES:\n:ID: %\n%\n* <2024-05-03 Fri> y :%:\n:PROPERTIES:\n:ID: %\n%\n:END:\n** <2024-05-04 Sat> z\n#+begin_quote\n%\n* <2024-05-05 Sun> %\n* %\n%\n",
            ], lost: 4),
        Sample(
            format: .html,
            files: [
                "2024-05-01.html":
                    "<title>% 2</title><meta name='description' content='%'><meta itemprop='tag' content='%'><p title='%'>%<img src='a' alt='%' title='%'><video><source src='%.mov'></video><sup>%</sup></p>",
                "2024-05-02 %.html": "<p>%</p>",
            ], lost: 0),
        Sample(
            format: .redNotebook,
            files: [
                "2024-05.txt":
                    "1: {text: '%', Tags: {%: null}, Mood: {%: null}}\n4: {Tags: {%: null}}\n2: {text: '%\n3: {text: '%'}\n",
                "%.md": "x",
            ], lost: 2),
        Sample(
            format: .csv,
            files: ["a.csv": "date,title,text,tags,%\n2024-05-01,%,%,%,%\nsoon %,x,%,,\n2024-05-02,%,,,\n"], lost: 2),
        Sample(
            format: .iCalendar,
            files: [
                "a.ics": [
                    "BEGIN:VCALENDAR", "BEGIN:VJOURNAL", "UID:%", "DTSTART:20240501", "SUMMARY:%", "SUMMARY:%",
                    "DESCRIPTION:%",
                    "CATEGORIES:%",
                    "CONTACT:%", "% broken", "END:VJOURNAL", "END:VCALENDAR", "",
                ].joined(separator: "\r\n")
            ], lost: 1),
        Sample(
            format: .joplin,
            files: [
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1.md":
                    "%\n\n% ![](:/00)\n\nid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1\ncreated_time: 2024-05-01T13:30:00.000Z\nauthor: %\nsource_url: %\ntype_: 1",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2.md":
                    "%\n\n<p>% &amp; <i>%</i></p>\n\nid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2\ncreated_time: 2024-05-01T13:30:00.000Z\nmarkup_language: 2\ntype_: 1",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3.md":
                    "%\n\n%\n\nid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3\ncreated_time: 2024-05-01T13:30:00.000Z\ndeleted_time: 1714658400000\ntype_: 1",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa4.md":
                    "%\n\nid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa4\nparent_id: \ntype_: 2",
            ], lost: 3),
        Sample(
            format: .notion,
            files: [
                "x 1a2b3c4d5e6f708192a3b4c5d6e7f809.md":
                    "# %\n\nDate: May 1, 2024\nTags: %, %\nMood: %\n\n% ![%](%.png)\n"
            ], lost: 0),
    ]

    @Test(arguments: samples)
    func `each marked word is in an entry, or something is counted for it`(sample: Sample) throws {
        var words: [String] = []
        func marked(_ text: String) -> String {
            var parts = text.split(separator: "%", omittingEmptySubsequences: false)[...]
            var result = String(parts.popFirst() ?? "")
            for part in parts {
                words.append("mark\(words.count)q")
                result += (words.last ?? "") + part
            }
            return result
        }
        var files: [String: [UInt8]] = [:]
        for (name, text) in sample.files.sorted(by: { $0.key < $1.key }) { files[marked(name)] = bytes(marked(text)) }
        let source: Source =
            [.evernote, .csv, .iCalendar].contains(sample.format)
            ? .file(SourceFile(path: files.keys.first ?? "", bytes: files.values.first ?? [])) : folder(files)
        let read = try readEntries(source, format: sample.format, readOptions())
        let said = read.rows.map { row in
            let content = row.content
            let names = content.attachments.map(\.name) + content.tags.map(\.text)
            let extra = content.extra.map { $0.key + " " + String(decoding: $0.value, as: UTF8.self) }
            let weather = content.weather.map { [$0.main, $0.icon, $0.description] } ?? []
            return ([String(decoding: content.text, as: UTF8.self)] + names + extra + weather).joined(separator: " ")
        }.joined(separator: " ")
        let missing = words.filter { !said.contains($0) }
        let counted =
            read.losses.all.reduce(0) { $0 + $1.count } + read.leftOut.count
            + read.unknown.values.reduce(0, +)
        #expect(words.count > 5 && read.count > 0)
        #expect(missing.count == sample.lost && missing.count <= counted * 3, "\(missing): \(read.losses.all)")
    }
}
