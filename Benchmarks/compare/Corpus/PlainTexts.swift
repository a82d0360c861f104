/// Texts that are searched by reading all of them: what a search must find, by a definition that knows no index.
struct PlainTexts {
    private var cutter = PlainUnits()
    private var units: [UInt32] = []
    private var starts = [0]
    /// The texts in the order of a page: the newest date first, and of one date the one made last.
    private let order: [Int]

    init(_ texts: [DiaryText]) {
        starts.reserveCapacity(texts.count + 1)
        for text in texts {
            cutter.read(text.text, into: &units)
            starts.append(units.count)
        }
        order = texts.indices.sorted { (texts[$0].date, $0) > (texts[$1].date, $1) }
    }

    /// What may stand at one place of a pattern, and whether nothing may separate it from the place before.
    private struct Slot {
        var accepted: Set<UInt32>
        var only: UInt32?
        var isJoined: Bool
    }

    /// Which texts a query finds; nil for one with more grammar than is known here.
    func matches(_ query: CorpusQuery) -> [Bool]? {
        guard let parts = query.parts else { return nil }
        var found = [Bool](repeating: true, count: starts.count - 1)
        for part in parts {
            let pattern = pattern(part)
            guard !pattern.isEmpty else { return nil }
            for text in found.indices where found[text] { found[text] = holds(text, pattern) }
        }
        return found
    }

    /// How many texts a query finds.
    func count(_ query: CorpusQuery) -> Int { matches(query)?.count { $0 } ?? 0 }

    /// The first of those texts, in the order of a page.
    func newest(_ limit: Int, of matches: [Bool]) -> [Int] { Array(order.lazy.filter { matches[$0] }.prefix(limit)) }

    private func pattern(_ part: CorpusQuery.Part) -> [Slot] {
        // A cutter of its own, so that a word nobody wrote gets a number that no text has.
        var cutter = cutter
        var read: [UInt32] = []
        cutter.read(part.words.joined(separator: " "), into: &read)
        var slots = read.map { unit in
            let value = unit & ~PlainUnits.separated
            return Slot(accepted: [value], only: value, isJoined: unit & PlainUnits.separated == 0)
        }
        guard part.isPrefix, let last = read.last, last & PlainUnits.isWord != 0,
            let word = cutter.words.first(where: { $0.value | PlainUnits.isWord == last & ~PlainUnits.separated })?.key
        else { return slots }
        let longer = cutter.words.filter { $0.key.hasPrefix(word) }.map { $0.value | PlainUnits.isWord }
        slots[slots.count - 1].accepted = Set(longer)
        slots[slots.count - 1].only = nil
        return slots
    }

    private func holds(_ text: Int, _ pattern: [Slot]) -> Bool {
        let last = starts[text + 1] - pattern.count
        guard starts[text] <= last else { return false }
        let first = pattern[0].only
        next: for start in starts[text]...last {
            // Most units are another one.
            if let first, units[start] & ~PlainUnits.separated != first { continue }
            for (offset, slot) in pattern.enumerated() {
                let unit = units[start + offset]
                if offset > 0, slot.isJoined, unit & PlainUnits.separated != 0 { continue next }
                let value = unit & ~PlainUnits.separated
                if let only = slot.only {
                    if only != value { continue next }
                } else if !slot.accepted.contains(value) {
                    continue next
                }
            }
            return true
        }
        return false
    }
}
