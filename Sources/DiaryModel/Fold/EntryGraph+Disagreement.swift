// What stands beside what in an entry that stands on several events: texts, values that lost, deletions.

/// A field of an entry of which one value counts, where several devices wrote several.
public enum SingleValue: Equatable, Sendable {
    case date(EntryDate)
    case star(Bool)
    case place(Place?)
    case weather(Weather?)
}

/// What the heads of an entry say against each other, by the numbers of events in this log.
package struct EntryDisagreement: Equatable, Sendable {
    /// A text, and the events that wrote it, by ascending stamp.
    package struct Text: Equatable, Sendable {
        package var writers: [UInt64]
        package var text: [UInt8]
    }

    /// A value that counts no more, and the one that counts, each with the event that wrote it. Neither saw the other.
    package struct Lost: Equatable, Sendable {
        package var value: SingleValue
        package var writer: UInt64
        package var kept: SingleValue
        package var keeper: UInt64
    }

    /// The texts that differ, by ascending stamp of the event that wrote each last: the last one is the one that a
    /// conflict shows.
    package var texts: [Text]
    /// The newest text that all of them were made of, if there is exactly one.
    package var base: Text?
    /// Events that left the entry deleted, though it lives.
    package var deletions: [UInt64]
    /// By field: date, star, place, weather; of a field by ascending stamp of the lost value.
    package var lost: [Lost]
    /// By ascending stamp.
    package var heads: [UInt64]
}

extension EntryGraph {
    /// What its heads say against each other; nil for an entry that was forgotten.
    package mutating func disagreement() -> EntryDisagreement? {
        let heads = heads
        if heads.isEmpty || heads.contains(where: { nodes[$0].isForgotten }) { return nil }
        let tips = byStamp(allTips)
        var texts: [EntryDisagreement.Text] = []
        for tip in tips {
            let text = text(of: tip)
            var writers = [nodes[tip].number]
            if let index = texts.firstIndex(where: { $0.text == text }) {
                writers = texts.remove(at: index).writers + writers
            }
            texts.append(EntryDisagreement.Text(writers: writers, text: text))
        }
        let base = texts.count > 1 ? commonWriter(of: tips) : nil
        let isDeleted = merged(heads).isDeleted
        return EntryDisagreement(
            texts: texts,
            base: base.map { EntryDisagreement.Text(writers: [nodes[$0].number], text: text(of: $0)) },
            deletions: isDeleted
                ? [] : byStamp(voters(of: heads)).filter { nodes[$0].fields.isDeleted }.map { nodes[$0].number },
            lost: lost(heads, \.date) { $0.map { .date($0) } } + lost(heads, \.star) { .star($0 ?? false) }
                + lost(heads, \.place) { .place($0) } + lost(heads, \.weather) { .weather($0) },
            heads: heads.map { nodes[$0].number })
    }

    /// The values of a field that heads hold, that are not the one that counts, and that its writer had not seen. What
    /// no person set is not missed.
    private func lost<Value: Equatable & Sendable>(
        _ heads: [Int], _ field: (MergedFields) -> MergedFields.Written<Value>?, _ named: (Value?) -> SingleValue?
    ) -> [EntryDisagreement.Lost] {
        let merge = FieldsMerge(
            sides: heads.map { nodes[$0].fields }, hasSeen: { _, _ in true }, stamp: { nodes[$0].stamp })
        let held = merge.sides.compactMap(field)
        guard let kept = merge.greatest(field), let value = named(kept.value),
            held.contains(where: { $0.value != kept.value })
        else { return [] }
        let seen = ancestors(of: [kept.writer])
        var told: Set<Int> = []
        return held.sorted { merge.isLess($0, $1) }.compactMap { held in
            let isSeen = held.writer < seen.count && seen[held.writer]
            guard held.value != kept.value, !isSeen, !held.isUnattended, told.insert(held.writer).inserted,
                let lost = named(held.value)
            else { return nil }
            return EntryDisagreement.Lost(
                value: lost, writer: nodes[held.writer].number, kept: value, keeper: nodes[kept.writer].number)
        }
    }
}
