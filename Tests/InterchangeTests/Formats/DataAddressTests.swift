/// Files that stand in a text as `data:` addresses: each becomes an attached file, and nothing else changes.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite("Files that stand in texts", .timed) struct DataAddressTests {
    /// What comes of a note with this text.
    private func note(_ text: String) throws -> EntryContent {
        try #require(try readEntries(folder(["2024-05-01.md": bytes(text)]), readOptions()).rows.first).content
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
            let content = try note(written + ".")
            #expect(String(decoding: content.text, as: UTF8.self) == wanted + ".")
            let hashes = content.attachments.map(\.hash)
            #expect(hashes == files.map { Array(Digest(hashing: $0).bytes) })
        }
    }

    @Test func `many beginnings of addresses without an end take no time to tell`() throws {
        // Were each looked at up to the end of the text, this would take minutes.
        for piece in ["[a](data:", "[a](<data:", "<img ", "<img a='", "[a](data:,(", "\n[a]: data:"] {
            let text = String(repeating: piece, count: 20_000)
            let content = try note("x" + text)
            #expect(content.attachments.count <= 1)
        }
    }
}
