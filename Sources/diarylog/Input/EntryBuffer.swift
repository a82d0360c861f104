internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

/// Many entries as one text for the editor: before each a line of dashes, its id and its date.
///
///     ----- 7f3a…  November 1, 2026 -----
///     the text
///
/// The dashes are more than any text has in a row at the beginning of a line, so no text can be taken for such a line.
struct EntryBuffer {
    /// What a note keeps of an entry: the line before it, and the checksum of its text, by which is seen whether it was
    /// changed. Of one that was forgotten meanwhile nobody else knows.
    struct Part: Sendable {
        let id: EntryID
        let line: String
        let checksum: UInt32
    }

    let parts: [Part]
    /// The whole text.
    let bytes: [UInt8]

    init(_ entries: [Entry], _ session: Session) {
        let most = entries.map { Self.dashes(in: $0.content.text) }.max() ?? 0
        let dashes = String(repeating: "-", count: max(5, most + 1))
        parts = entries.map { entry in
            let line = "\(dashes) \(entry.id.hexadecimal)  \(OnScreen.date(entry.content.date, session)) \(dashes)"
            return Part(id: entry.id, line: line, checksum: CRC32C.checksum(entry.content.text.span))
        }
        bytes = zip(parts, entries).flatMap { Array("\($0.line)\n".utf8) + $1.content.text + [0x0A] }
    }

    /// The texts in a file that was given these parts, in order; nil for each that is as it was given. Throws if a line
    /// before an entry is gone, was changed, stands elsewhere or twice, or has something above.
    static func changes(in typed: [UInt8], given parts: [Part]) throws -> [[UInt8]?] {
        let lines = typed.split(separator: 0x0A, omittingEmptySubsequences: false)
        var found: [Int] = []
        for part in parts {
            let positions = lines.indices.filter { isLine(lines[$0], before: part) }
            guard positions.count == 1, positions[0] > found.last ?? -1, !found.isEmpty || positions[0] == 0 else {
                throw Problem(
                    .lineGone,
                    "the line that begins entry \(OnScreen.shortID(part.id)) is not as it was, not where it was, or stands twice; nothing was written",
                    "일기 \(OnScreen.shortID(part.id))의 첫머리 줄이 바뀌었거나 제자리에 없거나 두 번 있어 아무것도 쓰지 않았습니다",
                    hint: "Leave the lines of dashes as they are; to delete an entry, use diarylog delete.",
                    "줄표로 된 줄은 그대로 두세요. 지우려면 diarylog delete를 쓰세요.")
            }
            found.append(positions[0])
        }
        return parts.indices.map { index in
            let isLast = index + 1 == parts.count
            var text = lines[(found[index] + 1)..<(isLast ? lines.count : found[index + 1])]
            // Behind the last line feed stands one line more, and it is empty.
            if isLast, text.last?.isEmpty == true { text.removeLast() }
            let bytes = Array(text.joined(separator: [0x0A]))
            return CRC32C.checksum(bytes.span) == parts[index].checksum ? nil : bytes
        }
    }

    /// A file without an entry: nothing from the line before it to the one before the next.
    static func taking(_ id: EntryID, outOf typed: [UInt8], given parts: [Part]) -> [UInt8] {
        var isOut = false
        let lines = typed.split(separator: 0x0A, omittingEmptySubsequences: false).filter { line in
            if let part = parts.first(where: { isLine(line, before: $0) }) { isOut = part.id == id }
            return !isOut
        }
        // Behind the last of them stands an empty line, for the line feed at the end.
        return Array(lines.joined(separator: [0x0A])) + (isOut && !lines.isEmpty ? [0x0A] : [])
    }

    /// Whether a line of a file is the one before an entry. Editors may end lines as they like, and take white space
    /// off their ends.
    private static func isLine(_ line: ArraySlice<UInt8>, before part: Part) -> Bool {
        guard line.starts(with: part.line.utf8) else { return false }
        return line.dropFirst(part.line.utf8.count).allSatisfy { [0x09, 0x0D, 0x20].contains($0) }
    }

    /// Whether a text begins as one of many entries does.
    static func begins(_ typed: [UInt8]) -> Bool {
        let words = typed.prefix { $0 != 0x0A }.split(separator: 0x20, maxSplits: 2)
        guard words.count > 1, words[0].count >= 5, words[0].allSatisfy({ $0 == 0x2D }) else { return false }
        return EntryID(hexadecimal: String(decoding: words[1], as: UTF8.self)) != nil
    }

    /// The most dashes with which a line of a text begins.
    private static func dashes(in text: [UInt8]) -> Int {
        text.split(separator: 0x0A).map { $0.prefix { $0 == 0x2D }.count }.max() ?? 0
    }
}
