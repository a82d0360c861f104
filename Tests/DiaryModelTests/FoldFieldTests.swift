import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// The rules of the fold beside the texts: scalars, sets, deletion, and who decides what.
@Suite("The fold of an entry's fields", .timed)
struct FoldFieldTests {
    private let text = "산에 올랐다 and rested"
    private let base = event("1", "phone", 1, .create(content("산에 올랐다 and rested", tags: ["산"])))
    private let star = FieldChange.star(before: false, after: true)
    private let unstar = FieldChange.star(before: true, after: false)

    private func tags(_ added: [String] = [], without removed: [String] = []) -> FieldChange {
        .tags(added: added.map { Tag($0) }, removed: removed.map { Tag($0) })
    }

    private func files(_ added: [String] = [], without removed: [String] = []) -> FieldChange {
        .attachments(
            added: added.map { Attachment(named: $0) }, removed: removed.map { Attachment(named: $0) })
    }

    private func mentions(_ old: String, _ new: String) -> FieldChange { .text(replacing(old, new, in: text)) }

    // MARK: Scalars

    @Test("a scalar follows the event that wrote it, not the head that carries it")
    func scalarFollowsItsWriter() {
        holds([
            base, event("2", "phone", 2, on: ["1"], .date(before: .none, after: .day(2))),
            event("3", "desk", 5, on: ["1"], .date(before: .none, after: .day(5))),
            event("4", "phone", 9, on: ["2"], tags(["물"])),
        ]) { $0.date == .day(5) && $0.tags == ["물", "산"] }
    }

    @Test("each scalar is merged by itself: place, weather, extra and unknown fields too")
    func eachScalar() throws {
        let place = Place(latitude: Int32(1), longitude: Int32(2))
        let weather = Weather(main: "비", icon: "rain")
        let extra = [ExtraField(key: "mood", value: [1])]
        let events = [
            base, event("2", "phone", 2, on: ["1"], .place(before: nil, after: place), star),
            event("3", "desk", 2, on: ["1"], .weather(before: nil, after: weather), .extra(before: [], after: extra)),
            event("4", "tablet", 2, on: ["1"], .unknown(number: 90, before: nil, after: [7])),
            event("5", "tablet", 3, on: ["4"], .unknown(number: 91, before: nil, after: [8])),
            event("6", "desk", 4, on: ["3"], .unknown(number: 91, before: nil, after: nil)),
        ]
        for order in causalOrders(of: events) {
            var log = FoldLog(order)
            let view = log.view()
            let content = try #require(view).state.content
            #expect(content.place == place && content.weather == weather && content.extra == extra)
            #expect(content.isStarred && content.unknown == [UnknownField(number: 90, bytes: [7])])
        }
    }

    @Test("between two events with one number of one device the greater id decides")
    func fork() {
        holds([
            base, event("2a", "phone", 2, on: ["1"], .date(before: .none, after: .day(1)), mentions("산에", "섬에")),
            event("2b", "phone", 2, on: ["1"], .date(before: .none, after: .day(2)), mentions("산에", "탑에")),
        ]) { $0.date == .day(2) && $0.text == "탑에 올랐다 and rested" && $0.alternatives == ["2a"] }
    }

