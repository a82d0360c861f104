/// Whatever bytes a file of a format has, they are read or refused with a place; nothing traps.

import DiaryModel
import Interchange
import TestSupport
import Testing

@Suite("Forged files of formats") struct FormatFuzzTests {
    @Test(arguments: EntryFormat.allCases.filter { EntryFormat.writable.contains($0.rawValue) && $0 != .json })
    func `forged bytes are read or refused`(format: EntryFormat) throws {
        var chance = Chance(for: "entries to forge as \(format)")
        let contents = (0..<4).map { _ in chance.content(isPlain: false) }.sorted { $0.date.seconds < $1.date.seconds }
        let (written, _) = try written(contents, as: format)
        switch written {
        case .file(let file):
            forge("\(format)", [file.bytes], times: runs(debug: 1500)) { bytes in
                let forged = Source.file(SourceFile(path: "file", bytes: bytes))
                _ = try? readEntries(forged, readOptions())
                _ = try readEntries(forged, format: format, readOptions())
            }
        case .folder(let files):
            let name = try #require(files.names.first)
            forge("\(format)", [try files.file(name).bytes], times: runs(debug: 1500)) { bytes in
                _ = try? readEntries(folder([name: bytes]), readOptions())
                _ = try readEntries(folder([name: bytes]), format: format, readOptions())
            }
        }
    }
}
