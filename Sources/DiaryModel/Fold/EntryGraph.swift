/// The events of one entry as a set: the state that each of them left, and the entry as any of them make it.
///
/// An entry is a function of the set of its events. They may come in any order in which parents precede their children,
/// and the answers are the same for each. `Docs/FormatEvents.md`, "Folding an entry", gives the rules by number.
///
/// Adding an event costs what it changes; texts are merged when they are asked for.
package struct EntryGraph: Sendable {
    struct Node: Sendable {
        var number: UInt64
        var stamp: EventStamp
        /// Indices of the parents in the graph, in the order in which the event names them.
        var parents: [Int]
        var isCreation: Bool
        var isModification: Bool
        var isLost: Bool
        /// When it was written, of an event that is not understood.
        var date: EntryDate?
        /// What a person replaced in the text; nil where nobody saved one.
        var hunks: [TextHunk]?
        /// The text, of a text writer: it says what the text is.
        var text: [UInt8]?
        /// The text writer whose text the event left: itself, or its first parent's. Nil if there is none.
        var main: Int?
        /// The newest text writers among the event and its ancestors: no other text writer there descends from them.
        /// Ascending.
        var tips: [Int]
        var fields: MergedFields
        /// The events that say whether the entry is deleted: this one; of an unattended edit, those of its parents.
        var voters: [Int]
        var isForgotten: Bool
        /// Whether what it left is told whatever is lost.
        var isTold: Bool
    }

    private(set) var nodes: [Node] = []
    private var indexes: [UInt64: Int] = [:]
    /// Events that no other one descends from, ascending by index.
    private var lastIndexes: [Int] = []
    /// The tips of all events together, ascending by index.
    private(set) var allTips: [Int] = []
    /// The result of the last search for the newest text that some tips have in common.
    var lastCommon: (tips: [Int], writer: Int?)?
    /// Known ways from one writer's text to another's.
    var ways: [WayEnds: Way] = [:]
    /// Bytes of all texts.
    package private(set) var size = 0

    struct WayEnds: Hashable, Sendable {
        var from: Int
        var to: Int
    }

    /// What one text kept of another, and how many hunks lie between.
    struct Way: Sendable {
        var kept: KeptRanges
        var hunks: Int
    }

    /// A graph without events.
    package init() {}

    /// Begins at an event that all others descend from, with the state it left, as if that event were the creation.
    ///
    /// Correct only if that event leaves nothing undecided.
    package init(from state: EntryState, number: UInt64, stamp: EventStamp) {
        let creation = EntryAct.event(.created(state.content))
        add(EntryStep(number: number, stamp: stamp, parents: [], act: creation, isCreation: true))
        nodes[0].fields.isDeleted = state.isDeleted
    }

    package var isEmpty: Bool { nodes.isEmpty }

    /// How many events it has, including the one at which it begins.
    package var count: Int { nodes.count }

    /// Whether an event modifies the entry, and has the greatest stamp of all that do.
    package func isNewestModification(_ number: UInt64) -> Bool {
        guard let index = indexes[number], nodes[index].isModification else { return false }
        return !nodes.contains { $0.isModification && nodes[index].stamp < $0.stamp }
    }

    /// Whether no event modifies the entry.
    package var isUnmodified: Bool { !nodes.contains(where: \.isModification) }

    /// Whether an event is a creation, understood or not, and has the least stamp of all creations.
    package func isFirstCreation(_ number: UInt64) -> Bool {
        guard let index = indexes[number], nodes[index].isCreation else { return false }
        return !nodes.contains { $0.isCreation && $0.stamp < nodes[index].stamp }
    }

    /// Whether the graph has this event.
    package func contains(_ number: UInt64) -> Bool { indexes[number] != nil }

    /// Whether one of these events is a text writer.
    package func writesText(in events: ClosedRange<UInt64>) -> Bool {
        nodes.contains { $0.text != nil && events.contains($0.number) }
    }

    func index(of number: UInt64) -> Int? { indexes[number] }

    /// Adds an event after its parents; a parent that is not in the graph is taken for lost and left out.
    package mutating func add(_ step: EntryStep) {
        guard indexes[step.number] == nil else { return }
        let (index, act) = (nodes.count, step.act)
        let parents = step.parents.compactMap { indexes[$0] }
        var node = Node(
            number: step.number, stamp: step.stamp, parents: parents, isCreation: step.isCreation,
            isModification: step.isModification, isLost: act == .lost, date: step.date, hunks: act.event?.hunks,
            text: nil, main: parents.first.flatMap { nodes[$0].main }, tips: tips(of: parents), fields: merged(parents),
            voters: step.isUnattended ? voters(of: parents) : [index],
            isForgotten: act == .forget || parents.contains { nodes[$0].isForgotten },
            isTold: parents.count == 1 && nodes[parents[0]].isTold)
        switch act {
        case .event(.created(let content)), .event(.edited(let content, _)):
            node.fields.follow(content, by: index, isAttended: !step.isUnattended)
            if step.isCreation || node.hunks != nil || content.text != node.main.map({ text(of: $0) }) ?? [] {
                node.text = content.text
            }
            if !step.isUnattended { (node.fields.isDeleted, node.isTold) = (false, true) }
        case .event(.deleted), .blanked: node.fields.isDeleted = true
        case .forget, .notUnderstood: break
        case .lost: node.isTold = false
        }
        if let text = node.text {
            size += text.count
            allTips = allTips.filter { !node.tips.contains($0) } + [index]
            (node.main, node.tips) = (index, [index])
        }
        lastIndexes = lastIndexes.filter { !parents.contains($0) } + [index]
        indexes[step.number] = index
        nodes.append(node)
    }

    /// The text of a writer.
    func text(of writer: Int) -> [UInt8] { nodes[writer].text ?? [] }

    /// The writer on whose text an event's hunks were made.
    func base(of writer: Int) -> Int? { nodes[writer].parents.first.flatMap { nodes[$0].main } }

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
    /// An unattended edit leaves that to its parents; so one that was made beside a deletion does not undo it.
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

    /// Whether an event leaves nothing undecided: its only tip is the writer of the text that it shows, and all that
    /// say whether the entry is deleted say the same.
    func isPlain(_ index: Int) -> Bool {
        let node = nodes[index]
        guard let main = node.main, node.tips == [main], let first = node.voters.first else { return false }
        return node.voters.allSatisfy { nodes[$0].fields.isDeleted == nodes[first].fields.isDeleted }
    }

    /// Whether an event leaves nothing undecided; nil if the graph does not have it.
    package func isPlain(_ number: UInt64) -> Bool? { indexes[number].map { isPlain($0) } }

    /// The state that an event left, as written: no merge of texts is in it. Nil if the graph does not have the event.
    package func state(after number: UInt64) -> EntryState? {
        guard let index = indexes[number] else { return nil }
        if nodes[index].isForgotten { return .forgotten }
        let fields = nodes[index].fields
        guard let main = nodes[index].main else { return untold(fields, by: [index]) }
        return EntryState(content: fields.content(text: text(of: main)), isDeleted: fields.isDeleted)
    }

    /// The state of which some events and their ancestors tell no text: not understood, if one of them is not. Its date
    /// is that of the one of least stamp.
    func untold(_ fields: MergedFields, by events: [Int]) -> EntryState {
        let known = ancestors(of: events)
        let unread = known.indices.filter { known[$0] && nodes[$0].date != nil }
        if let date = byStamp(unread).first.flatMap({ nodes[$0].date }) {
            return .notUnderstood(date, isDeleted: fields.isDeleted)
        }
        return EntryState(content: fields.content(text: []), isDeleted: fields.isDeleted)
    }

    // MARK: Around damage

    /// Whether an event of the entry is lost.
    package var hasLost: Bool { nodes.contains(where: \.isLost) }

    /// Whether what an event left rests on an event that is lost.
    package func isDoubtful(_ number: UInt64) -> Bool { indexes[number].map { hasLost && !nodes[$0].isTold } ?? true }

    /// Whether the entry may be another one than its view, by an event that is lost. It is not where it stands on one
    /// event that tells what it left, and a person saved the newest text after all that is lost.
    package var isDoubtful: Bool {
        if !hasLost { return false }
        guard lastIndexes.count == 1, nodes[lastIndexes[0]].isTold, allTips.count == 1, let tip = allTips.first,
            nodes[tip].hunks != nil
        else { return true }
        let known = ancestors(of: [tip])
        return nodes.indices.contains { index in
            nodes[index].isLost && !(index < known.count && known[index] && isPlaced(index))
        }
    }

    /// Whether a lost event follows one of its own device: otherwise it may have been a creation itself.
    private func isPlaced(_ lost: Int) -> Bool {
        guard let parent = nodes[lost].parents.first else { return false }
        let (own, other) = (nodes[lost].stamp, nodes[parent].stamp)
        return own.deviceHigh == other.deviceHigh && own.deviceLow == other.deviceLow
    }
}
