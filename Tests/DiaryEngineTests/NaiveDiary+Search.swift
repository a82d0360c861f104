import DiaryEngine
import DiaryModel
import DiarylogTextSearch
import EventStore

@testable import DiaryEngine

/// Searching by reading every text that any entry ever had.
struct NaiveSearch {
    private struct Text {
        var ordinal: UInt32
        var born: UInt64
        var died = UInt64.max
        /// The whole content at each event: a star may change under the same text.
        var contents: [(from: UInt64, content: EntryContent)]
        var read: [UInt8]
        var units: TextUnits

        func content(at sequence: UInt64) -> EntryContent? { contents.last { $0.from <= sequence }?.content }
    }

    private var texts: [Text] = []

    init(_ diary: NaiveDiary) {
        for id in diary.ids {
            var isLiving = false
            for version in diary.versions[id] ?? [] {
                let (content, last) = (version.content, texts.last?.contents.last?.content)
                let read = Self.read(content)
                if isLiving, let last, Self.read(last) == read, last.tags == content.tags,
                    last.date.seconds == content.date.seconds, !version.isDeleted
                {
                    texts[texts.count - 1].contents.append((version.sequence, content))
                    continue
                }
                if isLiving { texts[texts.count - 1].died = version.sequence }
                isLiving = !version.isDeleted
                guard isLiving else { continue }
                texts.append(
                    Text(
                        ordinal: UInt32(version.ordinal), born: version.sequence,
                        contents: [(version.sequence, content)], read: read, units: TextUnits(read)))
            }
        }
    }

    /// The texts as a person reads them.
    var all: [String] { texts.map { String(decoding: $0.read, as: UTF8.self) } }

    /// The text, and below it what another program called the place, and the tags that the text does not say.
    private static func read(_ content: EntryContent) -> [UInt8] {
        let said = TextTags.mentions(in: content.text).map(\.tag.text).map { $0.uppercased().lowercased() }
        let tags = content.tags.map(\.text).filter { !said.contains($0.uppercased().lowercased()) }
        let line = tags.map { $0.hasPrefix("@") ? $0 : "#" + $0 }.joined(separator: " ")
        var read = content.text
        for place in content.extra where place.key == "placeName" { read += [0x0A] + place.value }
        if !tags.isEmpty { read += Array(("\n" + line).utf8) }
        return read
    }

    /// `ordinal/born/is only half typed`, in the order of dates.
    func found(_ request: SearchRequest, at sequence: UInt64) -> [String] {
        let loose = found(request, at: sequence, isLoose: true)
        // Korean words have a space within only where few entries have them as typed.
        return loose.count { $0.hasSuffix("false") } < 32 ? loose : found(request, at: sequence, isLoose: false)
    }

    private func found(_ request: SearchRequest, at sequence: UInt64, isLoose: Bool) -> [String] {
        let (asked, wide) = (request.asked, request.wide(isLoose: isLoose))
        var found: [(text: Text, date: Int64, isWide: Bool)] = []
        for text in texts {
            let isThere = text.born <= sequence && (request.allVersions || sequence < text.died)
            guard isThere, let content = text.content(at: request.allVersions ? text.born : sequence) else { continue }
            let date = content.date.seconds
            if asked.matches(text.read.span, text.units, date: date, content) {
                found.append((text, date, false))
            } else if wide?.matches(text.read.span, text.units, date: date, content) == true {
                found.append((text, date, true))
            }
        }
        found.sort { left, right in
            if left.isWide != right.isWide { return right.isWide }
            if left.date != right.date { return left.date > right.date }
            if left.text.ordinal != right.text.ordinal { return left.text.ordinal > right.text.ordinal }
            return left.text.born > right.text.born
        }
        return found.map { "\($0.text.ordinal)/\(request.allVersions ? $0.text.born : 0)/\($0.isWide)" }
    }
}
