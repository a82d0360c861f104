internal import DiaryModel
internal import Interchange

/// Entries as one text for the editor, in the shape of jrnl's file, and what was changed in it.
///
///     [2026-11-01 10:00:00 AM] the first line *
///     the other lines
///                                     a blank line
///
/// A line of an entry that looks like the first line of another gets a space in front while it is edited. What comes
/// back unchanged stays byte for byte; a date is read again only if it is written otherwise.
struct JrnlBuffer {
    /// An entry as the buffer shows it.
    struct Shown: Equatable {
        /// The date as it stands in brackets.
        var date: String
        var text: [UInt8]
        var isStarred: Bool
    }

    /// What became of the entries; `entry` counts those that were shown.
    enum Change: Equatable {
        /// Nil stays as it is.
        case edited(entry: Int, text: [UInt8]?, date: String?, isStarred: Bool?)
        case deleted(entry: Int)
        case added(date: String, text: [UInt8], isStarred: Bool)
    }

    /// A part of the buffer: a date in brackets, and what stands behind it up to the next one.
    private struct Part: Hashable {
        var date: String
        var text: [UInt8]
        var isStarred: Bool
    }

    private let entries: [Shown]
    private let isDate: (String) -> Bool
    private let lines: Set<[UInt8]>
    private let dates: Set<String>

    /// `isDate` says whether a text in brackets is a date.
    init(_ entries: [Shown], isDate: @escaping (String) -> Bool) {
        (self.entries, self.isDate) = (entries, isDate)
        dates = Set(entries.map(\.date))
        lines = Set(entries.flatMap { $0.text.split(separator: 0x0A).map { Array($0) } })
    }

    var bytes: [UInt8] { Array(entries.map { written($0) }.joined(separator: [0x0A])) }

    private func written(_ entry: Shown) -> [UInt8] {
        var text = Self.withoutBlankEnd(entry.text)
        if entry.isStarred {
            text.insert(contentsOf: Array(" *".utf8), at: text.firstIndex(of: 0x0A) ?? text.count)
        }
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        let guarded = lines.enumerated().map { index, line in
            index > 0 && Self.isGuarded(line.drop { $0 == 0x20 }) ? [0x20] + line : Array(line)
        }
        return Array("[\(entry.date)] ".utf8) + guarded.joined(separator: [0x0A]) + [0x0A]
    }

    /// Whether a line begins with something in brackets, so that spaces in front of it are counted.
    private static func isGuarded(_ line: ArraySlice<UInt8>) -> Bool { bracket(in: line) != nil }

    private static func bracket(in line: ArraySlice<UInt8>) -> (date: String, rest: ArraySlice<UInt8>)? {
        guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
            close - line.startIndex > 1
        else { return nil }
        let rest = line[(close + 1)...]
        guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x0D else { return nil }
        return (String(decoding: line[(line.startIndex + 1)..<close], as: UTF8.self), rest.dropFirst())
    }

    private static func withoutBlankEnd(_ text: [UInt8]) -> [UInt8] {
        var text = text
        while let last = text.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { text.removeLast() }
        return text
    }

    // MARK: Back

    /// What was changed. Throws rather than lose a text: where text stands above the first date, and where an entry is
    /// gone and a new line looks like a date that cannot be read.
    func changes(in typed: [UInt8]) throws(Problem) -> [Change] {
        guard hasVisibleCharacter(String(decoding: typed, as: UTF8.self)) else { throw JrnlProblem.emptiedEditor }
        let (above, parts, doubtful) = try parts(of: typed)
        if hasVisibleCharacter(String(decoding: above.text, as: UTF8.self)) {
            guard parts.isEmpty, entries.count == 1 else { throw JrnlProblem.textAbove(line: above.line) }
            // The only entry, without its date: it keeps it.
            return edit(0, by: Part(date: entries[0].date, text: above.text, isStarred: false))
        }
        let matches = matched(parts)
        let kept = Set(matches.values)
        let gone = entries.indices.filter { !kept.contains($0) }
        if !gone.isEmpty, let doubtful { throw JrnlProblem.unreadableDate(doubtful.text, line: doubtful.line) }
        var changes: [Change] = []
        for (index, part) in parts.enumerated() {
            if let entry = matches[index] {
                changes += edit(entry, by: part)
            } else if hasVisibleCharacter(String(decoding: part.text, as: UTF8.self)) {
                changes.append(.added(date: part.date, text: part.text, isStarred: part.isStarred))
            }
        }
        return changes + gone.map { .deleted(entry: $0) }
    }

