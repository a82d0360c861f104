/// The events of one entry as a set: the state that each of them left, and the entry as any of them make it.
///
/// An entry is a function of the set of its events. They may come in any order in which parents precede their children,
/// and the answers are the same for each. `Docs/FileFormat.md`, "Folding an entry", gives the rules by number.
///
/// Adding an event costs what it changes; texts are built when they are asked for.
package struct EntryGraph: Sendable {
    struct Node: Sendable {
        var number: UInt64
        var stamp: EventStamp
        /// Indices of the parents in the graph, in the order in which the event names them.
        var parents: [Int]
        var act: EntryAct
        var vouches: (@Sendable ([UInt8]) -> Bool)?
        /// The text writer whose text the event left: itself, or its first parent's.
        var main: Int
        /// The newest text writers among the event and its ancestors: no other text writer there descends from them.
        /// Ascending.
        var tips: [Int]
        var fields: MergedFields
        /// The events that say whether the entry is deleted: this one; of an observation, those of its parents.
        var voters: [Int]
        var isForgotten: Bool
        /// Whether it, or an event that it descends from, is a creation that was blanked.
        var isBlanked: Bool

        var isLost: Bool { act == .lost }
        /// Whether it is understood, and no observation: then it says when the entry was modified.
        var isModification: Bool {
            switch act {
            case .create, .change, .forget: true
            case .observe, .notUnderstood, .lost: false
            }
        }
        /// Whether it says what the text is.
        var isWriter: Bool {
            switch act {
            case .create, .lost: true
            case .change(let change): change.splices != nil
            case .observe, .forget, .notUnderstood: false
            }
        }
    }

    private(set) var nodes: [Node] = []
    private var indexes: [UInt64: Int] = [:]
    /// Events that no other one descends from, ascending by index.
    private var lastIndexes: [Int] = []
    /// The tips of all events together, ascending by index.
    private(set) var allTips: [Int] = []
    /// The result of the last search for the newest text that some tips have in common.
    var lastCommon: (tips: [Int], writer: Int?)?
    /// Texts that have been built, by writer.
    var texts: [Int: [UInt8]] = [:]
    /// For each event, whether its text is certain (of use for writers); nil until an event is lost or does not fit.
    var sureness: [Bool]?
    /// Whether events were added since texts were last recovered around what is lost.
    var isUnsettled = false
    /// Known changes from one writer's text to another's, as pieces of the first text, with their number of splices.
    var changes: [ChangeKey: Change] = [:]

    struct ChangeKey: Hashable, Sendable {
        var from: Int
        var to: Int
    }

    struct Change: Sendable {
        var pieces: TextPieces
        var splices: Int
    }

    /// A graph without events.
    package init() {}

    /// Begins at an event that all others descend from, with the state it left, as if that event were the creation.
    ///
    /// Correct only if that event leaves nothing undecided.
    package init(from state: EntryState, number: UInt64, stamp: EventStamp) {
        var fields = MergedFields()
        fields.take(state.content, by: 0)
        fields.isDeleted = state.isDeleted
        nodes = [
            Node(
                number: number, stamp: stamp, parents: [], act: .create(state.content), main: 0, tips: [0],
                fields: fields, voters: [0], isForgotten: false, isBlanked: state.content.isBlanked)
        ]
        indexes[number] = 0
        (lastIndexes, allTips) = ([0], [0])
        texts[0] = state.content.text
    }

    package var isEmpty: Bool { nodes.isEmpty }

    /// How many events it has, including the one at which it begins.
    package var count: Int { nodes.count }

    /// Whether an event is understood, is no observation, and has the greatest stamp of all such events.
    package func isNewestModification(_ number: UInt64) -> Bool {
        guard let index = indexes[number], nodes[index].isModification else { return false }
        return !nodes.contains { $0.isModification && nodes[index].stamp < $0.stamp }
    }

    /// Whether an event is a creation and has the least stamp of all creations.
    package func isFirstCreation(_ number: UInt64) -> Bool {
        guard let index = indexes[number], case .create = nodes[index].act else { return false }
        return !nodes.contains { node in
            if case .create = node.act { return node.stamp < nodes[index].stamp }
            return false
        }
    }

    /// Whether the graph has this event.
    package func contains(_ number: UInt64) -> Bool { indexes[number] != nil }

    func index(of number: UInt64) -> Int? { indexes[number] }

    /// Adds an event after its parents; a parent that is not in the graph is taken for lost and left out.
    package mutating func add(_ step: EntryStep) {
        guard indexes[step.number] == nil else { return }
        let index = nodes.count
        let parents = step.parents.compactMap { indexes[$0] }
        var node = Node(
            number: step.number, stamp: step.stamp, parents: parents, act: step.act, vouches: step.vouches, main: index,
            tips: [index], fields: merged(parents), voters: [index],
            isForgotten: parents.contains { nodes[$0].isForgotten },
            isBlanked: parents.contains { nodes[$0].isBlanked })
        if let first = parents.first { node.main = nodes[first].main }
        apply(step.act, at: index, to: &node)
        let before = tips(of: parents)
        if node.isWriter || parents.isEmpty {
            node.main = index
            allTips = allTips.filter { !before.contains($0) } + [index]
        } else {
            node.tips = before
        }
        lastIndexes = lastIndexes.filter { !parents.contains($0) } + [index]
        if node.isLost { doubt() }
        indexes[step.number] = index
        nodes.append(node)
        if sureness != nil {
            sureness?.append(false)
            settle(newest: index)
        }
    }

    private func apply(_ act: EntryAct, at index: Int, to node: inout Node) {
        switch act {
        case .create(let content):
            node.fields.take(content, by: index)
            node.isBlanked = node.isBlanked || content.isBlanked
            node.fields.isDeleted = node.isBlanked
        case .change(let change):
            for field in change.fields { node.fields.take(field, by: index) }
            if let isDeleted = change.isDeleted { node.fields.isDeleted = isDeleted || node.isBlanked }
        case .observe(let weather):
            if let weather { node.fields.observe(weather, by: index) }
            if !node.parents.isEmpty { node.voters = voters(of: node.parents) }
        case .forget: node.isForgotten = true
        case .notUnderstood, .lost: break
        }
    }

    // MARK: Heads, tips, ancestors

    /// Events that no other one descends from, by ascending stamp.
    var heads: [Int] { byStamp(lastIndexes) }

    func byStamp(_ indexes: [Int]) -> [Int] { indexes.sorted { nodes[$0].stamp < nodes[$1].stamp } }

    /// The tips of several events together, ascending by index.
    func tips(of events: [Int]) -> [Int] {
        guard let first = events.first else { return [] }
        if events.dropFirst().allSatisfy({ nodes[$0].tips == nodes[first].tips }) { return nodes[first].tips }
        return maximal(Set(events.flatMap { nodes[$0].tips }).sorted())
    }

    /// The events that say for several others whether the entry is deleted, ascending by index.
    ///
    /// An observation leaves that to its parents; so one that was made beside a deletion does not undo it.
    func voters(of events: [Int]) -> [Int] { maximal(Set(events.flatMap { nodes[$0].voters }).sorted()) }

    /// Those of some events, ascending, that none of the others descends from.
    func maximal(_ events: [Int]) -> [Int] {
        guard events.count > 1, let least = events.first, let greatest = events.last else { return events }
        var isReached = [Bool](repeating: false, count: greatest - least + 1)
        let among = Set(events)
        for index in stride(from: greatest, through: least, by: -1)
        where isReached[index - least] || among.contains(index) {
            for parent in nodes[index].parents where parent >= least { isReached[parent - least] = true }
        }
        return events.filter { !isReached[$0 - least] }
    }

    /// Whether the graph has all of these events, and none of them descends from another.
    package func areApart(_ numbers: [UInt64]) -> Bool {
        let known = Set(numbers.compactMap { indexes[$0] }).sorted()
        return known.count == numbers.count && maximal(known).count == known.count
    }

    /// For each event from `least` to the greatest of `events`, whether it is one of them or an ancestor of one.
    ///
    /// Element 0 stands for `least`.
    func ancestors(of events: [Int], downTo least: Int = 0) -> [Bool] {
        guard let greatest = events.max() else { return [] }
        var isReached = [Bool](repeating: false, count: max(greatest - least + 1, 0))
        for event in events where event >= least { isReached[event - least] = true }
        for index in stride(from: greatest, through: least, by: -1) where isReached[index - least] {
            for parent in nodes[index].parents where parent >= least { isReached[parent - least] = true }
        }
        return isReached
    }

    /// All fields but the text, merged from what several events left.
    func merged(_ events: [Int]) -> MergedFields {
        guard let first = events.first else { return MergedFields() }
        if events.count == 1 { return nodes[first].fields }
        var seen: [Int: [Bool]] = [:]
        let merge = FieldsMerge(
            sides: events.map { nodes[$0].fields },
            hasSeen: { (side, event) in
                let known = seen[side] ?? ancestors(of: [events[side]])
                seen[side] = known
                return event < known.count && known[event]
            }, stamp: { nodes[$0].stamp })
        var result = merge.result
        result.isDeleted = voters(of: events).allSatisfy { nodes[$0].fields.isDeleted }
        return result
    }

    // MARK: What an event left

    /// Whether an event leaves nothing undecided: its only tip is the writer of the text that it shows, and it is no
    /// observation whose parents say both that the entry lives and that it is deleted.
    func isPlain(_ index: Int) -> Bool {
        let node = nodes[index]
        guard node.tips == [node.main] else { return false }
        return node.voters.count == 1 || node.voters.allSatisfy { nodes[$0].fields.isDeleted == node.fields.isDeleted }
    }

    /// Whether an event leaves nothing undecided; nil if the graph does not have it.
    package func isPlain(_ number: UInt64) -> Bool? { indexes[number].map { isPlain($0) } }

    /// The state that an event left, as written: no merge of texts is in it. Nil if the graph does not have the event.
    package mutating func state(after number: UInt64) -> EntryState? {
        guard let index = indexes[number] else { return nil }
        if nodes[index].isForgotten { return .forgotten }
        let fields = nodes[index].fields
        let text = text(of: nodes[index].main)
        return EntryState(content: fields.content(text: text), isDeleted: fields.isDeleted)
    }

    /// Whether the text that an event left is certain; only damage makes it doubtful.
    package mutating func isSure(_ number: UInt64) -> Bool {
        guard let index = indexes[number] else { return false }
        _ = text(of: nodes[index].main)
        return sureness?[nodes[index].main] ?? true
    }
}

extension EntryState {
    /// What remains of an entry that was forgotten.
    package static let forgotten = EntryState(content: EntryContent(text: [], date: .none), isDeleted: true)
}
