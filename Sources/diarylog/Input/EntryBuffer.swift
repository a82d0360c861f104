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
    private let entries: [Entry]
    /// How the lines before the entries begin: the dashes and the id. The date may be in another language by now.
    private let heads: [[UInt8]]
    /// The whole text.
    let bytes: [UInt8]

    init(_ entries: [Entry], _ session: Session) {
        let most = entries.map { Self.dashes(in: $0.content.text) }.max() ?? 0
        let dashes = String(repeating: "-", count: max(5, most + 1))
        self.entries = entries
        heads = entries.map { Array("\(dashes) \($0.id.hexadecimal)".utf8) }
        var bytes: [UInt8] = []
        for (head, entry) in zip(heads, entries) {
            bytes += head + Array("  \(OnScreen.date(entry.content.date, session)) \(dashes)\n".utf8)
            bytes += entry.content.text
            bytes.append(0x0A)
        }
        self.bytes = bytes
    }

    /// The checksums of the texts, in order.
    var sums: [UInt32] { entries.map { CRC32C.checksum($0.content.text.span) } }

    /// The texts that were changed: none whose checksum is the one it was `given` with. Throws if a line before an
    /// entry is gone, stands elsewhere or twice, or has something above.
    func changes(in typed: [UInt8], given: [UInt32] = []) throws -> [(entry: Entry, text: [UInt8])] {
        let lines = typed.split(separator: 0x0A, omittingEmptySubsequences: false)
        // Editors may end lines as they like, and take white space off their ends.
        let positions = heads.map { head in
            let found = lines.indices.filter { lines[$0].starts(with: head) }
            return found.count == 1 ? found.first : nil
        }
        var found: [Int] = []
        for (position, entry) in zip(positions, entries) {
            guard let position, position > found.last ?? -1, !found.isEmpty || position == 0 else {
                throw Problem(
                    .lineGone,
                    "the line that begins entry \(OnScreen.shortID(entry.id)) is not where it was, or stands twice; nothing was written",
                    "일기 \(OnScreen.shortID(entry.id))의 첫머리 줄이 제자리에 없거나 두 번 있어 아무것도 쓰지 않았습니다",
                    hint: "Leave the lines of dashes as they are; to delete an entry, use diarylog delete.",
                    "줄표로 된 줄은 그대로 두세요. 지우려면 diarylog delete를 쓰세요.")
            }
            found.append(position)
        }
        var changes: [(entry: Entry, text: [UInt8])] = []
        for (index, entry) in entries.enumerated() {
            let isLast = index + 1 == entries.count
            var part = lines[(found[index] + 1)..<(isLast ? lines.count : found[index + 1])]
            // Behind the last line feed stands one line more, and it is empty.
            if isLast, part.last?.isEmpty == true { part.removeLast() }
            let text = Array(part.joined(separator: [0x0A]))
            // Of one that was forgotten meanwhile the checksum alone is known.
            let isGiven = given.count == entries.count && CRC32C.checksum(text.span) == given[index]
            if text != entry.content.text, !isGiven { changes.append((entry, text)) }
        }
        return changes
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
