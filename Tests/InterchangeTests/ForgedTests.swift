/// What a forged or damaged log may hold is still JSON when it is shown.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite(.timed) struct ForgedTests {
    @Test("entries with bytes no command writes, and times no clock shows, are valid JSON")
    func entries() throws {
        let folder = try Folder()
        var context = WriteContext(wall: 0, offset: 0, zone: "", entropy: .seeded([1]))
        try Diary.create(at: folder("diary"), in: &context)
        let diary = try Diary(at: folder("diary"))
        let content = EntryContent(
            text: Array("a".utf8), date: EntryDate(seconds: 0, offset: 0, zone: "", precision: .second))
        let added = try diary.add(content, in: context)
        guard case .changed(_, let entries) = added, var entry = entries.first else { return #expect(Bool(false)) }
        let strings: [[UInt8]] = [[], [0xFF], [0xED, 0xA0, 0x80], [0x22, 0x5C, 0x00, 0x1B, 0x7F], Array(0...255)]
        let numbers: [Int64] = [.min, .min + 1, -62_135_596_801, 0, 253_402_300_800, .max - 1, .max]
        let offsets: [Int32] = [.min, -86_400, 0, 59, 86_400, .max]
        for (bytes, number, offset) in strings.flatMap({ bytes in
            numbers.flatMap { number in offsets.map { (bytes, number, $0) } }
        }) {
            let text = String(decoding: bytes, as: UTF8.self)
            entry.content.text = bytes
            entry.content.date = EntryDate(seconds: number, offset: offset, zone: text, precision: .second)
            entry.content.tags = [Tag(bytes: bytes), Tag(bytes: bytes)]
            entry.content.place = Place(latitude: offset, longitude: offset)
            entry.content.weather = Weather(main: text, icon: text)
            entry.version = EntryVersion(UInt64(bitPattern: number))
            entry.createdAt = ClockReading(wall: number, offset: offset)
            for isFull in [false, true] {
                let bytes = JSONWriter.bytes(EntryJSON.object(entry, isFull: isFull))
                var reader = try JSONReader(bytes)
                let value = try reader.value()
                #expect(value["tags"] == .array([.text(text), .text(text)]))
            }
        }
    }
}
