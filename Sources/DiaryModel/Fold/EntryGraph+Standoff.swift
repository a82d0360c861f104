// What stands beside what in an entry that stands on several events: texts, values that lost, deletions.

/// A field of an entry of which one value counts, where several devices wrote several.
public enum SingleValue: Equatable, Sendable {
    case date(EntryDate)
    case star(Bool)
    case place(Place?)
    case weather(Weather?)
}

/// What the heads of an entry say against each other, by the numbers of events in this log.
package struct EntryStandoff: Equatable, Sendable {
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
    package mutating func standoff() -> EntryStandoff? {
        let heads = heads
        if heads.isEmpty || heads.contains(where: { nodes[$0].isForgotten }) { return nil }
        let tips = byStamp(allTips)
        var texts: [EntryStandoff.Text] = []
        for tip in tips {
            let text = text(of: tip)
            var writers = [nodes[tip].number]
            if let index = texts.firstIndex(where: { $0.text == text }) {
                writers = texts.remove(at: index).writers + writers
            }
            texts.append(EntryStandoff.Text(writers: writers, text: text))
        }
        let base = texts.count > 1 ? commonWriter(of: tips) : nil
        let isDeleted = merged(heads).isDeleted
        return EntryStandoff(
            texts: texts,
            base: base.map { EntryStandoff.Text(writers: [nodes[$0].number], text: text(of: $0)) },
            deletions: isDeleted
                ? [] : byStamp(voters(of: heads)).filter { nodes[$0].fields.isDeleted }.map { nodes[$0].number },
            lost: lost(heads, \.date) { .date($0) } + lost(heads, \.star) { .star($0) }
                + lost(heads, \.place) { .place($0) } + lost(heads, \.weather) { .weather($0) },
            heads: heads.map { nodes[$0].number })
    }

    /// The values of a field that heads hold, that are not the one that counts, and that its writer had not seen.
    private func lost<Value: Equatable>(
        _ heads: [Int], _ field: (MergedFields) -> MergedFields.Written<Value>?, _ named: (Value) -> SingleValue
    ) -> [EntryStandoff.Lost] {
        let held = heads.compactMap { field(nodes[$0].fields) }
        guard let kept = held.max(by: { nodes[$0.writer].stamp < nodes[$1.writer].stamp }),
            held.contains(where: { $0.value != kept.value })
        else { return [] }
        let seen = ancestors(of: [kept.writer])
        var told: Set<Int> = []
        return held.sorted { nodes[$0.writer].stamp < nodes[$1.writer].stamp }.compactMap { held in
            let isSeen = held.writer < seen.count && seen[held.writer]
            guard held.value != kept.value, !isSeen, told.insert(held.writer).inserted else { return nil }
            return EntryStandoff.Lost(
                value: named(held.value), writer: nodes[held.writer].number, kept: named(kept.value),
                keeper: nodes[kept.writer].number)
        }
    }
}

/// What each side of an entry says, as events that say it once more beside each other.
package struct EntrySides: Equatable, Sendable {
    /// An event of one side, and what that side leaves then.
    package struct Part: Equatable, Sendable {
        package var side: Int
        package var event: EntryEvent
        package var after: EntryState
    }

    /// The event that all sides were made on: each side's first part is decided on it, the next ones on the one before.
    package var base: UInt64
    /// In the order of the stamps that wrote it first, so that of each field the same value counts.
    package var parts: [Part]
}

extension EntryGraph {
    /// What each head says, and each text of a head that leaves texts undecided; nil if there is no one event that all
    /// of it was made on.
    package mutating func sides() -> EntrySides? {
        let heads = heads
        guard let base = commonEvent(of: Set(heads + allTips).sorted()), let start = state(after: nodes[base].number)
        else { return nil }
        var parts: [(stamp: EventStamp, part: EntrySides.Part)] = []
        var side = 0
        for head in heads {
            let fields = nodes[head].fields
            for tip in nodes[head].tips {
                let target = EntryState(content: fields.content(text: text(of: tip)), isDeleted: fields.isDeleted)
                for event in events(from: start, to: target) {
                    guard case .changed(let changes) = event else {
                        let stamp = event == .restored ? nodes[base].stamp : nodes[head].stamp
                        parts.append((stamp, EntrySides.Part(side: side, event: event, after: start)))
                        continue
                    }
                    for change in changes {
                        let writer = writer(of: change, tip, fields) ?? head
                        let part = EntrySides.Part(side: side, event: .changed([change]), after: start)
                        parts.append((nodes[writer].stamp, part))
                    }
                }
                side += 1
            }
        }
        // A stable order: what has one stamp stays as it was found.
        let ordered = parts.indices.sorted { (parts[$0].stamp, $0) < (parts[$1].stamp, $1) }
        var states = [EntryState](repeating: start, count: side)
        var result = EntrySides(base: nodes[base].number, parts: [])
        for index in ordered {
            var part = parts[index].part
            guard let after = try? evolve(states[part.side], part.event) else { return nil }
            (part.after, states[part.side]) = (after, after)
            result.parts.append(part)
        }
        return result
    }

    private func writer(of change: FieldChange, _ tip: Int, _ fields: MergedFields) -> Int? {
        switch change {
        case .text: tip
        case .date: fields.date?.writer
        case .star: fields.star?.writer
        case .place: fields.place?.writer
        case .weather: fields.weather?.writer
        case .tags, .attachments, .extra, .unknown: nil
        }
    }

    /// The event that all of some events are or descend from and that precedes no other such event; nil if there is not
    /// exactly one.
    private func commonEvent(of events: [Int]) -> Int? {
        guard let least = events.min() else { return nil }
        var common = [Bool](repeating: true, count: least + 1)
        for event in events {
            let known = ancestors(of: [event])
            for index in common.indices where !known[index] { common[index] = false }
        }
        let greatest = maximal(common.indices.filter { common[$0] })
        return greatest.count == 1 ? greatest[0] : nil
    }
}
