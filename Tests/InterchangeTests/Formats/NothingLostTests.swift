/// Every word that stands anywhere in a source is in an entry afterwards, or in a counted loss.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Nothing is lost in silence", .timed) struct NothingLostTests {
    @Test(arguments: try FormatCase.all.filter(\.isMarked))
    func `each marked word is in an entry, or something of its own is counted for it`(sample: FormatCase) throws {
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
        var input = try sample.input()
        let files = input.files.sorted { $0.key < $1.key }.map { name, held in
            (marked(name), bytes(marked(String(decoding: held, as: UTF8.self))))
        }
        input.files = Dictionary(uniqueKeysWithValues: files)
        let read = try readEntries(input.source(), format: sample.format, readOptions())
        let said = said(by: read)
        let missing = words.indices.filter { !said.contains(words[$0]) }
        #expect(words.count > 4 && read.count > 0)
        let lost = try sample.lost
        #expect(missing == lost.flatMap(\.words).sorted(), "\(files) \(read.losses.all) \(read.leftOut)")
        for (kind, words) in lost {
            let count = kind == "leftOut" ? read.leftOut.count : FormatLoss(rawValue: kind).map { read.losses[$0] } ?? 0
            // What is left out pays for all that stands in it, all else for one word.
            #expect(count >= (Self.whole.contains(kind) ? 1 : words.count), "\(kind)")
        }
    }

    /// Losses of whole entries and files.
    private static let whole: Set = [
        "leftOut", "trashed", "copies", "templates", "pages", "files", "ciphers", "twice",
    ]

    /// All words that entries have.
    private func said(by read: ReadRows) -> String {
        read.rows.map { row in
            let content = row.content
            let names = content.attachments.map(\.name) + content.tags.map(\.text)
            let extra = content.extra.map { $0.key + " " + String(decoding: $0.value, as: UTF8.self) }
            let weather = content.weather.map { [$0.main, $0.icon, $0.description] } ?? []
            return ([String(decoding: content.text, as: UTF8.self)] + names + extra + weather).joined(separator: " ")
        }.joined(separator: " ")
    }
}
