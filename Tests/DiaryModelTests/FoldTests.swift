import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// What the vectors cannot say: limits, the order of heads, each field of a content, views of some events.
@Suite("The fold of an entry", .timed) struct FoldTests {
    private let start = "오늘은 아침에 비가 내렸다. We stayed home."
    private let base = event("1", "phone", 1, .event(.created(content("오늘은 아침에 비가 내렸다. We stayed home."))))

    /// Two saves of one word, by the phone and by the desk.
    private var clash: [FoldEvent] {
        [
            base, save("2", "phone", 2, on: ["1"], start, "비가", "눈이"),
            save("3", "desk", 2, on: ["1"], start, "비가", "우박이"),
        ]
    }

    /// An edit of another field: it has the text of its first parent.
    private func note(
        _ name: String, _ device: String, _ lamport: UInt64, on parents: [String], of log: [FoldEvent],
        _ change: (inout EntryContent) -> Void
    ) -> FoldEvent {
        var left = log.first { $0.name == parents[0] }?.act.content ?? content("")
        change(&left)
        return event(name, device, lamport, on: parents, .event(.edited(left, hunks: nil)))
    }

    @Test func `only tab, line feed, carriage return and space part words`() {
        for (separator, status) in [
            ("\t", EntryStatus.merged), ("\n", .merged), ("\r", .merged), (" ", .merged), ("\u{3000}", .conflict),
            ("\u{A0}", .conflict), ("-", .conflict),
        ] {
            let text = "달\(separator)별"
            holds([
                event("1", "phone", 1, .event(.created(content(text)))),
                save("2", "phone", 2, on: ["1"], text, "달", "해"),
                save("3", "desk", 2, on: ["1"], text, "별", "구름"),
            ]) { $0.status == status }
        }
    }

    @Test func `each single value is merged by itself, whichever field it is`() throws {
        let place = Place(latitude: Int32(1), longitude: Int32(2))
        let weather = Weather(main: "비", icon: "rain")
        let extra = [ExtraField(key: "mood", value: [1])]
        var events = [base]
        events.append(
            note("2", "phone", 2, on: ["1"], of: events) { ($0.place, $0.isStarred) = (place, true) })
        events.append(
            note("3", "desk", 2, on: ["1"], of: events) { ($0.weather, $0.extra) = (weather, extra) })
        events.append(note("4", "tablet", 2, on: ["1"], of: events) { $0.date = .day(7) })
        for order in causalOrders(of: events) {
            var log = FoldLog(order)
            let view = log.view()
            let content = try #require(view).state.content
            #expect(content.place == place && content.weather == weather && content.extra == extra)
            #expect(content.isStarred && content.date == .day(7))
        }
    }

    @Test func `stamps are compared by lamport, then device, then id, each unsigned`() {
        let id = EventID(0, 0, 0, 0)
        func stamp(_ lamport: UInt64, _ high: UInt64, _ low: UInt64, _ id: EventID) -> EventStamp {
            EventStamp(lamport: lamport, deviceHigh: high, deviceLow: low, id: id)
        }
        let ascending = [
            stamp(1, .max, .max, EventID(.max, 0, 0, 0)), stamp(2, 0, .max, id), stamp(2, 1, 0, id),
            stamp(2, .max, 0, id), stamp(2, .max, 1, id), stamp(2, .max, 1, EventID(0, 0, 0, .max)),
            stamp(2, .max, 1, EventID(0, 0, .max, 0)), stamp(2, .max, 1, EventID(1 << 63, 0, 0, 0)),
        ]
        var chance = Chance(for: "stamps")
        #expect(ascending.shuffled(using: &chance).sorted() == ascending)
    }

    @Test func `a union over the limit is none`() {
        let base = Array("a b.".utf8)
        guard let kept = KeptRanges([TextHunk(gap: 0, removed: 1, inserted: 3)], from: 4, to: 6) else {
            Issue.record("hunks that fit are refused")
            return
        }
        let sides = [wordChanges(of: base, in: Array("one b.".utf8), keeping: kept)]
        #expect(DiaryModel.union(of: base, sides, limit: 6) == Array("one b.".utf8))
        #expect(DiaryModel.union(of: base, sides, limit: 5) == nil)
    }

