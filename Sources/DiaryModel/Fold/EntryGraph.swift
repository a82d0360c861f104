/// The events of one entry as a set: what each of them left, and what the entry is by any of them.
///
/// An entry is a function of the set of its events. They come in any order in which parents precede their children, and
/// the answers are the same for each such order. `Docs/FileFormat.md`, "Folding an entry", says the rules by number.
///
/// An event costs what it changes; texts are put together when they are asked for.
package struct EntryGraph: Sendable {
    struct Node: Sendable {
        var number: UInt64
        var stamp: EventStamp
        /// Places of the parents in the graph, in the order the event names them.
        var parents: [Int]
        var act: EntryAct
        var vouches: (@Sendable ([UInt8]) -> Bool)?
        /// The text writer whose text the event left: itself, or that of its first parent.
        var main: Int
        /// Text writers among the event and its ancestors that no other one there descends from, ascending.
        var tips: [Int]
        var fields: MergedFields
        var isForgotten: Bool

        var isLost: Bool { act == .lost }
        var isUnderstood: Bool { act != .lost && act != .notUnderstood }
        /// Whether it says what the text is.
        var isWriter: Bool {
            switch act {
            case .create, .lost: true
            case .change(let change): change.splices != nil
            case .forget, .notUnderstood: false
            }
        }
    }

    private(set) var nodes: [Node] = []
    private var places: [UInt64: Int] = [:]
    /// Events that no other one descends from, ascending by place.
    private var lastPlaces: [Int] = []
    /// The tips of all events together, ascending by place.
    private(set) var allTips: [Int] = []
    /// The last text that some tips had in common, as it was last looked for.
    var lastCommon: (tips: [Int], writer: Int?)?
    /// Texts that have been put together, by writer.
    var texts: [Int: [UInt8]] = [:]
    /// Where an event is lost, or does not fit: whether a writer's text is known for sure. Nil while nothing is amiss.
    var sureness: [Bool]?
    /// Whether events were added since texts were looked for around what is lost.
    var isUnsettled = false
    /// Changes from one writer to another, as pieces of the first one's text, and of how many splices.
    var changes: [ChangeKey: Change] = [:]

    struct ChangeKey: Hashable, Sendable {
        var from: Int
        var to: Int
    }

    struct Change: Sendable {
        var pieces: TextPieces
        var splices: Int
    }

    /// No event yet.
    package init() {}

    /// Begins at an event that all others descend from, with the state it left, as though that were the creation.
    ///
    /// Good only where that event carries no undecided text.
    package init(from state: EntryState, number: UInt64, stamp: EventStamp) {
        var fields = MergedFields()
        fields.take(state.content, by: 0)
        fields.isDeleted = state.isDeleted
        nodes = [
            Node(
                number: number, stamp: stamp, parents: [], act: .create(state.content), main: 0, tips: [0],
                fields: fields, isForgotten: false)
        ]
        places[number] = 0
        (lastPlaces, allTips) = ([0], [0])
        texts[0] = state.content.text
    }

    package var isEmpty: Bool { nodes.isEmpty }

    /// How many events it has, that at which it begins included.
    package var count: Int { nodes.count }

    /// Whether an event is understood, and of those that are the greatest.
    package func isNewestUnderstood(_ number: UInt64) -> Bool {
        guard let place = places[number], nodes[place].isUnderstood else { return false }
        return !nodes.contains { $0.isUnderstood && nodes[place].stamp < $0.stamp }
    }

    /// Whether an event is a creation, and of all of them the least.
    package func isFirstCreation(_ number: UInt64) -> Bool {
        guard let place = places[number], case .create = nodes[place].act else { return false }
        return !nodes.contains { node in
            if case .create = node.act { return node.stamp < nodes[place].stamp }
            return false
        }
    }

    /// Whether the graph has an event.
    package func contains(_ number: UInt64) -> Bool { places[number] != nil }

    func place(of number: UInt64) -> Int? { places[number] }

    /// Adds an event whose parents are there; those that are not are taken for lost, and passed over.
    package mutating func add(_ step: EntryStep) {
        guard places[step.number] == nil else { return }
        let place = nodes.count
        let parents = step.parents.compactMap { places[$0] }
        var node = Node(
            number: step.number, stamp: step.stamp, parents: parents, act: step.act, vouches: step.vouches, main: place,
            tips: [place], fields: merged(parents), isForgotten: parents.contains { nodes[$0].isForgotten })
        if let first = parents.first { node.main = nodes[first].main }
        apply(step.act, at: place, to: &node)
        let before = tips(of: parents)
        if node.isWriter || parents.isEmpty {
            node.main = place
            allTips = allTips.filter { !before.contains($0) } + [place]
        } else {
            node.tips = before
        }
        lastPlaces = lastPlaces.filter { !parents.contains($0) } + [place]
        if node.isLost { doubt() }
        places[step.number] = place
        nodes.append(node)
        if sureness != nil {
            sureness?.append(false)
            settle(newest: place)
        }
    }

    private func apply(_ act: EntryAct, at place: Int, to node: inout Node) {
        switch act {
        case .create(let content):
            node.fields.take(content, by: place)
            node.fields.isDeleted = false
        case .change(let change):
            for field in change.fields { node.fields.take(field, by: place) }
            if let isDeleted = change.isDeleted { node.fields.isDeleted = isDeleted }
        case .forget: node.isForgotten = true
        case .notUnderstood, .lost: break
        }
    }

    // MARK: Heads, tips, ancestors

    /// Events that no other one descends from, by ascending stamp.
    var heads: [Int] { byStamp(lastPlaces) }

    func byStamp(_ places: [Int]) -> [Int] { places.sorted { nodes[$0].stamp < nodes[$1].stamp } }

    /// The undecided or single text writers of several events together, ascending by place.
    func tips(of events: [Int]) -> [Int] {
        guard let first = events.first else { return [] }
        if events.dropFirst().allSatisfy({ nodes[$0].tips == nodes[first].tips }) { return nodes[first].tips }
        return maximal(Set(events.flatMap { nodes[$0].tips }).sorted())
    }

    /// Those of some events, ascending, that no other of them descends from.
    func maximal(_ events: [Int]) -> [Int] {
        guard events.count > 1, let least = events.first, let greatest = events.last else { return events }
        var isReached = [Bool](repeating: false, count: greatest - least + 1)
        let among = Set(events)
        for place in stride(from: greatest, through: least, by: -1)
        where isReached[place - least] || among.contains(place) {
            for parent in nodes[place].parents where parent >= least { isReached[parent - least] = true }
        }
        return events.filter { !isReached[$0 - least] }
    }

    /// Whether all of some events are here, and none of them descends from another.
    package func areApart(_ numbers: [UInt64]) -> Bool {
        let known = Set(numbers.compactMap { places[$0] }).sorted()
        return known.count == numbers.count && maximal(known).count == known.count
    }

    /// Of each event up to the last of some whether it is one of them, or an ancestor.
    func ancestors(of events: [Int], downTo least: Int = 0) -> [Bool] {
        guard let greatest = events.max() else { return [] }
        var isReached = [Bool](repeating: false, count: max(greatest - least + 1, 0))
        for event in events where event >= least { isReached[event - least] = true }
        for place in stride(from: greatest, through: least, by: -1) where isReached[place - least] {
            for parent in nodes[place].parents where parent >= least { isReached[parent - least] = true }
        }
        return isReached
    }

    /// The merge of what some events left: all but the text.
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
        return merge.result
    }

    // MARK: What an event left

    /// Whether an event carries no undecided text: the only undominated writer it has is the one whose text it shows.
    func isPlain(_ place: Int) -> Bool { nodes[place].tips == [nodes[place].main] }

    /// Whether an event carries no undecided text; nil where it is not there.
    package func isPlain(_ number: UInt64) -> Bool? { places[number].map { isPlain($0) } }

    /// What an event left, a fact: no merge of texts is in it. Nil where it is not there.
    package mutating func state(after number: UInt64) -> EntryState? {
        guard let place = places[number] else { return nil }
        if nodes[place].isForgotten { return .forgotten }
        let fields = nodes[place].fields
        let text = text(of: nodes[place].main)
        return EntryState(content: fields.content(text: text), isDeleted: fields.isDeleted)
    }

    /// Whether the text an event left is known for sure; only damage makes it doubtful.
    package mutating func isSure(_ number: UInt64) -> Bool {
        guard let place = places[number] else { return false }
        _ = text(of: nodes[place].main)
        return sureness?[nodes[place].main] ?? true
    }

    /// Lets go of texts and changes that only history needs; they are put together again when they are asked for.
    package mutating func trim() {
        guard sureness == nil else { return }
        let needed = Set(lastPlaces.flatMap { nodes[$0].tips + [nodes[$0].main] })
        texts = texts.filter { needed.contains($0.key) || nodes[$0.key].parents.isEmpty }
        changes = changes.filter { needed.contains($0.key.to) }
    }
}

extension EntryState {
    /// What is left of an entry that was forgotten.
    package static let forgotten = EntryState(content: EntryContent(text: [], date: .none), isDeleted: true)
}
