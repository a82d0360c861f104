/// An entry as some of its events make it: what a person is shown.
package struct EntryView: Equatable, Sendable {
    package var state: EntryState
    /// Nil if the entry has one head and that head leaves nothing undecided, as with nearly all entries.
    package var branches: EntryBranches?

    package init(state: EntryState, branches: EntryBranches?) {
        self.state = state
        self.branches = branches
    }
}

/// How an entry's text was arrived at where several events may have written it.
public enum EntryStatus: UInt8, Sendable, CaseIterable {
    /// One text, or several that are equal.
    case one = 0
    /// Several texts that changed different words, merged; no event wrote the result.
    case merged = 1
    /// Several texts that cannot be merged: the one written last is shown, the others are alternatives.
    case conflict = 2
    /// The entry was forgotten: nothing of its content is left.
    case forgotten = 3
    /// Only events are here that this program does not understand: a newer one wrote them.
    case notUnderstood = 4
}

/// An entry that has several heads, or one head that leaves something undecided.
package struct EntryBranches: Equatable, Sendable {
    /// An event by its number in this log and by the id that it has in every log.
    package struct Event: Equatable, Sendable {
        package var number: UInt64
        package var id: EventID

        package init(number: UInt64, id: EventID) {
            self.number = number
            self.id = id
        }
    }

    /// A text that is not shown.
    package struct Alternative: Equatable, Sendable {
        package var event: Event
        package var text: [UInt8]

        package init(event: Event, text: [UInt8]) {
            self.event = event
            self.text = text
        }
    }

    package var status: EntryStatus
    /// Whether it is alive although one of its heads is deleted.
    package var isContested: Bool
    /// Events that no other one descends from, in the order in which a new event names them as parents.
    package var heads: [Event]
    /// In a conflict, the texts that are not shown, by ascending stamp.
    package var alternatives: [Alternative]

    package init(status: EntryStatus, isContested: Bool, heads: [Event], alternatives: [Alternative]) {
        self.status = status
        self.isContested = isContested
        self.heads = heads
        self.alternatives = alternatives
    }
}

extension EntryGraph {
    /// The most hunks that are followed from one text to another; texts further apart are a conflict.
    package static let longestWay = 16_384

    /// The entry as all of its events make it.
    package mutating func view() -> EntryView { view(of: heads, tips: allTips) }

    /// The entry as a writer saw it who had these events and their ancestors; nil if the graph has none of them.
    package mutating func view(of numbers: [UInt64]) -> EntryView? {
        let known = Set(numbers.compactMap { index(of: $0) }).sorted()
        guard !known.isEmpty else { return nil }
        let heads = maximal(known)
        return view(of: byStamp(heads), tips: tips(of: heads))
    }

    /// `heads` must be in ascending order of their stamps.
    private mutating func view(of heads: [Int], tips: [Int]) -> EntryView {
        if heads.contains(where: { nodes[$0].isForgotten }) {
            return EntryView(
                state: .forgotten,
                branches: EntryBranches(
                    status: .forgotten, isContested: false, heads: parents(heads, greatestTip: nil), alternatives: []))
        }
        let fields = merged(heads)
        let tips = byStamp(tips)
        var (text, status, alternatives) = shownText(of: tips)
        var state = EntryState(content: fields.content(text: text), isDeleted: fields.isDeleted)
        if heads.count == 1, isPlain(heads[0]) { return EntryView(state: state, branches: nil) }
        if tips.isEmpty { state = untold(fields, by: heads) }
        if !state.isUnderstood { status = .notUnderstood }
        let isContested = !fields.isDeleted && voters(of: heads).contains { nodes[$0].fields.isDeleted }
        return EntryView(
            state: state,
            branches: EntryBranches(
                status: status, isContested: isContested, heads: parents(heads, greatestTip: tips.last),
                alternatives: alternatives))
    }

    private func event(_ index: Int) -> EntryBranches.Event {
        EntryBranches.Event(number: nodes[index].number, id: nodes[index].stamp.id)
    }

    /// The heads as a new event names them: first the head that shows the greatest tip's text, the greatest of several,
    /// or else the greatest head; then the rest by id. Of an entry that was forgotten no text counts.
    private func parents(_ heads: [Int], greatestTip: Int?) -> [EntryBranches.Event] {
        let first = heads.last { nodes[$0].main == greatestTip } ?? heads.last
        let rest = heads.filter { $0 != first }.sorted { nodes[$0].stamp.id < nodes[$1].stamp.id }
        return ((first.map { [$0] } ?? []) + rest).map { event($0) }
    }

    /// The text shown for some tips, given by ascending stamp.
    private mutating func shownText(
        of tips: [Int]
    ) -> (text: [UInt8], status: EntryStatus, alternatives: [EntryBranches.Alternative]) {
        guard let greatest = tips.last else { return ([], .one, []) }
        let shown = text(of: greatest)
        let all = tips.map { text(of: $0) }
        if all.allSatisfy({ $0 == shown }) { return (shown, .one, []) }
        if let merged = together(tips) { return (merged, .merged, []) }
        var alternatives: [EntryBranches.Alternative] = []
        for (tip, text) in zip(tips, all) where text != shown {
            alternatives.append(EntryBranches.Alternative(event: event(tip), text: text))
        }
        return (shown, .conflict, alternatives)
    }
}
