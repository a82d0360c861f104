/// Entries of every kind, by chance: decomposed Hangul, joined emoji, NUL, all fields, fields of later versions.

import DiaryModel
import DiarylogTestSupport

extension Chance {
    /// A text with something to see in it.
    mutating func text(words: Int) -> [UInt8] {
        Array(("x" + text(of: SampleWords.entries, words: words)).utf8)
    }

    mutating func date() -> EntryDate {
        // Few days, so that many entries share one.
        let seconds = pick([-9_782_640_000, 0, 1_608_651_333, 1_608_681_600]) + Int64(below(4)) * 86_400
        let zones: [(String, Int32)] = [("Asia/Seoul", 32_400), ("Europe/London", -75), ("", 0)]
        let (zone, offset) = pick(zones)
        let precision = pick(EntryDate.Precision.allCases)
        let unit: Int64 = [.day: 86_400, .minute: 60][precision] ?? 1
        let rest = (seconds % unit + unit) % unit
        return EntryDate(seconds: seconds - rest, offset: offset, zone: zone, precision: precision)
    }

    /// A filter of a few terms; dates within a week of the entries'.
    mutating func filter(depth: Int = 2) -> EntryFilter {
        let day = Int64(below(9) - 1) * 86_400
        switch below(depth == 0 ? 6 : 9) {
        case 0: return .dates(day...day + Int64(below(4)) * 86_400)
        case 1: return .dayOfMonth(1 + below(8))
        case 2: return .month(1 + below(2))
        case 3: return .starred
        case 4: return .tag(tags().first ?? Tag("a"))
        case 5: return .everything
        case 6: return .not(filter(depth: depth - 1))
        case 7: return .all((0..<below(3)).map { _ in filter(depth: depth - 1) })
        default: return .any((0..<below(3)).map { _ in filter(depth: depth - 1) })
        }
    }

    mutating func tags() -> [Tag] {
        let stock = ["산책", "sea", "a", "\u{1112}\u{1161}", "x y"].map(Tag.init)
        return Set((0..<below(3)).map { _ in pick(stock) }).sorted()
    }

    /// Any content that may be an entry.
    mutating func content(words: Int = 12) -> EntryContent {
        var content = EntryContent(text: text(words: below(words)), date: date())
        content.tags = tags()
        content.isStarred = below(3) == 0
        if below(3) == 0 {
            content.place = Place(
                latitude: Int32.random(in: -900_000_000...900_000_000, using: &self), longitude: Int32(-1))
        }
        if below(3) == 0 { content.weather = Weather(main: pick(["Rain", "", "맑음"]), icon: "10d") }
        // By the text, so that no number of the seed is used up: now all that a weather may say, now less.
        let length = content.text.count
        if length % 2 == 0 { content.weather?.description = "약한 비" }
        if length % 3 == 0 { content.weather?.temperature = Int16(length % 60 * 100 - 3_000) }
        if length % 5 == 0 { content.weather?.source = "open-meteo" }
        if length % 7 == 0 { content.weather?.observedAt = Int64(length) * 1_000_000 }
        if below(4) == 0 {
            content.attachments = (0...below(2)).map { _ in
                Attachment(name: "사진.jpg", mediaType: "image/jpeg", size: next(), hash: bytes(32))
            }.sorted()
        }
        if below(4) == 0 {
            content.extra = ["uuid", "날씨"].prefix(1 + below(2)).map { ExtraField(key: $0, value: bytes(below(6))) }
        }
        if below(4) == 0 {
            content.unknown = [17, 90, 1 << 40].prefix(1 + below(3)).map {
                UnknownField(number: $0, bytes: bytes(1 + below(5)))
            }
        }
        return content
    }

    /// A text that differs from another in a place or two.
    mutating func retouched(_ text: [UInt8]) -> [UInt8] {
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        let start = 1 + below(scalars.count)
        let end = min(scalars.count, start + below(4))
        var result = String.UnicodeScalarView(scalars[..<start])
        result.append(contentsOf: String(decoding: self.text(words: below(3)), as: UTF8.self).unicodeScalars)
        result.append(contentsOf: scalars[end...])
        return Array(String(result).utf8)
    }

    mutating func edit(of content: EntryContent) -> EntryEdit {
        var edit = EntryEdit()
        if below(3) > 0 { edit.text = below(3) == 0 ? text(words: below(12)) : retouched(content.text) }
        if below(4) == 0 { edit.date = date() }
        if below(4) == 0 { edit.addedTags = tags() }
        if below(4) == 0 { edit.removedTags = tags() }
        if below(5) == 0 { edit.isStarred = below(2) == 0 }
        if below(6) == 0 { edit.place = Place(latitude: 37.5, longitude: Double(below(3))) }
        return edit
    }
}
