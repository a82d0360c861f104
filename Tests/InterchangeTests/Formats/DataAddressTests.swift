/// Files that stand in a text as `data:` addresses: each becomes an attached file, and nothing else changes.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Files that stand in texts", .timed) struct DataAddressTests {
    private static let png = "iVBORw0KGgo="

    /// What comes of a note with this text.
    private func note(_ text: String, named name: String = "2024-05-01.md") throws -> (EntryContent, FormatLosses) {
        let read = try readEntries(folder([name: bytes(text)]), readOptions())
        return (try #require(read.rows.first).content, read.losses)
    }

    @Test(arguments: [
        ("![한강](data:image/png;base64,iVBORw0KGgo=)", "![한강](attachment:image.png)", "image/png"),
        ("![a](data:image/png;base64,iVBORw0KGgo= \"제목\")", "![a](attachment:image.png \"제목\")", "image/png"),
        ("![a](<data:image/png;base64,iVBORw0KGgo=>)", "![a](attachment:image.png)", "image/png"),
        ("[a](DATA:application/pdf;base64,iVBORw0KGgo)", "[a](attachment:file.pdf)", "application/pdf"),
        ("![a](data:;base64,iVBORw0KGgo=)", "![a](attachment:image.png)", "image/png"),
        ("![a](data:image/png;base64,iVBO%52w0KGgo%3D)", "![a](attachment:image.png)", "image/png"),
        ("![a](data:image/png;x=y;base64,iVBO\nRw0K Ggo=\n)", "![a](attachment:image.png\n)", "image/png"),
        ("<img src=\"data:image/png;base64,iVBORw0KGgo=\">", "![](attachment:image.png)", "image/png"),
        ("<IMG alt='[1]' src='data:image/png;base64,iVBORw0KGgo=' />", "![1](attachment:image.png)", "image/png"),
        ("[![a](data:image/x-own;base64,iVBORw0KGgo=)](b)", "[![a](attachment:image)](b)", "image/x-own"),
        ("![][i]\n\n[i]: <data:image/png;base64,iVBORw0KGgo=>", "![][i]\n\n[i]: attachment:image.png", "image/png"),
    ])
    func `an address is found in each form, and becomes a file of its type that the text names`(
        text: String, wanted: String, type: String
    ) throws {
        let (content, losses) = try note("앞 <b> [x] \n\(text)\n 뒤](data")
        #expect(String(decoding: content.text, as: UTF8.self) == "앞 <b> [x] \n\(wanted)\n 뒤](data")
        let file = try #require(content.attachments.first)
        #expect(file.file == AttachedFile(hash: Digest(hashing: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]), size: 8))
        #expect(file.mediaType == type && content.attachments.count == 1)
        #expect(losses[.addresses] == 0)
    }

    @Test(arguments: [
        "![a](data:image/png;base64,iVBOR)", "![a](data:image/png;base64,iVB*Rw0K)", "![a](data:image/png;base64,)",
        "![a](data:image/png;base64)", "<img src='data:image/png;base64,%'>", "[i]: data:image/png;base64,a",
    ])
    func `what cannot be read stays as it is, and is counted with its file`(text: String) throws {
        let (content, losses) = try note("앞\n\(text)\n뒤")
        #expect(String(decoding: content.text, as: UTF8.self) == "앞\n\(text)\n뒤" && content.attachments.isEmpty)
        #expect(losses[.addresses] == 1)
        #expect(losses.places(of: .addresses) == [RowOrigin("folder/2024-05-01.md")])
    }

    @Test(arguments: [
        "data:image/png;base64,iVBORw0KGgo=", "a](data: b)", "[a](data:x", "x](data:image/png;base64,iVBORw0KGgo=)",
        "<img src=data:image/png;base64,iVBORw0KGgo=", "<image src='data:,a'>", "[a](b) data: c", "[i]: data: c",
    ])
    func `words about addresses are words`(text: String) throws {
        let (content, losses) = try note("앞\n\(text)")
        #expect(String(decoding: content.text, as: UTF8.self) == "앞\n\(text)" && content.attachments.isEmpty)
        #expect(losses[.addresses] == 0)
    }

    @Test func `of a text put together by chance each file has the bytes of its address, and all else stays`() throws {
        var chance = Chance(for: "data addresses")
        let words = [
            "한강", " ", "\n", "<b>", "[x]", "(", ")", "![", "](", "data:", "![a](b.png)", "<img src='c'>", "😀", "\"",
        ]
        for _ in 0..<runs(debug: 300) {
            var (written, wanted, files) = ("x", "x", [[UInt8]]())
            for _ in 0..<chance.below(12) {
                guard chance.isLucky(oneIn: 3) else {
                    let word = chance.pick(words) + "\n"
                    (written, wanted) = (written + word, wanted + word)
                    continue
                }
                let held = chance.bytes(1 + chance.below(60))
                if !files.contains(held) { files.append(held) }
                let number = 1 + (files.firstIndex(of: held) ?? 0)
                let name = "attachment:file" + (number == 1 ? "" : "-\(number)")
                let address = "data:application/x-own;base64,\(String(decoding: Base64.text(held), as: UTF8.self))"
                let (before, after) = chance.pick([("[a](", ")\n"), ("![](", " \"t\")\n"), ("\n[i]: ", "\n")])
                (written, wanted) = (written + "\n\(before)\(address)\(after)", wanted + "\n\(before)\(name)\(after)")
            }
            let (content, _) = try note(written + ".")
            #expect(String(decoding: content.text, as: UTF8.self) == wanted + ".")
            let hashes = content.attachments.map(\.hash)
            #expect(hashes == files.map { Array(Digest(hashing: $0).bytes) })
        }
    }

    @Test func `our own JSON keeps its texts, and the apps' does not`() throws {
        let text = "![](data:image/png;base64,\(Self.png))"
        let own = try readEntries(source(#"{"text":"\#(text)","date":"2024-05-01"}"#), readOptions())
        #expect(own.rows[0].content.text == bytes(text) && own.rows[0].content.attachments.isEmpty)
        let sample = try readEntries(
            source(#"[{"title":"강","body":"\#(text)","created_at":1700000000}]"#), readOptions())
        #expect(sample.rows[0].content.text == bytes("강\n\n![](attachment:image.png)"))
    }

    @Test func `a page's pictures come along`() throws {
        let page = "<p>강</p><p><img alt='' src='data:image/png;base64,\(Self.png)'></p>"
        let read = try readEntries(folder(["2024-05-01.html": bytes(page)]), format: .html, readOptions())
        #expect(read.rows[0].content.text == bytes("강\n\n![](attachment:image.png)"))
    }

    @Test func `many beginnings of addresses without an end take no time to tell`() throws {
        // Were each looked at up to the end of the text, this would take minutes.
        for piece in ["[a](data:", "[a](<data:", "<img ", "<img a='", "[a](data:,(", "\n[a]: data:"] {
            let text = String(repeating: piece, count: 20_000)
            let (content, _) = try note("x" + text)
            #expect(content.attachments.count <= 1)
        }
    }
}