    private func edit(_ index: Int, by part: Part) -> [Change] {
        let before = entries[index]
        let bare = Self.withoutBlankEnd(before.text)
        // An entry without a text is a deleted one.
        if !hasVisibleCharacter(String(decoding: part.text, as: UTF8.self)) { return [.deleted(entry: index)] }
        let text = part.text == bare ? nil : part.text + before.text[bare.count...]
        let date = part.date == before.date ? nil : part.date
        let isStarred = part.isStarred == before.isStarred ? nil : part.isStarred
        if text == nil, date == nil, isStarred == nil { return [] }
        return [.edited(entry: index, text: text, date: date, isStarred: isStarred)]
    }

    /// Which entry each part is: one that is the same in all, then one of the same date and title, of the same date, of
    /// the same text, of the same title, and at last one that stands at the same place. Costs a pass for each rule.
    private func matched(_ parts: [Part]) -> [Int: Int] {
        let bare = entries.map { Part(date: $0.date, text: Self.withoutBlankEnd($0.text), isStarred: $0.isStarred) }
        var matches: [Int: Int] = [:]
        var taken: Set<Int> = []
        let rules: [(Int, Part) -> Part] = [
            { $1 }, { Part(date: $1.date, text: Array(Self.title($1)), isStarred: false) },
            { Part(date: $1.date, text: [], isStarred: false) }, { Part(date: "", text: $1.text, isStarred: false) },
            { Part(date: "", text: Array(Self.title($1)), isStarred: false) },
            // Only where as many are there as before: otherwise what is new is no other entry's text.
            { index, _ in Part(date: "\(index)", text: [], isStarred: false) },
        ]
        for (number, rule) in rules.enumerated() where number + 1 < rules.count || parts.count == entries.count {
            // Those that are free, by what the rule compares, the first one last.
            var free: [Part: [Int]] = [:]
            for index in bare.indices.reversed() where !taken.contains(index) {
                free[rule(index, bare[index]), default: []].append(index)
            }
            for index in parts.indices where matches[index] == nil {
                guard let entry = free[rule(index, parts[index])]?.popLast() else { continue }
                matches[index] = entry
                taken.insert(entry)
            }
        }
        return matches
    }

    private static func title(_ part: Part) -> ArraySlice<UInt8> { part.text.prefix { $0 != 0x0A } }

    private func parts(
        of typed: [UInt8]
    ) throws(Problem) -> (above: (text: [UInt8], line: Int), [Part], doubtful: (text: String, line: Int)?) {
        var parts: [(date: String, lines: [[UInt8]])] = []
        var above: [[UInt8]] = []
        var firstAbove = 1
        var doubtful: (text: String, line: Int)?
        for (number, line) in typed.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if let (date, rest) = Self.bracket(in: line) {
                if dates.contains(date) || (date.count > 6 && isDate(date)) {
                    parts.append((date, [Array(rest)]))
                    continue
                }
                if doubtful == nil, date.contains(where: \.isNumber), !lines.contains(Array(line)) {
                    doubtful = (String(decoding: line, as: UTF8.self), number + 1)
                }
            }
            var line = Array(line)
            // The space that guarded it.
            if line.first == 0x20, Self.isGuarded(line.drop { $0 == 0x20 }) { line.removeFirst() }
            if parts.isEmpty {
                if above.allSatisfy({ $0.isEmpty }) { firstAbove = number + 1 }
                above.append(line)
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        func text(_ lines: [[UInt8]]) -> [UInt8] { Self.withoutBlankEnd(Array(lines.joined(separator: [0x0A]))) }
        return (
            (text(above), firstAbove),
            parts.map { part in
                let (bare, isStarred) = JrnlTyped.withoutStar(text(part.lines))
                return Part(date: part.date, text: bare, isStarred: isStarred)
            }, doubtful
        )
    }
}
