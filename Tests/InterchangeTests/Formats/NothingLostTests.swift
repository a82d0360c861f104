/// Every word that stands anywhere in a source is in an entry afterwards, or in a counted loss.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Nothing is lost in silence", .timed) struct NothingLostTests {
    /// In these cases `%` stands wherever the format has a place for words.
    @Test(arguments: try FormatCase.all.filter { try $0.lost != nil })
    func `each marked word is in an entry, or something is counted for it`(sample: FormatCase) throws {
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
        #expect(try missing.count == sample.lost && missing.count <= counted * 3, "\(missing): \(read.losses.all)")
    }
}
