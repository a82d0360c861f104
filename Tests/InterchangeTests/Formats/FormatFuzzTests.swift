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
            forge("\(format)", [try file.bytes()], times: runs(debug: 400)) { bytes in
                let forged = Source.file(SourceFile(path: "file", bytes: bytes))
                _ = try? readEntries(forged, readOptions())
                _ = try readEntries(forged, format: format, readOptions())
            }
        case .folder(let files):
            let name = try #require(files.names.first)
            forge("\(format)", [try files.file(name).bytes()], times: runs(debug: 400)) { bytes in
                _ = try? readEntries(folder([name: bytes]), readOptions())
                _ = try readEntries(folder([name: bytes]), format: format, readOptions())
            }
        }
    }

    @Test(arguments: EntryFormat.allCases)
    func `bytes by chance are read or refused, as a file and as a folder`(format: EntryFormat) {
        var chance = Chance(for: "bytes by chance as \(format)")
        let names = ["2026-11.txt", "2026-11-01_a.md", "2026/11/01.txt", "Journal.json"]
        for _ in 0..<runs(debug: 150) {
            let length = chance.below(120)
            let bytes = chance.isLucky(oneIn: 2) ? chance.bytes(length) : chance.signs(length)
            let file = Source.file(SourceFile(path: chance.pick(names), bytes: bytes))
            for source in [file, folder([chance.pick(names): bytes])] {
                _ = try? readEntries(source, readOptions())
                _ = try? readEntries(source, format: format, readOptions())
            }
        }
    }

    @Test(arguments: try FormatCase.all.filter { try !$0.isRefused })
    func `forged files of every case are read or refused`(sample: FormatCase) throws {
        let (input, options) = (try sample.input(), try sample.options)
        guard let format = try readEntries(input.source(), format: sample.format, options).format else { return }
        let path = input.largest
        forge(sample.name, [input.files[path] ?? []], times: runs(debug: 80)) { forged in
            let source = try input.with(forged, at: path).source()
            _ = try? readEntries(source, options)
            _ = try readEntries(source, format: format, options)
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
        for _ in 0..<runs(debug: 600) {
            let forged = chance.forged(bytes(chance.pick(samples)))
            for format in [EntryFormat.jrnl, .text] {
                let file = Source.file(SourceFile(path: "2026-11-01.txt", bytes: forged))
                guard let read = try? readEntries(file, format: format, readOptions()), read.losses[.files] == 0,
                    read.leftOut.count == 0
                else { continue }
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