    @Test("stamps are compared by lamport, then device, then id, each unsigned")
    func stamps() {
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

    // MARK: Sets

    @Test("a tag taken off by one who had seen it goes; added anew unseen, it stays")
    func tagDots() {
        let off = event("2", "phone", 2, on: ["1"], tags(without: ["산"]))
        holds([base, off, event("3", "desk", 2, on: ["1"], star)]) { $0.tags.isEmpty && $0.isStarred }
        holds([
            base, off, event("3", "desk", 2, on: ["1"], tags(without: ["산"])),
            event("4", "desk", 3, on: ["3"], tags(["산"])),
        ]) { $0.tags == ["산"] }
        // Both add it, and one takes off only what it had seen.
        let bare = event("1", "phone", 1, .create(content("길")))
        let (one, other) = (
            event("2", "phone", 2, on: ["1"], tags(["강"])), event("3", "desk", 2, on: ["1"], tags(["강"]))
        )
        holds([bare, one, other, event("4", "phone", 3, on: ["2"], tags(without: ["강"]))]) { $0.tags == ["강"] }
        holds([bare, one, other, event("4", "phone", 3, on: ["2", "3"], tags(without: ["강"]))]) { $0.tags.isEmpty }
    }

    @Test("an event that takes a tag off and puts it on again holds it anew")
    func tagAnew() {
        holds([
            base, event("2", "phone", 2, on: ["1"], tags(["산"], without: ["산"])),
            event("3", "desk", 2, on: ["1"], tags(without: ["산"])),
        ]) { $0.tags == ["산"] }
    }

    @Test("attachments are a set as tags are")
    func attachments() {
        holds([
            base, event("2", "phone", 2, on: ["1"], files(["a.png", "b.png"])),
            event("3", "phone", 3, on: ["2"], files(without: ["a.png"])),
            event("4", "desk", 3, on: ["2"], files(["c.png"])),
            event("5", "tablet", 2, on: ["1"], files(["a.png"])),
        ]) { $0.attachments == ["a.png", "b.png", "c.png"] }
        holds([
            base, event("2", "phone", 2, on: ["1"], files(["a.png"])),
            event("3", "phone", 3, on: ["2"], files(without: ["a.png"])),
            event("4", "desk", 3, on: ["2"], star),
        ]) { $0.attachments.isEmpty }
    }

    // MARK: Deleting

    @Test("a deletion never beats what it had not seen: the entry lives, contested")
    func contested() {
        let gone = event("2", "phone", 9, on: ["1"], isDeleted: true)
        holds([base, gone, event("3", "desk", 2, on: ["1"], mentions("산에", "섬에"))]) {
            !$0.isDeleted && $0.isContested && $0.text == "섬에 올랐다 and rested" && $0.status == .one
        }
        holds([base, gone, event("3", "desk", 2, on: ["1"], star)]) { !$0.isDeleted && $0.isContested }
        holds([base, gone, event("3", "desk", 2, on: ["1"], isDeleted: true)]) { $0.isDeleted && !$0.isContested }
        holds([
            base, gone, event("3", "desk", 2, on: ["1"], star),
            event("4", "desk", 10, on: ["3", "2"], isDeleted: true),
        ]) { $0.isDeleted && !$0.isContested && $0.isStarred }
    }

    @Test("what follows a contest without deleting lets the entry live, and a restore beats an unseen deletion")
    func restored() {
        let gone = event("2", "phone", 2, on: ["1"], isDeleted: true)
        holds([
            base, gone, event("3", "desk", 2, on: ["1"], star), event("4", "desk", 3, on: ["3", "2"], tags(["물"])),
        ]) { !$0.isDeleted && !$0.isContested }
        holds([
            base, gone, event("3", "phone", 3, on: ["2"], isDeleted: false),
            event("4", "desk", 8, on: ["2"], star), event("5", "tablet", 9, on: ["1"], isDeleted: true),
        ]) { !$0.isDeleted && $0.isContested && $0.isStarred }
    }

    @Test("a forget takes the content away, whatever else is in the set")
    func forgotten() {
        holds([
            base, event("2", "phone", 2, on: ["1"], .forget), event("3", "desk", 9, on: ["1"], mentions("산에", "섬에")),
            event("4", "desk", 10, on: ["3"], isDeleted: false), event("5", "tablet", 11, on: ["2"], star),
        ]) {
            $0.status == .forgotten && $0.text.isEmpty && $0.isDeleted && !$0.isContested && $0.tags.isEmpty
                && $0.date == .none && $0.heads == ["4", "5"]
        }
    }

    @Test("an event that is not understood is the merge of its parents, and decides nothing")
    func notUnderstood() {
        holds([
            base, event("2", "phone", 2, on: ["1"], mentions("산에", "섬에")),
            event("3", "desk", 9, on: ["1"], .notUnderstood),
        ]) { $0.status == .one && $0.text == "섬에 올랐다 and rested" && $0.heads == ["2", "3"] }
        holds([
            base, event("2", "phone", 2, on: ["1"], mentions("산에", "섬에")),
            event("3", "desk", 2, on: ["1"], mentions("산에", "탑에")),
            event("4", "desk", 9, on: ["2", "3"], .notUnderstood),
        ]) { $0.status == .conflict && $0.text == "섬에 올랐다 and rested" && $0.heads == ["4"] }
    }

    // MARK: Deciding for a text

    private var clash: [FoldEvent] {
        [
            base, event("2", "phone", 2, on: ["1"], mentions("산에", "섬에")),
            event("3", "desk", 2, on: ["1"], mentions("산에", "탑에")),
        ]
    }

    @Test("a star, a deletion and a restore carry a conflict on; what each left is still a fact")
    func conflictIsCarried() {
        let starred = clash + [event("4", "desk", 3, on: ["2", "3"], star)]
        holds(starred) { $0.status == .conflict && $0.alternatives == ["3"] && $0.heads == ["4"] && $0.isStarred }
        let back = [
            event("4", "desk", 3, on: ["2", "3"], isDeleted: true),
            event("5", "desk", 4, on: ["4"], isDeleted: false),
        ]
        holds(clash + back) { $0.status == .conflict && $0.alternatives == ["3"] && !$0.isDeleted }
        var log = FoldLog(starred)
        let left = log.text(after: "4")
        #expect(left == "섬에 올랐다 and rested")
        #expect(log.graph.isPlain(log.number(of: "4")) == false && log.graph.isPlain(log.number(of: "2")) == true)
    }

    @Test("a star on a merged text leaves it merged")
    func mergeIsCarried() {
        holds([
            base, event("2", "phone", 2, on: ["1"], mentions("산에", "섬에")),
            event("3", "desk", 2, on: ["1"], mentions("rested", "slept")), event("4", "desk", 3, on: ["2", "3"], star),
        ]) { $0.status == .merged && $0.text == "섬에 올랐다 and slept" && $0.heads == ["4"] }
    }

    @Test("a text field of no splices decides for the text of the first parent, and the entry stands on one event")
    func decided() {
        let kept = event("4", "tablet", 3, on: ["3", "2"], .text([]))
        holds(clash + [kept]) {
            $0.status == .one && $0.text == "탑에 올랐다 and rested" && $0.alternatives.isEmpty && $0.heads == ["4"]
        }
        var log = FoldLog(clash + [kept])
        let view = log.view()
        #expect(view?.branches == nil)
        // What was decided against does not come back with a late branch.
        let late = event("5", "phone", 4, on: ["2"], .text(replacing("rested", "slept", in: "섬에 올랐다 and rested")))
        holds(clash + [kept, late]) { $0.status == .merged && $0.text == "탑에 올랐다 and slept" }
    }

    @Test("the text shown is that of the greatest writer, though a greater head wrote none")
    func greatestWriter() {
        let events = clash + [event("4", "tablet", 8, on: ["3"], star)]
        holds(events) { $0.status == .conflict && $0.text == "섬에 올랐다 and rested" && $0.alternatives == ["3"] }
        var log = FoldLog(events)
        let parents = log.parents()
        #expect(parents == ["2", "4"])
        // Where no head holds the greatest tip's text, the greatest head comes first.
        var carried = FoldLog(
            clash + [
                event("4", "tablet", 8, on: ["3", "2"], star), event("5", "tablet", 9, on: ["3", "2"], unstar),
                event("0", "phone", 3, on: ["3"], tags(["물"])),
            ])
        let order = carried.parents()
        #expect(order == ["5", "0", "4"])
        // Where several heads hold it, the greatest of them does; of a forgotten entry no text counts.
        let several =
            clash + [
                event("9", "tablet", 5, on: ["2"], star), event("6", "tablet", 7, on: ["2"], unstar),
                event("5", "tablet", 8, on: ["3"], tags(["물"])),
            ]
        var shared = FoldLog(several)
        let sharing = shared.parents()
        #expect(sharing == ["6", "5", "9"])
        var forgotten = FoldLog(several + [event("4", "phone", 4, on: ["3"], .forget)])
        let left = forgotten.parents()
        #expect(left == ["5", "4", "6", "9"])
    }

    @Test("a view of some events is the view of those that no other of them descends from")
    func someHeads() {
        var log = FoldLog(clash + [event("4", "tablet", 3, on: ["3"], star)])
        let (some, less) = (log.view(of: ["1", "4", "3", "4"]), log.view(of: ["4"]))
        #expect(some == less && some?.branches == nil && some?.state.content.isStarred == true)
        let none = log.view(of: ["9"])
        #expect(none == nil)
        let all = log.view(of: ["3", "2", "4"])
        let whole = log.view()
        #expect(all == whole)
    }
}