    @Test("a new event names the head first that holds the greatest text; of several, and of none, the greatest head")
    func order() {
        func parents(_ events: [FoldEvent]) -> [String] {
            var log = FoldLog(events)
            return log.parents()
        }
        let star = { (content: inout EntryContent) in content.isStarred = true }
        let unstar = { (content: inout EntryContent) in content.isStarred = false }
        let tag = { (content: inout EntryContent) in content.tags = [Tag("물")] }
        #expect(parents(clash + [note("4", "tablet", 8, on: ["3"], of: clash, star)]) == ["2", "4"])
        let carried = [
            note("4", "tablet", 8, on: ["3", "2"], of: clash, star),
            note("5", "tablet", 9, on: ["3", "2"], of: clash, unstar),
            note("0", "phone", 3, on: ["3"], of: clash, tag),
        ]
        #expect(parents(clash + carried) == ["5", "0", "4"])
        let several =
            clash + [
                note("9", "tablet", 5, on: ["2"], of: clash, star),
                note("6", "tablet", 7, on: ["2"], of: clash, unstar),
                note("5", "tablet", 8, on: ["3"], of: clash, tag),
            ]
        #expect(parents(several) == ["6", "5", "9"])
        #expect(parents(several + [event("4", "phone", 4, on: ["3"], .forget)]) == ["5", "4", "6", "9"])
    }

    @Test func `a view of some events is the view of those that no other of them descends from`() {
        var log = FoldLog(clash + [note("4", "tablet", 3, on: ["3"], of: clash) { $0.isStarred = true }])
        let (some, less) = (log.view(of: ["1", "4", "3", "4"]), log.view(of: ["4"]))
        #expect(some == less && some?.branches == nil && some?.state.content.isStarred == true)
        let none = log.view(of: ["9"])
        #expect(none == nil)
        let all = log.view(of: ["3", "2", "4"])
        let whole = log.view()
        #expect(all == whole)
    }

    @Test func `over 16,384 hunks on the way two texts are a conflict, asked on the way or only at the end`() {
        for extra in [0, 1] {
            let count = EntryGraph.longestWay + extra
            var text = "처음 " + String(repeating: "a", count: 64)
            var events = [event("1", "phone", 1, .event(.created(content(text))))]
            let first = text
            for number in 0..<8 {
                let share = (0..<count).count(where: { $0 % 8 == number })
                var hunks = [TextHunk(gap: 7 + number, removed: 0, inserted: 1)]
                hunks += (1..<share).map { _ in TextHunk(gap: 0, removed: 0, inserted: 1) }
                let position = text.utf8.index(text.startIndex, offsetBy: 7 + number)
                text.insert(contentsOf: String(repeating: "b", count: share), at: position)
                events.append(
                    event(
                        "p\(number)", "phone", UInt64(number + 2), on: [events[number].name],
                        .event(.edited(content(text), hunks: hunks))))
            }
            events.append(save("z", "desk", 2, on: ["1"], first, "처음", "나중"))
            for isAskedEarly in [false, true] {
                var log = FoldLog()
                for event in [events[0], events[9]] + events[1...8] {
                    log.add(event)
                    if isAskedEarly { _ = log.picture() }
                }
                let status = log.picture().status
                #expect(status == (extra == 0 ? .merged : .conflict))
            }
        }
    }
}

/// Whether an entry looks like this in every order in which its events can arrive, looked at on the way or not.
func holds(
    _ events: [FoldEvent], _ looks: (FoldPicture) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) {
    for order in causalOrders(of: events) {
        var log = FoldLog(order)
        let picture = log.picture()
        #expect(looks(picture), "\(order.map(\.name)): \(picture)", sourceLocation: sourceLocation)
        var asked = FoldLog()
        for event in order {
            asked.add(event)
            _ = asked.picture()
        }
        let same = asked.picture()
        #expect(same == picture, "\(order.map(\.name)): \(same)", sourceLocation: sourceLocation)
    }
}

/// An event of an entry.
func event(_ name: String, _ device: String, _ lamport: UInt64, on parents: [String] = [], _ act: EntryAct) -> FoldEvent
{
    FoldEvent(name: name, device: device, lamport: lamport, parents: parents, act: act)
}

/// What a person saves who changes a text into another one.
func saved(_ old: String, _ new: String) -> EntryAct {
    .event(.edited(content(new), hunks: textHunks(from: Array(old.utf8), to: Array(new.utf8))))
}

/// A save that replaces some words of a text once.
func save(
    _ name: String, _ device: String, _ lamport: UInt64, on parents: [String], _ text: String, _ old: String,
    _ new: String
) -> FoldEvent {
    event(name, device, lamport, on: parents, saved(text, text.replacing(old, with: new, maxReplacements: 1)))
}

func content(_ text: String, on day: Int = 0, tags: [String] = [], isStarred: Bool = false) -> EntryContent {
    var content = EntryContent(text: Array(text.utf8), date: .day(day))
    content.tags = tags.map { Tag($0) }
    content.isStarred = isStarred
    return content
}
