import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// The weather that comes by itself: of two the first counts, a person's word counts more, and nothing else changes.
@Suite(.timed) struct ObservationTests {
    private let base = event("1", "phone", 1, .create(content("산에 올랐다", tags: ["산"])))
    private let rain = Weather(main: "Rain", icon: "10d")
    private let snow = Weather(main: "Snow", icon: "13d")
    private let star = FieldChange.star(before: false, after: true)

    private func observed(_ weather: Weather, _ name: String, _ device: String, _ lamport: UInt64, on parents: [String])
        -> FoldEvent
    {
        event(name, device, lamport, on: parents, .observe(weather))
    }

    @Test func `of two observations made apart the one of least stamp counts, in every order of arrival`() {
        holds([
            base, observed(snow, "2", "phone", 3, on: ["1"]), observed(rain, "3", "desk", 2, on: ["1"]),
            event("4", "phone", 4, on: ["2"], star),
        ]) { $0.weather == "Rain" && $0.status == .one && $0.isStarred && !$0.isContested }
    }

    @Test func `what a person says of the weather counts more than an observation made beside it`() {
        holds([
            base, event("2", "phone", 2, on: ["1"], .weather(before: nil, after: snow)),
            observed(rain, "3", "desk", 9, on: ["1"]),
        ]) { $0.weather == "Snow" }
        holds([
            base, observed(snow, "2", "phone", 2, on: ["1"]),
            event("3", "phone", 3, on: ["2"], .weather(before: snow, after: nil)),
            observed(rain, "4", "desk", 9, on: ["1"]),
        ]) { $0.weather == nil }
    }

    @Test func `one that was made after a person took the weather off counts, whatever others did beside it`() {
        holds([
            base, event("2", "phone", 2, on: ["1"], .weather(before: nil, after: snow)),
            event("3", "phone", 3, on: ["2"], .weather(before: snow, after: nil)),
            observed(rain, "4", "phone", 4, on: ["3"]), event("5", "desk", 8, on: ["3"], star),
        ]) { $0.weather == "Rain" && $0.isStarred }
    }

    @Test func `one that was made beside a deletion brings nobody back`() {
        let deletion = event("2", "phone", 2, on: ["1"], isDeleted: true)
        holds([base, deletion, observed(rain, "3", "desk", 2, on: ["1"])]) { $0.isDeleted && !$0.isContested }
        // An edit beside a deletion does, as it always did, also where the weather came after it.
        holds([
            base, deletion, event("3", "desk", 2, on: ["1"], star), observed(rain, "4", "desk", 3, on: ["3"]),
        ]) { !$0.isDeleted && $0.isContested && $0.weather == "Rain" }
        let restored = event("4", "phone", 4, on: ["2", "3"], isDeleted: false)
        holds([base, deletion, observed(rain, "3", "desk", 2, on: ["1"]), restored]) {
            !$0.isDeleted && $0.weather == "Rain"
        }
    }

    @Test func `one that was made on an edit beside a deletion leaves the entry contested, until a person speaks`() {
        let three = [
            base, event("2", "phone", 2, on: ["1"], isDeleted: true), event("3", "desk", 2, on: ["1"], star),
            observed(rain, "4", "desk", 5, on: ["3", "2"]),
        ]
        holds(three) { !$0.isDeleted && $0.isContested && $0.weather == "Rain" && $0.heads == ["4"] }
        holds(three + [event("5", "phone", 6, on: ["4"], .star(before: true, after: false))]) {
            !$0.isDeleted && !$0.isContested
        }
    }

    @Test func `an observation is no edit: it does not say when the entry was modified`() {
        for order in causalOrders(of: [base, observed(rain, "2", "desk", 9, on: ["1"])]) {
            let log = FoldLog(order)
            #expect(log.graph.isNewestModification(log.number(of: "1")))
            #expect(!log.graph.isNewestModification(log.number(of: "2")))
        }
    }

    @Test func `around a lost event the weather is told from behind`() throws {
        let steps = [
            EntryStep(number: 1, stamp: base.stamp, parents: [], act: .lost),
            EntryStep(number: 2, stamp: base.stamp, parents: [1], act: .observe(rain)),
        ]
        var newest = EntryState(content: content("산에 올랐다"))
        newest.content.weather = rain
        let states = try #require(LineRecovery(steps, newest: newest)).states
        #expect(states[1]?.content.weather == rain && states[0]?.content.weather == nil && states[0] != nil)
    }

    @Test func `taking back an operation passes over what was observed since`() {
        var (before, after, now) = (content("글"), content("글"), content("글"))
        before.weather = snow
        now.weather = rain
        let inverse = inverse(
            before: EntryState(content: before), after: EntryState(content: after), now: EntryState(content: now),
            changedSince: false)
        #expect(inverse == .become(EntryState(content: before)))
        // What the operation did not touch stays as it was observed.
        (before.weather, after.isStarred, now.isStarred) = (nil, true, true)
        now.weather = rain
        var unstarred = now
        unstarred.isStarred = false
        #expect(
            DiaryModel.inverse(
                before: EntryState(content: before), after: EntryState(content: after), now: EntryState(content: now),
                changedSince: false) == .become(EntryState(content: unstarred)))
    }
}
