import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Joplin", .timed) struct JoplinTests {
    private static let note = String(repeating: "a", count: 32)
    private static let tag = String(repeating: "b", count: 32)
    private static let book = String(repeating: "c", count: 32)
    private static let tie = String(repeating: "d", count: 32)
    private static let picture = String(repeating: "e", count: 32)

    private let files: [String: [UInt8]] = [
        "\(note).md": bytes(
            """
            한강

            강가를 걸었다.

            ![](:/\(picture))

            id: \(note)
            parent_id: \(book)
            created_time: 2024-05-02T00:00:00.000Z
            user_created_time: 2024-05-01T22:30:00.000Z
            user_updated_time: 2024-05-02T01:00:00.000Z
            latitude: 37.50000000
            longitude: 127.00000000
            altitude: 0.0000
            author: 민수
            source_url: 
            is_todo: 0
            type_: 1
            """),
        "\(book).md": bytes("일기장\n\nid: \(book)\ntype_: 2"),
        "\(tag).md": bytes("산책\n\nid: \(tag)\ntype_: 5"),
        "\(tie).md": bytes("id: \(tie)\nnote_id: \(note)\ntag_id: \(tag)\ntype_: 6"),
        "\(picture).md": bytes("강.jpg\n\nid: \(picture)\ntype_: 4"),
        "resources/\(picture).jpg": [1],
        "readme.txt": [1],
    ]

    @Test func `a note comes with its text, date, tags, place and notebook`() throws {
        let entries = try readEntries(folder(files), readOptions(zone: "Asia/Seoul"))
        #expect(entries.format == .joplin)
        #expect(entries.rows.count == 1)
        let row = try #require(entries.rows.first)
        let content = row.content
        #expect(
            String(decoding: content.text, as: UTF8.self) == "한강\n\n강가를 걸었다.\n\n![](attachment:강.jpg)")
        #expect(content.date.rfc3339() == "2024-05-02T07:30:00+09:00")
        #expect(content.tags.map(\.text) == ["산책", "일기장"])
        #expect(content.place == Place(latitude: 37.5, longitude: 127))
        #expect(content.extra.map(\.key) == ["notebook", "author"])
        #expect(row.id?.hexadecimal == Self.note)
        #expect(entries.losses[.attachments] == 0 && content.attachments.map(\.name) == ["강.jpg"])
        #expect(entries.losses[.files] == 1)
    }

    @Test func `a notebook is a tag, unless that is not wanted`() throws {
        var options = readOptions()
        options.tagsJournals = false
        let content = try #require(try readEntries(folder(files), options).rows.first).content
        #expect(content.tags == [Tag("산책")] && content.extra.contains { $0.key == "notebook" })
    }

    @Test func `a mistake is told with its file`() throws {
        var files = files
        files["\(Self.note).md"] = bytes("x\n\ncreated_time: gestern\ntype_: 1")
        #expect(throws: ReadProblem("folder/\(Self.note).md", .row(.badDate("gestern")))) {
            try readEntries(folder(files), readOptions())
        }
    }

    @Test func `forged notes are read or refused`() throws {
        let name = "\(Self.note).md"
        let note = try #require(files[name])
        forge("joplin", [note], times: runs(debug: 1500)) { forged in
            _ = try readEntries(folder([name: forged]), format: .joplin, readOptions())
        }
    }
}
