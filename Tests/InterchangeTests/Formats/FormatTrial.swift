/// What the tests of formats share: sources of given bytes, entries by chance, and the way out and in again.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

/// Options of a reader whose clock is that of a zone.
func readOptions(zone: String = "Asia/Seoul", timeFormat: String? = nil) -> ReadOptions {
    let now = EntryDate(seconds: 1_000_000, offset: 32_400, zone: zone, precision: .second)
    return ReadOptions(
        defaults: RowDefaults(now: now, zone: zone), timeFormat: timeFormat.flatMap { TimeFormat($0) })
}

/// A file of these bytes.
func source(_ text: String, named name: String = "file", modifiedAt: Int64? = nil) -> Source {
    .file(SourceFile(path: name, bytes: bytes(text), modifiedAt: modifiedAt))
}

/// A folder of these files.
func folder(_ files: [String: [UInt8]], modifiedAt: Int64? = nil) -> Source {
    .folder(
        SourceFolder(path: "folder", names: files.keys.sorted()) { (name) throws(ReadProblem) in
            SourceFile(path: "folder/" + name, bytes: files[name] ?? [], modifiedAt: modifiedAt)
        })
}

/// An entry as a diary would give it.
func entry(_ content: EntryContent) -> Entry {
    Entry(id: .zero, content: content, writtenAt: ClockReading(wall: 1_700_000_000_000_000, offset: 0))
}

/// What these entries are as a source in a format, and what is lost of them.
func written(
    _ contents: [EntryContent], as format: EntryFormat, _ options: WriteOptions = WriteOptions(zone: "Asia/Seoul")
) throws -> (source: Source, losses: FormatLosses) {
    var writer = try #require(format.writer(options))
    var stream: [UInt8] = []
    var files: [String: [UInt8]] = [:]
    func take(_ parts: [WrittenPart]) {
        for part in parts {
            switch part {
            case .bytes(let bytes): stream += bytes
            case .attachment(let name, _): files[name] = []
            case .picture: break
            case .file(let name, let bytes):
                #expect(files[name] == nil, "\(name) twice")
                files[name] = bytes
            }
        }
    }
    for content in contents { writer.count(entry(content)) }
    for content in contents { take(writer.take(entry(content), earlier: [])) }
    take(writer.finish())
    return (writer.isFolder ? folder(files) : .file(SourceFile(path: "file", bytes: stream)), writer.losses)
}

extension Chance {
    /// An entry that a format may or may not hold; `isPlain`: without place, weather and the like, in Seoul's zone.
    mutating func content(isPlain: Bool = true, precision: EntryDate.Precision = .second) -> EntryContent {
        let signs = [
            "#여행", "@민수", "[", "] ", "*", "[2020-01-01 10:00] x", "# head", "---", "title: x", ":", "\"", "<b>", "&",
            "- a", "  b", "@a/b", "#2026",
        ]
        let words = SampleWords.entries.filter { $0 != "\u{0}" } + signs
        var text = "x"
        for _ in 0..<below(12) { text += pick([" ", "\n", "", "\n\n"]) + pick(words) }
        let seconds = Int64(below(1 << 30)) + 700_000_000
        let step: Int64 = precision == .day ? 86_400 : precision == .minute ? 60 : 1
        var content = EntryContent(
            text: Array(text.utf8),
            date: EntryDate(
                seconds: seconds / step * step, offset: 32_400, zone: "Asia/Seoul", precision: precision))
        content.isStarred = isLucky(oneIn: 3)
        if isLucky(oneIn: 2) { content.tags = Set((0..<below(3)).map { _ in Tag(pick(["산책", "a/b", "일"])) }).sorted() }
        if !isPlain {
            if isLucky(oneIn: 3) { content.place = Place(latitude: Int32(below(900_000_000)), longitude: -1) }
            if isLucky(oneIn: 3) {
                var weather = Weather(main: "맑음", icon: "sun")
                if isLucky(oneIn: 2) { weather.temperature = Int16(below(6000) - 3000) }
                if isLucky(oneIn: 3) {
                    (weather.description, weather.source) = ("구름, \"조금\"; a\\b", "openweather")
                    weather.observedAt = seconds
                }
                content.weather = weather
            }
        }
        return content
    }
}
