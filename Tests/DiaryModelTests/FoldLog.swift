/// The events of one entry as a test writes them down, and every order in which they can arrive.

@testable import DiaryModel

/// An event whose name is its id: names sort as their bytes do.
struct FoldEvent {
    var name: String
    var device: String
    var lamport: UInt64
    var parents: [String] = []
    var act: EntryAct
    /// Whether it is an edit that nobody asked for.
    var isUnattended = false

    var stamp: EventStamp {
        let id = bigEndianWords(name, count: 4)
        let device = bigEndianWords(device, count: 2)
        return EventStamp(
            lamport: lamport, deviceHigh: device[0], deviceLow: device[1], id: EventID(id[0], id[1], id[2], id[3]))
    }

    func step(number: UInt64, parents: [UInt64]) -> EntryStep {
        var isCreation = false
        if case .event(.created) = act { isCreation = true }
        return EntryStep(
            number: number, stamp: stamp, parents: parents, act: act, isCreation: isCreation,
            isUnattended: isUnattended)
    }
}

/// The bytes of a short text, filled up with zeros.
private func bigEndianWords(_ text: String, count: Int) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: count)
    for (index, byte) in text.utf8.prefix(count * 8).enumerated() {
        words[index / 8] |= UInt64(byte) << (56 - 8 * UInt64(index % 8))
    }
    return words
}

/// What a test asks of an entry, by the names of its events.
struct FoldPicture: Equatable {
    var text = ""
    var status = EntryStatus.one
    var alternatives: [String] = []
    /// Sorted by name.
    var heads: [String] = []
    var tags: [String] = []
    var attachments: [String] = []
    /// Fields that this program does not know, by the names that vectors have for them.
    var values: [String: String] = [:]
    var isStarred = false
    var date = EntryDate.none
    var weather: String?
    var isDeleted = false
    var isContested = false
}

/// A graph whose events have names; their numbers are the order in which they came.
struct FoldLog {
    var graph = EntryGraph()
    private(set) var events: [FoldEvent] = []
    private var numbers: [String: UInt64] = [:]
    private var names: [UInt64: String] = [:]

    init(_ events: [FoldEvent] = []) { for event in events { add(event) } }

    /// Begins at what this event left in another log.
    init(at event: FoldEvent, of whole: inout FoldLog) {
        note(event.name)
        events = [event]
        graph = EntryGraph(
            from: whole.state(after: event.name) ?? .forgotten, number: number(of: event.name), stamp: event.stamp)
    }

    mutating func add(_ event: FoldEvent) {
        note(event.name)
        events.append(event)
        graph.add(event.step(number: number(of: event.name), parents: event.parents.map { number(of: $0) }))
    }

    private mutating func note(_ name: String) {
        numbers[name] = UInt64(events.count + 1)
        names[UInt64(events.count + 1)] = name
    }

    /// The label of an event here; one that no event has for what is missing.
    func number(of name: String) -> UInt64 { numbers[name] ?? 0 }

    mutating func state(after name: String) -> EntryState? { graph.state(after: number(of: name)) }

    mutating func text(after name: String) -> String? {
        state(after: name).map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    mutating func view(of heads: [String]? = nil) -> EntryView? {
        if let heads { return graph.view(of: heads.map { number(of: $0) }) }
        return graph.view()
    }

    /// The entry as it is by all of its events.
    mutating func picture() -> FoldPicture { picture(of: graph.view()) }

    func picture(of view: EntryView) -> FoldPicture {
        let content = view.state.content
        let branches = view.branches
        let top = graph.heads.map { names[graph.nodes[$0].number] ?? "?" }
        return FoldPicture(
            text: String(decoding: content.text, as: UTF8.self), status: branches?.status ?? .one,
            alternatives: branches?.alternatives.map { names[$0.event.number] ?? "?" } ?? [],
            heads: (branches?.heads.map { names[$0.number] ?? "?" } ?? top).sorted(),
            tags: content.tags.map(\.text), attachments: content.attachments.map(\.name),
            values: values(content), isStarred: content.isStarred, date: content.date, weather: content.weather?.main,
            isDeleted: view.state.isDeleted,
            isContested: branches?.isContested ?? false)
    }

    private func values(_ content: EntryContent) -> [String: String] {
        var values: [String: String] = [:]
        for (name, number) in FoldVector.Event.fields {
            let field = content.unknown.first { $0.number == number }
            if let field { values[name] = String(decoding: field.bytes, as: UTF8.self) }
        }
        return values
    }

    /// The heads in the order in which a writer names them.
    mutating func parents() -> [String] {
        (graph.view().branches?.heads.map(\.number) ?? graph.heads.map { graph.nodes[$0].number })
            .map { names[$0] ?? "?" }
    }
}

/// Orders of arrival in which parents come before their children, at most so many.
func causalOrders(of events: [FoldEvent], limit: Int = 720) -> [[FoldEvent]] {
    var orders: [[FoldEvent]] = []
    func extend(_ order: [FoldEvent], _ rest: [FoldEvent]) {
        guard orders.count < limit else { return }
        guard !rest.isEmpty else { return orders.append(order) }
        for (index, event) in rest.enumerated() where !rest.contains(where: { event.parents.contains($0.name) }) {
            var others = rest
            others.remove(at: index)
            extend(order + [event], others)
        }
    }
    extend([], events)
    return orders
}

extension EntryDate {
    /// The n-th day.
    static func day(_ number: Int) -> EntryDate {
        EntryDate(seconds: Int64(number) * 86_400, offset: 0, zone: "", precision: .day)
    }
}

extension Attachment {
    init(named name: String) {
        self.init(name: name, mediaType: "image/png", size: 1, hash: [UInt8](repeating: 7, count: 32))
    }
}
